// Opens ZIP containers, such as office files and books, that may come from anybody: nothing in them is trusted.
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl'
import { documentFault, UnreadableDocument } from './faults.ts'

const MEGABYTE = 1024 * 1024

/** Limits of a container file. */
export interface ArchiveLimits {
  /** Number of files and folders. */
  entries: number
  /** Unpacked bytes of all entries together. */
  bytes: number
  /** Unpacked bytes per packed byte. */
  ratio: number
}

/** Default limits, which apply to office files and books. */
export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 2_000, bytes: 512 * MEGABYTE, ratio: 100 }

/** Unpacked size below which nothing is treated as a decompression bomb, whatever its ratio. */
const MAX_HARMLESS_BYTES = MEGABYTE
/** Bounds what is read into memory as one piece, in bytes: larger parts are not text that a person wrote. */
const MAX_READ_BYTES = 128 * MEGABYTE
/** Bounds the directory of a container, which is kept in memory, in bytes. */
const MAX_DIRECTORY_BYTES = 32 * MEGABYTE
/** Length of the fixed part of an entry in the directory. */
const DIRECTORY_ENTRY_BYTES = 46
/** Bounds a name with its folders, in bytes of UTF-8, and the folders in it: more than file systems and people use. */
const MAX_NAME_BYTES = 1_000
const MAX_FOLDER_DEPTH = 32

/** An open ZIP container. Everything that is read counts toward the limits while it is unpacked. */
export interface Archive {
  /** Names of the files, without folders, in the order of the container. */
  names: string[]
  /** Unpacked bytes of all entries together, as the container declares them. */
  bytes: number
  has: (name: string) => boolean
  /** Returns the unpacked bytes of a file, as the container declares them; 0 when there is no such file. */
  size: (name: string) => number
  /**
   * Reads a whole file into memory.
   *
   * @throws UnreadableDocument `damaged` when there is no such file or it cannot be unpacked, `too-large` when a
   * limit is exceeded.
   */
  read: (name: string) => Promise<Buffer>
  /** Reads a file in chunks; throws as `read` does. */
  stream: (name: string) => AsyncGenerator<Buffer>
  close: () => void
}

/**
 * Opens a ZIP container. Nothing in it is unpacked until it is read, and archives inside the archive are not opened.
 *
 * @throws UnreadableDocument `unsafe` (names that leave the folder, symbolic links, entries that share bytes or a
 * name, overlong names, more entries or a longer directory than allowed), `too-large`, `encrypted`, `damaged`.
 */
export async function openArchive(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
  const zip = await withDamageFaults(openPromise(path, { decodeStrings: false, autoClose: false }))
  try {
    const entries = await readEntries(zip, limits)
    return createArchive(zip, entries, createUnpackBudget(zip.fileSize, limits))
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Replaces errors of the ZIP library, whose messages are meant for programmers, by `damaged`. */
async function withDamageFaults<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation
  } catch (error) {
    throw toDocumentFault(error)
  }
}

/** Returns the fault of the document that an error means; errors of the system are passed on. */
const toDocumentFault = (error: unknown) =>
  error instanceof UnreadableDocument || isSystemError(error) ? error : documentFault('damaged')

/** Returns whether an error comes from the operating system and not from the file. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error

/**
 * Reads the directory of a container and returns its files by name. @throws UnreadableDocument as `openArchive` does.
 */
async function readEntries(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw documentFault('unsafe')
  const entries = new Map<string, Entry>()
  const allEntries: Entry[] = []
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry
      directoryBytes += DIRECTORY_ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength
      if (directoryBytes > MAX_DIRECTORY_BYTES) throw documentFault('unsafe')
      allEntries.push(entry)
      const name = safeName(entry)
      if (name.endsWith('/')) continue
      if (entries.has(name)) throw documentFault('unsafe')
      entries.set(name, entry)
    }
  } catch (error) {
    throw toDocumentFault(error)
  }
  refuseOverlaps(allEntries)
  refuseBombs(allEntries, zip.fileSize, limits)
  return entries
}

