/**
 * Labels the links of a rendered page for screen readers: they are empty boxes over its text, and pdf.js gives them no
 * name. Outside links are named by their address, all links within the file 「文内链接」. Links with a name keep it.
 */
export function nameLinks(page: ParentNode): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('.annotationLayer a[href]'))
    if (!link.textContent && !link.hasAttribute('aria-label')) link.setAttribute('aria-label', linkName(link))
}

function linkName(link: HTMLAnchorElement): string {
  const address = link.getAttribute('href') ?? ''
  // Links within the file have no scheme: `#page=3`.
  if (!/^[a-z]+:/i.test(address)) return '文内链接'
  if (/^mailto:/i.test(address)) return `邮件：${address.slice('mailto:'.length)}`
  return `链接：${address.replace(/^https?:\/\//i, '')}`
}
