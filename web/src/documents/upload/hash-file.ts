import { hashBytes } from './hash-bytes.ts'

interface HashReply {
  id: number
  /** Absent when the file could not be read. */
  sha256?: string
}

let hashWorker: Worker | undefined
let lastId = 0
const pendingHashes = new Map<number, (sha256: string | undefined) => void>()

/** Computes the SHA-256 of a file off the main thread; undefined when it cannot be read. */
export function hashFile(file: File): Promise<string | undefined> {
  if (typeof Worker === 'undefined') return hashBytes(file).catch(() => undefined)
  hashWorker ??= startWorker()
  lastId += 1
  const order = { id: lastId, file }
  return new Promise((resolve) => {
    pendingHashes.set(order.id, resolve)
    hashWorker?.postMessage(order)
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data: { id, sha256 } }: MessageEvent<HashReply>) => {
    pendingHashes.get(id)?.(sha256)
    pendingHashes.delete(id)
  }
  // If the worker cannot start, files are uploaded without a hash; the server computes it anyway.
  started.onerror = () => {
    for (const resolve of pendingHashes.values()) resolve(undefined)
    pendingHashes.clear()
    hashWorker = undefined
  }
  return started
}
