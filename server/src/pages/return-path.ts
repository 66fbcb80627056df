const MAX_PATH_CHARS = 2_000

/**
 * Returns a hash route of our own as the way back, percent-encoded, or '' for anything else. The encoding is required
 * in a response header, which may not contain a decoded Chinese query.
 */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_PATH_CHARS || !/^#\/[^\\]*$/.test(value)) return ''
  const { hash } = new URL(value, 'http://localhost')
  return hash.length <= MAX_PATH_CHARS ? hash : ''
}
