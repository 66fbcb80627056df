import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { UnreadableDocument } from '../document.ts'
import { unreadable } from '../faults.ts'

const MEGABYTE = 1024 * 1024

/** What a container may hold. */
export interface ArchiveLimits {
  entries: number
  /** Bytes of everything, unpacked. */
  bytes: number
  /** Unpacked bytes for each packed one. */
  ratio: number
}

export const archiveLimits: ArchiveLimits = { entries: 2_000, bytes: 512 * MEGABYTE, ratio: 100 }

/** Below this nothing can be a bomb, whatever its ratio. */
const HARMLESS = MEGABYTE
/** What is read as one piece: more is not text that somebody wrote. */
const LARGEST_PIECE = 128 * MEGABYTE

/** The files in a container. Everything that is read counts towards the limits, as it is unpacked. */
export interface Archive {
  names: string[]
  /** Bytes of everything, unpacked, as the container announces them. */
  bytes: number
  has: (name: string) => boolean
  /** @throws UnreadableDocument `damaged` where there is no such file; `too-large`. */
  read: (name: string) => Promise<Buffer>
  /** The same piece by piece. */
  stream: (name: string) => AsyncGenerator<Buffer>
  close: () => void
}

/**
 * Opens a ZIP container. Nothing in it is unpacked before it is asked for, and archives in the archive stay closed.
 *
 * @throws UnreadableDocument `unsafe` (names that leave the folder, links, entries that share bytes or a name, more than
 * 2,000 of them), `too-large`, `encrypted`, `damaged`.
 */
export async function openArchive(path: string, limits: ArchiveLimits = archiveLimits): Promise<Archive> {
  const zip = await unlessDamaged(openPromise(path, { decodeStrings: false, autoClose: false }))
  try {
    const entries = await checkedEntries(zip, limits)
    return readers(zip, entries, budget(zip.fileSize, limits))
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What the library says of a file that it cannot read is for programmers. */
async function unlessDamaged<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    throw asFault(error)
  }
}

const asFault = (error: unknown) =>
  error instanceof UnreadableDocument || isOfDisk(error) ? error : unreadable('damaged')

/** Faults of our own machine are not the file's. */
const isOfDisk = (error: unknown) => error instanceof Error && 'syscall' in error

async function checkedEntries(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw unreadable('unsafe')
  const entries = new Map<string, Entry>()
  const all: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      all.push(entry)
      const name = safeName(entry)
      if (name.endsWith('/')) continue
      if (entries.has(name)) throw unreadable('unsafe')
      entries.set(name, entry)
    }
  } catch (error) {
    throw asFault(error)
  }
  refuseOverlaps(all)
  refuseBombs(all, zip.fileSize, limits)
  return entries
}

const LINK = 0xa000
const KIND = 0xf000

/** The name of an entry. @throws UnreadableDocument for links and for names that are more than one of a file inside. */
function safeName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, externalFileAttributes } = entry
  if (generalPurposeBitFlag & 1) throw unreadable('encrypted')
  if (((externalFileAttributes >>> 16) & KIND) === LINK) throw unreadable('unsafe')
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  if (validateFileName(name) !== null || name.includes('\0')) throw unreadable('unsafe')
  return name
}

const LOCAL_HEADER = 30

/** Entries that share their bytes are how a small file unfolds to terabytes (Fifield 2019, "A better zip bomb"). */
function refuseOverlaps(entries: Entry[]): void {
  const byPlace = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of byPlace) {
    if (start < end) throw unreadable('unsafe')
    end = start + LOCAL_HEADER + fileNameLength + compressedSize
  }
}

/** By what the archive itself announces; what it does not announce is counted when it is read. */
function refuseBombs(entries: Entry[], size: number, limits: ArchiveLimits): void {
  const count = budget(size, limits)
  for (const { uncompressedSize } of entries) count(uncompressedSize)
}

/** Counts unpacked bytes; throws once there are too many. */
function budget(size: number, { bytes, ratio }: ArchiveLimits): (more: number) => void {
  const most = Math.min(bytes, Math.max(HARMLESS, size * ratio))
  let total = 0
  return (more) => {
    total += more
    if (total > most) throw unreadable('too-large', { limit: sizeName(most) })
  }
}

const sizeName = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`

function readers(zip: ZipFile, entries: Map<string, Entry>, count: (more: number) => void): Archive {
  async function* stream(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw unreadable('damaged')
    const bytes = await unlessDamaged(zip.openReadStreamPromise(entry))
    try {
      for await (const chunk of bytes) {
        count(chunk.length)
        yield chunk
      }
    } catch (error) {
      throw asFault(error)
    } finally {
      bytes.destroy()
    }
  }
  return {
    names: [...entries.keys()],
    bytes: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    has: (name) => entries.has(name),
    stream,
    async read(name) {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of stream(name)) {
        size += chunk.length
        if (size > LARGEST_PIECE) throw unreadable('too-large', { limit: sizeName(LARGEST_PIECE) })
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    close: () => zip.close(),
  }
}
