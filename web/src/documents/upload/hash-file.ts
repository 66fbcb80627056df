import { hashBytes } from './hash-bytes.ts'

interface Reply {
  id: number
  /** Missing where the file could not be read. */
  sha256?: string
}

let thread: Worker | undefined
let last = 0
const waiting = new Map<number, (sha256: string | undefined) => void>()

/** SHA-256 of a file, off the main thread; undefined where it cannot be read. */
export function hashFile(file: File): Promise<string | undefined> {
  if (typeof Worker === 'undefined') return hashBytes(file).catch(() => undefined)
  thread ??= startThread()
  last += 1
  const order = { id: last, file }
  return new Promise((resolve) => {
    waiting.set(order.id, resolve)
    thread?.postMessage(order)
  })
}

function startThread(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data: { id, sha256 } }: MessageEvent<Reply>) => {
    waiting.get(id)?.(sha256)
    waiting.delete(id)
  }
  // Where the thread cannot be had the files go up without their hash: the server reckons it anyway.
  started.onerror = () => {
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
    thread = undefined
  }
  return started
}
