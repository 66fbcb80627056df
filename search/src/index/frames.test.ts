import { expect, test } from 'vitest'
import { createMemory } from '../kernels/kernels.ts'
import { compressFrames, decompressFrames, decompressInParallel } from './frames.ts'

const MEGABYTE = 1024 * 1024

test.each([0, 1, 4 * MEGABYTE, 4 * MEGABYTE + 1, 9 * MEGABYTE])(
  '%i bytes come back from their frames',
  async (size) => {
    const bytes = new Uint8Array(createMemory(size).buffer, 0, size)
    for (let at = 0; at < size; at += 1) bytes[at] = at % 7 === 0 ? at >>> 12 : at
    const frames = compressFrames(bytes)
    const [one, other] = [createMemory(size), createMemory(size)].map(
      ({ buffer }) => new Uint8Array(buffer, 0, size),
    )
    decompressFrames(
      frames.map((frame) => Buffer.from(frame)),
      one ?? bytes,
    )
    await decompressInParallel(frames, other ?? bytes)
    expect(Buffer.compare(one ?? bytes, bytes)).toBe(0)
    expect(Buffer.compare(other ?? bytes, bytes)).toBe(0)
  },
)
