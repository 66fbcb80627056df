import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

// The sections of a segment in its file, except for the positions: frames of zstd, each of `FRAME_BYTES` of the segment,
// the last one of fewer. Frames are decompressed in parallel by the threads of Node.

/** Number of bytes of a segment per frame: many for the compression, few enough to keep all processors busy. */
const FRAME_BYTES = 4 * 1024 * 1024

/** Compresses the bytes of a segment. */
export function compressFrames(bytes: Uint8Array): Buffer[] {
  const frames: Buffer[] = []
  // The slice is a copy in memory that is not shared, as zstd needs it.
  for (let at = 0; at < bytes.length; at += FRAME_BYTES)
    frames.push(zstdCompressSync(bytes.slice(at, at + FRAME_BYTES)))
  return frames
}

// Each result in one piece.
const OPTIONS = { chunkSize: FRAME_BYTES }
const decompress = promisify(zstdDecompress)

/** Decompresses frames into the bytes of a segment, one after the other. The frames are used up. */
export function decompressFrames(frames: Buffer[], bytes: Uint8Array): void {
  for (const [at, frame] of frames.entries())
    takeFrame(frame, zstdDecompressSync(frame, OPTIONS), bytes, at * FRAME_BYTES)
}

/** Does the same in parallel. */
export async function decompressInParallel(frames: Buffer[], bytes: Uint8Array): Promise<void> {
  await Promise.all(
    frames.map(async (frame, at) =>
      takeFrame(frame, await decompress(frame, OPTIONS), bytes, at * FRAME_BYTES),
    ),
  )
}

/** Copies a decompressed frame and frees both at once instead of waiting for the garbage collector. */
function takeFrame(frame: Buffer, decompressed: Buffer, bytes: Uint8Array, at: number): void {
  bytes.set(decompressed, at)
  for (const { buffer } of [frame, decompressed])
    if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}
