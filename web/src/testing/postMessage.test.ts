// public/post-message.js, the whole of the page at /_post_message_.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { describe, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../public/post-message.js'), 'utf8')
const EMBEDDER = 'https://shop.example'

interface Question {
  origin: string
  source: object | null
}

/** Runs the script as a page would; returns what asks it, once it knows whom it may answer. */
async function load(stored: string | null, config: () => Promise<unknown>) {
  let listen: (event: Question) => void = () => undefined
  const window = {
    addEventListener: (_: string, listener: (event: Question) => void) => {
      listen = listener
    },
  }
  runInNewContext(script, {
    window,
    localStorage: { getItem: (name: string) => (name === 'dashboard' ? stored : null) },
    fetch: () => Promise.resolve({ json: config }),
  })
  const ask = (origin: string) => {
    const postMessage = vi.fn()
    listen({ origin, source: { postMessage } })
    return postMessage
  }
  const early = ask(EMBEDDER)
  await new Promise((resolve) => setTimeout(resolve))
  return { ask, early }
}

const allowed = () => Promise.resolve({ embedding_origins: [EMBEDDER] })

describe('/_post_message_', () => {
  it.each([
    ['{"key":"abc"}', true],
    ['{"key":""}', false],
    ['{"key":null}', false],
    ['{', false],
    [null, false],
  ])('with %s stored answers %s, at the origin that asked', async (stored, session) => {
    const { ask } = await load(stored, allowed)
    expect(ask(EMBEDDER)).toHaveBeenCalledExactlyOnceWith({ waybill_session: session }, EMBEDDER)
  })

  it('answers who asked before it knew whom it may answer', async () => {
    const { early } = await load('{"key":"abc"}', allowed)
    expect(early).toHaveBeenCalledExactlyOnceWith({ waybill_session: true }, EMBEDDER)
  })

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'null', ''])(
    'does not answer %j',
    async (origin) => {
      const { ask } = await load('{"key":"abc"}', allowed)
      expect(ask(origin)).not.toHaveBeenCalled()
    },
  )

  it('answers nobody when the configuration cannot be had', async () => {
    const { ask, early } = await load('{"key":"abc"}', () => Promise.reject(new Error('down')))
    expect(ask(EMBEDDER)).not.toHaveBeenCalled()
    expect(early).not.toHaveBeenCalled()
  })
})
