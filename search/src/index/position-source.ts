import { closeSync, openSync, readSync } from 'node:fs'

/** Some of the positions of a segment. */
export interface PositionWindow {
  /** Offset of the first byte among all positions. */
  start: number
  bytes: Uint8Array
}

/** The positions of a segment, in memory or in its file. */
export interface PositionSource {
  /** Number of bytes. */
  length: number
  /** Returns a window that contains at least the bytes from `from` up to, not including, `to`. */
  window: (from: number, to: number) => PositionWindow
}

/** Where the positions of a segment are: in memory that threads share, or in a file, from `offset` on. */
export type PositionsPlace = { bytes: Uint8Array } | FilePlace

interface FilePlace {
  path: string
  offset: number
  length: number
}

/** Opens positions where they are. */
export const openPositionSource = (place: PositionsPlace): PositionSource =>
  'bytes' in place ? positionsInMemory(place.bytes) : positionsInFile(place)

/** Opens positions that are in memory. */
export function positionsInMemory(bytes: Uint8Array): PositionSource {
  const whole = { start: 0, bytes }
  return { length: bytes.length, window: () => whole }
}

/** Closes the file of a source that is garbage: until then a search may read it, even when it has been removed. */
const unused = new FinalizationRegistry<number>(closeSync)

/**
 * Opens positions that stay in a file and are read when they are needed. The file is opened at once, because a merge
 * removes it. A thread that comes too late for that gets the update without the segment next, so only reading fails.
 */
function positionsInFile({ path, offset, length }: FilePlace): PositionSource {
  let file: number | null = null
  const open = () => {
    const opened = openSync(path, 'r')
    unused.register(source, opened)
    return opened
  }
  const source = {
    length,
    window(from: number, to: number) {
      file ??= open()
      const bytes = new Uint8Array(to - from)
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(file, bytes, at, bytes.length - at, offset + from + at)
        if (read === 0) throw new Error(`${path} is too short`)
        at += read
      }
      return { start: from, bytes }
    },
  }
  try {
    file = open()
  } catch {
    // Tried again, and reported, when positions are read.
  }
  return source
}

/** Returns all positions of a source. */
export const readAllPositions = ({ length, window }: PositionSource): Uint8Array => window(0, length).bytes
