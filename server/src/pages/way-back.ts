/** Only a hash of our own is a way back; anything else is none. */
export function wayBack(value: unknown): string {
  return typeof value === 'string' && /^#\/[^\\]*$/.test(value) && value.length <= 2_000 ? value : ''
}