/** Type of a symbolic link in the file mode of Unix, which ZIP stores in the upper half of its attributes. */
const SYMLINK_MODE = 0xa000
const FILE_TYPE_MASK = 0xf000

/**
 * Returns the name of an entry.
 *
 * @throws UnreadableDocument `encrypted`; `unsafe` for symbolic links, for overlong names and for those that do not
 * denote a file inside the container.
 */
function safeName(entry: Entry): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, externalFileAttributes } = entry
  if (generalPurposeBitFlag & 1) throw documentFault('encrypted')
  if (((externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMLINK_MODE) throw documentFault('unsafe')
  const isUnicodeName =
    (generalPurposeBitFlag & UTF_8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH_ID)
  const name = isUnicodeName
    ? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    : decodeName(fileNameRaw)
  if (validateFileName(name) !== null || name.includes('\0')) throw documentFault('unsafe')
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw documentFault('unsafe')
  if (name.split('/').length - 1 > MAX_FOLDER_DEPTH) throw documentFault('unsafe')
  return name
}

/** Flag of a name in UTF-8, and the extra field that has one (PKWARE APPNOTE.TXT, 4.4.4 and 4.6.9). */
const UTF_8_FLAG = 0x0800
const UNICODE_PATH_ID = 0x7075

/**
 * Decodes a name of unmarked encoding: UTF-8 where it is that, as macOS writes it, else GB 18030, as programs of
 * Chinese systems do.
 */
function decodeName(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw).replaceAll('\\', '/')
  } catch {
    return new TextDecoder('gb18030').decode(raw).replaceAll('\\', '/')
  }
}

/** Length of the fixed part of the header before each entry. */
const LOCAL_HEADER_BYTES = 30

/**
 * Rejects entries that share bytes: overlapping entries are how a small file expands to terabytes (Fifield 2019, "A
 * better zip bomb").
 */
function refuseOverlaps(entries: Entry[]): void {
  const byOffset = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of byOffset) {
    if (start < end) throw documentFault('unsafe')
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize
  }
}

/** Rejects archives whose declared sizes exceed the limits; `stream` counts the bytes that are really unpacked. */
function refuseBombs(entries: Entry[], packedBytes: number, limits: ArchiveLimits): void {
  const countBytes = createUnpackBudget(packedBytes, limits)
  for (const { uncompressedSize } of entries) countBytes(uncompressedSize)
}

/**
 * Returns a function that adds to the unpacked bytes so far and throws `too-large` when their sum exceeds
 * min(bytes, max(1 MB, packed bytes · ratio)).
 */
function createUnpackBudget(packedBytes: number, { bytes, ratio }: ArchiveLimits): (more: number) => void {
  const limit = Math.min(bytes, Math.max(MAX_HARMLESS_BYTES, packedBytes * ratio))
  let total = 0
  return (more) => {
    total += more
    if (total > limit) throw documentFault('too-large', { limit: formatMegabytes(limit) })
  }
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`

/** Builds the archive; `countBytes` is called for the unpacked bytes and throws when they are too many. */
function createArchive(
  zip: ZipFile,
  entries: Map<string, Entry>,
  countBytes: (more: number) => void,
): Archive {
  async function* stream(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw documentFault('damaged')
    const bytes = await withDamageFaults(zip.openReadStreamPromise(entry))
    try {
      for await (const chunk of bytes) {
        countBytes(chunk.length)
        yield chunk
      }
    } catch (error) {
      throw toDocumentFault(error)
    } finally {
      bytes.destroy()
    }
  }
  return {
    names: [...entries.keys()],
    bytes: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    has: (name) => entries.has(name),
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    stream,
    async read(name) {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of stream(name)) {
        size += chunk.length
        if (size > MAX_READ_BYTES)
          throw documentFault('too-large', { limit: formatMegabytes(MAX_READ_BYTES) })
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    close: () => zip.close(),
  }
}
