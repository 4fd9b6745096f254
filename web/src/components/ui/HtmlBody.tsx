// Shows an HTML text that the server keeps (terms, policies) as React elements. Only the tags
// below survive, without attributes except safe link targets: no script, style or handler can
// pass, and no HTML string ever reaches the page.
import { createElement, Fragment, type ReactNode, useMemo } from 'react'

import classes from './HtmlBody.module.css'

/** Tag of the source -> tag on the page. Headings stay below the dialog's own. */
const TAGS: Readonly<Record<string, string>> = {
  H1: 'h3',
  H2: 'h3',
  H3: 'h4',
  H4: 'h5',
  H5: 'h6',
  H6: 'h6',
  P: 'p',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  STRONG: 'strong',
  B: 'strong',
  EM: 'em',
  I: 'em',
  BLOCKQUOTE: 'blockquote',
  CODE: 'code',
  TABLE: 'table',
  THEAD: 'thead',
  TBODY: 'tbody',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  DL: 'dl',
  DT: 'dt',
  DD: 'dd',
}
const VOID_TAGS: Readonly<Record<string, string>> = { BR: 'br', HR: 'hr' }
const DROPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'IFRAME', 'OBJECT', 'SVG'])
const SAFE_LINK = /^(https?:|mailto:|\/(?!\/)|#)/i

function children(node: Node): ReactNode[] {
  return Array.from(node.childNodes, (child, at) => convert(child, at))
}

function convert(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const name = node.tagName.toUpperCase()
  if (DROPPED.has(name)) return null
  const empty = VOID_TAGS[name]
  if (empty) return createElement(empty, { key })
  const href = node.getAttribute('href')?.trim()
  if (name === 'A' && href && SAFE_LINK.test(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {children(node)}
      </a>
    )
  }
  return createElement(TAGS[name] ?? Fragment, { key }, ...children(node))
}

export function HtmlBody({ html }: { html: string }) {
  const content = useMemo(
    () => children(new DOMParser().parseFromString(html, 'text/html').body),
    [html],
  )
  return <div className={classes.body}>{content}</div>
}
