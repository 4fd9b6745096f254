import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { HtmlBody } from './HtmlBody'

function shown(html: string): string {
  return render(<HtmlBody html={html} />).container.firstElementChild?.innerHTML ?? ''
}

describe('HtmlBody', () => {
  it('keeps text, headings, lists and links', () => {
    expect(
      shown('<h1>Terms</h1><p>One <b>two</b><br>three</p><ul><li><a href="/x">four</a></li></ul>'),
    ).toBe(
      '<h3>Terms</h3><p>One <strong>two</strong><br>three</p>' +
        '<ul><li><a href="/x" target="_blank" rel="noopener noreferrer">four</a></li></ul>',
    )
  })

  it('drops scripts, styles, handlers and dangerous links', () => {
    expect(shown('<p onclick="alert(1)" style="color:red">a</p><script>alert(1)</script>')).toBe(
      '<p>a</p>',
    )
    expect(shown('<style>p{}</style><img src="x" onerror="alert(1)">b')).toBe('b')
    expect(shown('<a href="javascript:alert(1)">c</a>')).toBe('c')
    expect(shown('<a href="//elsewhere.example/">d</a>')).toBe('d')
  })

  it('keeps the content of tags it does not know', () => {
    expect(shown('<section><div>a</div><custom-tag>b</custom-tag></section>')).toBe('ab')
  })
})
