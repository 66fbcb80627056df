import { type Endpoint, isEmpty } from '@scinav/contract'

/** The arguments of `fetch` for one call. */
export interface WireRequest {
  url: string
  method: Endpoint['method']
  headers: Record<string, string>
  body?: string
}

/**
 * Distributes one flat input over path, query and body. A GET puts everything that is not in the path into the query (a
 * list as a repeated key, empty values omitted); other methods send JSON, or no body at all when nothing is left to
 * send.
 */
export function wireRequest(endpoint: Endpoint, input: unknown): WireRequest {
  // The fields that are still to be placed; those of the path are taken out first.
  const rest = new Map<string, unknown>(Object.entries(input ?? {}))
  for (const [key, value] of rest) if (value === undefined) rest.delete(key)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = { 'X-Login-Type': 'front' }
  if (endpoint.method === 'GET') return { url: path + toQueryString(rest), method: endpoint.method, headers }
  if (rest.size === 0) return { url: path, method: endpoint.method, headers }
  headers['Content-Type'] = 'application/json'
  return { url: path, method: endpoint.method, headers, body: JSON.stringify(Object.fromEntries(rest)) }
}

/** Returns a query string with its `?`, or '' without values; lists repeat their key, empty values are omitted. */
function toQueryString(values: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of values) {
    const items = Array.isArray(value) ? value : [value]
    for (const item of items) if (!isEmpty(item)) query.append(key, String(item))
  }
  return query.size > 0 ? `?${query}` : ''
}

/** Generates a random idempotency key for one write. Works on plain http too, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Start values of the four 32-bit hashes that form a key: the offset basis of FNV, and three arbitrary constants. */
const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
const FNV_PRIME = 0x01000193

/**
 * Derives the same idempotency key from equal writes, so that a write requested by an address happens once, however
 * often its page is loaded.
 */
export function idempotencyKeyOf(write: object): string {
  const text = JSON.stringify(write)
  return SEEDS.map((seed) => fnv1a(text, seed).toString(16).padStart(8, '0')).join('')
}

/**
 * Computes FNV-1a (32 bits) over the text's UTF-16 code units. It does not have to resist attacks: keys are separate
 * for each user.
 */
function fnv1a(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}
