import { expect, it } from 'vitest'

import { fileHref } from './fileHref'

it.each([
  ['/dashboard/files/f1?ticket=t', '/dashboard/files/f1?ticket=t'],
  ['https://files.example/f1', 'https://files.example/f1'],
  ['//files.example/f1', null],
  ['javascript:alert(1)', null],
  ['', null],
  [null, null],
  [undefined, null],
])('links %j as %j', (url, href) => {
  expect(fileHref(url)).toBe(href)
})
