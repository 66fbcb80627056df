/** Longer hashes are not returned to. */
const MAX_HASH_CHARS = 2_000
/**
 * Matches a hash route, such as `#/search?q=a`. Backslashes are refused because browsers read them as slashes: to them
 * `/\evil.example` is another site.
 */
const HASH_ROUTE = /^#\/[^\\]*$/

/**
 * Returns a value from outside, percent-encoded, if it is a hash route of our own to which a person may return after
 * log-in; '' for anything else. The encoding is required in a response header, which may not contain a decoded Chinese
 * query.
 */
export function safeReturnHash(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_HASH_CHARS || !HASH_ROUTE.test(value)) return ''
  const { hash } = new URL(value, 'http://localhost')
  // The encoding makes it longer: each Chinese character becomes nine.
  return hash.length <= MAX_HASH_CHARS ? hash : ''
}
