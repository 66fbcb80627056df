import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { type Answer, readAnswer } from './call.ts'
import { wireRequest } from './request.ts'

/** The bytes of an answer, with the name that the server gave them. */
async function responseFile(response: Response): Promise<File> {
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const blob = await response.blob()
  return new File([blob], decodeURIComponent(name), { type: blob.type })
}

/**
 * Calls an endpoint that answers a file, or either a file or an envelope. Resolves to the bytes where a
 * file came, else to the envelope's data. Never rejects, and has no time limit: large files take long.
 */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Answer<OutputOf<E> | File>> {
  const { url, ...init } = wireRequest(endpoint, input)
  try {
    const response = await fetch(url, { ...init, credentials: 'include' })
    const isEnvelope = response.headers.get('content-type')?.includes('application/json')
    if (isEnvelope) return readAnswer(endpoint, response.status, await response.json())
    if (response.ok) return { success: true, code: response.status, data: await responseFile(response) }
    return { success: false, message: '服务器没有给出文件', code: response.status, problem: 'answer' }
  } catch {
    return { success: false, message: '没有连上服务器，请检查网络', code: 0, problem: 'network' }
  }
}
