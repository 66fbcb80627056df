const MAX_PATH_CHARS = 2_000

/**
 * Only a hash of our own is a way back; anything else is none. The answer is percent-encoded, so it
 * may stand in a header: a decoded Chinese query may not.
 */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_PATH_CHARS || !/^#\/[^\\]*$/.test(value)) return ''
  const { hash } = new URL(value, 'http://localhost')
  return hash.length <= MAX_PATH_CHARS ? hash : ''
}
