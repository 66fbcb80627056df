import type { Endpoint, OutputOf } from '@scinav/contract'
import { type Answer, CALL_TIMEOUT_MS, localFailure, readAnswer } from './call.ts'

/** How bytes are sent. */
export interface SendOptions {
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  /** Cancels the transfer, which then fails with the problem `cancelled`. */
  signal: AbortSignal
}

/**
 * Sends bytes, or a form with files, to an upload endpoint; resolves as `call` does. Gives up when nothing has been
 * transferred for 60 s. Uses XMLHttpRequest because `fetch` does not report upload progress.
 */
export function sendBytes<E extends Endpoint>(
  endpoint: E,
  url: string,
  bytes: Blob | FormData,
  { onProgress, signal }: SendOptions,
): Promise<Answer<OutputOf<E>>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const stop = () => request.abort()
    const end = (answer: Answer<OutputOf<E>>) => {
      clearTimeout(stallTimer)
      signal.removeEventListener('abort', stop)
      resolve(answer)
    }
    const restartStallTimer = () => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => {
        end(failures.timeout)
        request.abort()
      }, CALL_TIMEOUT_MS)
    }
    request.upload.onprogress = ({ loaded }) => {
      restartStallTimer()
      onProgress(loaded)
    }
    request.onload = () => end(readAnswer(endpoint, request.status, parseJson(request.responseText)))
    request.onerror = () => end(failures.network)
    request.onabort = () => end(failures.cancelled)
    if (signal.aborted) return end(failures.cancelled)
    signal.addEventListener('abort', stop, { once: true })
    request.open(endpoint.method, url)
    request.setRequestHeader('X-Login-Type', 'front')
    // The browser sets the content type of a form, because it chooses the boundary.
    if (bytes instanceof Blob) request.setRequestHeader('Content-Type', 'application/octet-stream')
    restartStallTimer()
    request.send(bytes)
  })
}

/** The failures of an upload that no response reports. */
const failures = {
  timeout: localFailure('timeout', '上传停顿超过 60 秒'),
  network: localFailure('network', '没有连上服务器，请检查网络'),
  cancelled: localFailure('cancelled', '已取消'),
}

/**
 * Parses JSON, or returns undefined for any other body, such as a proxy's error page; `readAnswer` turns that into a
 * failure.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
