/**
 * Labels the links of a rendered page: they are empty boxes over its text, and pdf.js gives them no name. Outside links
 * are named by their target address, links within the file by their destination.
 */
export function nameLinks(page: ParentNode): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('.annotationLayer a[href]'))
    if (!link.textContent && !link.hasAttribute('aria-label')) link.setAttribute('aria-label', linkName(link))
}

function linkName(link: HTMLAnchorElement): string {
  const address = link.getAttribute('href') ?? ''
  if (!/^[a-z]+:/i.test(address)) return '文内链接'
  if (/^mailto:/i.test(address)) return `邮件：${address.slice('mailto:'.length)}`
  return `链接：${address.replace(/^https?:\/\//i, '')}`
}
