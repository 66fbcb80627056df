const LONGEST = 2_000

/**
 * Only a hash of our own is a way back; anything else is none. The answer is percent-encoded, so it
 * may stand in a header: a decoded Chinese query may not.
 */
export function wayBack(value: unknown): string {
  if (typeof value !== 'string' || value.length > LONGEST || !/^#\/[^\\]*$/.test(value)) return ''
  const { hash } = new URL(value, 'http://localhost')
  return hash.length <= LONGEST ? hash : ''
}
