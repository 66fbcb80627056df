/** Text that is HTML already; all other values are escaped in a template. */
export interface Html {
  readonly html: string
}

/** A value of a template. */
type HtmlPart = Html | string | number | null | false | HtmlPart[]

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a value as HTML: HTML itself as it is, nothing for null and false, anything else escaped. */
function render(part: HtmlPart): string {
  if (part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return part.html
  return String(part).replace(/[&<>"']/g, (char) => HTML_ESCAPES[char] ?? char)
}

/** Builds HTML from a template whose values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return { html: strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string) }
}
