import { expect, test } from 'vitest'
import { nameLinks } from './name-links.ts'

test('links of a page, which are boxes without words, are called by where they lead', () => {
  const page = document.createElement('div')
  page.innerHTML = `<div class="annotationLayer">
    <a href="mailto:someone@example.org"></a><a href="https://example.org/a"></a><a href="#"></a>
    <a href="https://example.org/b" aria-label="named"></a></div>`
  nameLinks(page)
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('aria-label'))).toEqual([
    '邮件：someone@example.org',
    '链接：example.org/a',
    '文内链接',
    'named',
  ])
})
