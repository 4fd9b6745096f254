// /_post_message_: an embedding page may ask whether this browser has a session, if its origin is
// configured. Two small servers on other ports play the embedding pages.
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'

import type { Page } from '@playwright/test'

import { test as base, expect } from './support/test'

/** A host whose every page is what `html` says. */
interface Host {
  origin: string
  html: string
}

const test = base.extend<{ friend: Host; stranger: Host }>({
  friend: ({ browserName: _ }, use) => withHost(use),
  stranger: ({ browserName: _ }, use) => withHost(use),
})

async function withHost(use: (host: Host) => Promise<void>): Promise<void> {
  const host: Host = { origin: '', html: '' }
  const server: HttpServer = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Host</title><link rel="icon" href="data:,">${host.html}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port was given')
  host.origin = `http://localhost:${address.port}`
  await use(host)
  server.closeAllConnections()
  server.close()
}

/** Asks the frame as soon as it stands and shows the answer. */
function asking(url: string): string {
  return `<iframe src="${url}/_post_message_"></iframe><output></output><script>
    onmessage = (event) => {
      if (event.origin === '${url}') document.querySelector('output').textContent = JSON.stringify(event.data)
    }
    document.querySelector('iframe').onload = (event) =>
      event.target.contentWindow.postMessage('waybill_session', '*')
  </script>`
}

function answer(page: Page) {
  return page.getByRole('status')
}

test('a configured page learns whether there is a session, and nothing more', async ({
  visit,
  newServer,
  friend,
}) => {
  const server = await newServer({ WAYBILL_HTTP_EMBEDDING_ORIGINS: friend.origin })
  friend.html = asking(server.url)
  const account = await server.account()
  const key = await server.api().signIn(account)
  const options = { server, origins: [friend.origin], at: friend.origin }
  const page = await visit({ ...options, as: key })
  await expect(answer(page)).toHaveText('{"waybill_session":true}')
  const signedOut = await visit(options)
  await expect(answer(signedOut)).toHaveText('{"waybill_session":false}')
})

test('another page cannot even load it', async ({ visit, newServer, friend, stranger, allow }) => {
  allow(/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/)
  const server = await newServer({ WAYBILL_HTTP_EMBEDDING_ORIGINS: friend.origin })
  stranger.html = asking(server.url)
  const page = await visit({ server, origins: [stranger.origin], at: stranger.origin })
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
  await expect(answer(page)).toBeEmpty()
})

test('a stranger inside a configured page gets no answer', async ({
  visit,
  newServer,
  friend,
  stranger,
}) => {
  const server = await newServer({ WAYBILL_HTTP_EMBEDDING_ORIGINS: friend.origin })
  // The stranger asks first and says so; then the friend asks, and wants to hear what both got.
  stranger.html = `<script>
    const got = []
    onmessage = (event) => {
      if (event.origin === '${server.url}') got.push(event.data)
      else if (event.data === 'ask') {
        parent.frames[0].postMessage('waybill_session', '*')
        parent.postMessage('asked', '*')
      } else parent.postMessage({ strangerGot: got.length }, '*')
    }
  </script>`
  friend.html = `<iframe></iframe><iframe></iframe><output></output><script>
    const [frame, other] = document.querySelectorAll('iframe')
    let answered
    frame.onload = () => {
      other.onload = () => other.contentWindow.postMessage('ask', '*')
      other.src = '${stranger.origin}'
    }
    frame.src = '${server.url}/_post_message_'
    onmessage = (event) => {
      if (event.data === 'asked') frame.contentWindow.postMessage('waybill_session', '*')
      else if (event.origin === '${server.url}') {
        answered = event.data
        other.contentWindow.postMessage('report', '*')
      } else document.querySelector('output').textContent = JSON.stringify([answered, event.data])
    }
  </script>`
  const page = await visit({
    server,
    origins: [friend.origin, stranger.origin],
    at: friend.origin,
  })
  await expect(answer(page)).toHaveText('[{"waybill_session":false},{"strangerGot":0}]')
})

test('without configuration nobody may embed it, nor ever the app itself', async ({ server }) => {
  for (const path of ['/_post_message_', '/', '/welcome', '/api-docs/']) {
    const response = await fetch(server.url + path)
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  }
})
