// The worker that hashes files before they are uploaded.
import { hashBytes } from './sha256.ts'

interface HashRequest {
  id: number
  file: File
}

const { postMessage } = globalThis as unknown as { postMessage: (answer: object) => void }

addEventListener('message', ({ data: { id, file } }: MessageEvent<HashRequest>) => {
  hashBytes(file).then(
    (sha256) => postMessage({ id, sha256 }),
    () => postMessage({ id }),
  )
})
