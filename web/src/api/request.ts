import { type Endpoint, isEmpty } from '@scinav/contract'

/** What `fetch` needs for one call. */
export interface WireRequest {
  url: string
  method: Endpoint['method']
  headers: Record<string, string>
  body?: string
}

/**
 * Spreads one flat input over path, query and body. A GET puts everything that is not in the path into
 * the query (a list as a repeated key, empty values left out); other methods send JSON, or no body at
 * all when nothing is left to send.
 */
export function wireRequest(endpoint: Endpoint, input: unknown): WireRequest {
  const rest = new Map<string, unknown>(Object.entries(input ?? {}))
  for (const [key, value] of rest) if (value === undefined) rest.delete(key)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = { 'X-Login-Type': 'front' }
  if (endpoint.method === 'GET') return { url: path + queryOf(rest), method: endpoint.method, headers }
  if (rest.size === 0) return { url: path, method: endpoint.method, headers }
  headers['Content-Type'] = 'application/json'
  return { url: path, method: endpoint.method, headers, body: JSON.stringify(Object.fromEntries(rest)) }
}

function queryOf(values: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of values) {
    const items = Array.isArray(value) ? value : [value]
    for (const item of items) if (!isEmpty(item)) query.append(key, String(item))
  }
  return query.size > 0 ? `?${query}` : ''
}
