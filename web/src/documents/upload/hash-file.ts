import { hashBytes } from './sha256.ts'

/** The message with which the worker answers a request. */
interface HashReply {
  id: number
  /** Absent when the file could not be read. */
  sha256?: string
}

let hashWorker: Worker | undefined
let lastId = 0
/** What to call when a hash arrives, by the id of its request. */
const pendingHashes = new Map<number, (sha256: string | undefined) => void>()

/** Computes the SHA-256 of a file off the main thread; undefined when it cannot be read. */
export function hashFile(file: File): Promise<string | undefined> {
  if (typeof Worker === 'undefined') return hashBytes(file).catch(() => undefined)
  hashWorker ??= startWorker()
  lastId += 1
  const request = { id: lastId, file }
  return new Promise((resolve) => {
    pendingHashes.set(request.id, resolve)
    hashWorker?.postMessage(request)
  })
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data: { id, sha256 } }: MessageEvent<HashReply>) => {
    pendingHashes.get(id)?.(sha256)
    pendingHashes.delete(id)
  }
  // If the worker cannot start, files are uploaded without a hash; the server computes it anyway.
  worker.onerror = () => {
    for (const resolve of pendingHashes.values()) resolve(undefined)
    pendingHashes.clear()
    hashWorker = undefined
  }
  return worker
}
