import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { type Answer, localFailure, readAnswer } from './call.ts'
import { wireRequest } from './request.ts'

/** Matches the name of a file in a header, and captures it in percent-encoding: `filename*=UTF-8''a%20b.pdf`. */
const FILE_NAME = /filename\*=UTF-8''([^;]+)/

/**
 * Reads a response body into a file, named after the `filename*` of its `Content-Disposition` header; '' without one.
 */
async function responseFile(response: Response): Promise<File> {
  const [, name = ''] = FILE_NAME.exec(response.headers.get('content-disposition') ?? '') ?? []
  const blob = await response.blob()
  return new File([blob], decodeURIComponent(name), { type: blob.type })
}

/**
 * Calls an endpoint that responds with a file, or with either a file or an envelope. Resolves to a `File` when the body
 * is a file, otherwise to the envelope's data. Never rejects and has no timeout, because large files take long.
 */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<Answer<OutputOf<E> | File>> {
  const { url, ...init } = wireRequest(endpoint, input)
  try {
    const response = await fetch(url, { ...init, credentials: 'include' })
    // A file may be JSON as well, but has a name.
    const { headers } = response
    const isFile = headers.has('content-disposition')
    if (!isFile && headers.get('content-type')?.includes('application/json'))
      return readAnswer(endpoint, response.status, await response.json())
    if (response.ok) return { success: true, code: response.status, data: await responseFile(response) }
    return { success: false, message: '服务器没有给出文件', code: response.status, problem: 'answer' }
  } catch {
    return localFailure('network', '没有连上服务器，请检查网络')
  }
}
