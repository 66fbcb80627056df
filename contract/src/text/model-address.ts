/** The calls of the protocol, which people paste with the address. */
const MODEL_CALL_PATH = /\/(?:chat\/completions|embeddings|rerank)$/

/**
 * Returns the base of a model endpoint as its calls are appended to: without slashes at the end, without the path of a call,
 * and with `/v1` where only a host is given. The address has to be one that `URL` parses.
 */
export function modelBaseUrl(address: string): string {
  const base = address.replace(/(?<!\/)\/+$/, '').replace(MODEL_CALL_PATH, '')
  return new URL(base).pathname === '/' ? `${base.replace(/(?<!\/)\/+$/, '')}/v1` : base
}

/** The address that is called for a model of a kind. */
export const modelCallUrl = (base_url: string, kind: 'chat' | 'embedding' | 'rerank'): string =>
  `${base_url}/${{ chat: 'chat/completions', embedding: 'embeddings', rerank: 'rerank' }[kind]}`
