/** Returns an address or identifier without braces and escapes; everything else is kept. */
export function decodeVerbatim(text: string): string {
  return text
    .replace(/\\(?:url|path|href)\s*/g, '')
    .replace(/\\(?:textasciitilde|~)\s*(?:\{\})?/g, '~')
    .replace(/\$\\sim\$/g, '~')
    .replace(/\$?\\(?:textless|lt)(?![a-z])\s*(?:\{\})?\$?|\$<\$/g, '<')
    .replace(/\$?\\(?:textgreater|gt)(?![a-z])\s*(?:\{\})?\$?|\$>\$/g, '>')
    .replace(/\\textunderscore\s*(?:\{\})?/g, '_')
    .replace(/\\([#$%&_{}~])/g, '$1')
    .replace(/[{}]/g, '')
    .trim()
}
