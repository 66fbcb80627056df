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
  const withoutFragment = query.split('#', 1).join('')
  for (const pair of withoutFragment.split('&')) {
    if (!pair) continue
    const equals = pair.indexOf('=')
    const key = equals >= 0 ? pair.slice(0, equals) : pair
    pairs[decode(key)] = equals >= 0 ? decode(pair.slice(equals + 1)) : ''
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
