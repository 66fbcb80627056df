/**
 * Parses a query string into decoded key/value pairs. Accepts a bare query, one with its `?`, or a whole URL or hash.
 * The last value of a repeated key wins; an invalid escape is left as written.
 *
 * Source: specification §5.
 */
export function parseQuery(text: string): Record<string, string> {
  const mark = text.indexOf('?')
  const query = mark >= 0 ? text.slice(mark + 1) : text
  const pairs: Record<string, string> = Object.create(null)
  for (const part of query.split('#', 1).join('').split('&')) {
    if (!part) continue
    const equals = part.indexOf('=')
    const key = equals >= 0 ? part.slice(0, equals) : part
    pairs[decode(key)] = equals >= 0 ? decode(part.slice(equals + 1)) : ''
  }
  return pairs
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
