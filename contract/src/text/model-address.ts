/** The paths of protocol calls, which users often paste with the address. */
const MODEL_CALL_PATH = /\/(?:chat\/completions|embeddings|rerank)$/

/**
 * Returns the base address of a model endpoint to which call paths are appended: without trailing slashes, without the
 * path of a call, and with `/v1` where only a host is given.
 *
 * @throws TypeError when `URL` cannot parse the address.
 */
export function modelBaseUrl(address: string): string {
  const base = address.replace(/(?<!\/)\/+$/, '').replace(MODEL_CALL_PATH, '')
  return new URL(base).pathname === '/' ? `${base.replace(/(?<!\/)\/+$/, '')}/v1` : base
}

/** Returns the address of the call for a kind of model. */
export const modelCallUrl = (base_url: string, kind: 'chat' | 'embedding' | 'rerank'): string =>
  `${base_url}/${{ chat: 'chat/completions', embedding: 'embeddings', rerank: 'rerank' }[kind]}`
