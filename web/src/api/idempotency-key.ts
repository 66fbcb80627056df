/** A fresh key for one write. Works on plain http too, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
const FNV_PRIME = 0x01000193

/** The same key for the same write: what an address asks for is done once, however often its page is loaded. */
export function idempotencyKeyOf(write: object): string {
  const text = JSON.stringify(write)
  return SEEDS.map((seed) => hashed(text, seed).toString(16).padStart(8, '0')).join('')
}

/** FNV-1a (32 bits) over the text's UTF-16 units; it need not withstand anybody, keys are each person's own. */
function hashed(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}
