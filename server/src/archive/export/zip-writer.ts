import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

// Structures and field offsets are those of the ZIP specification, PKWARE APPNOTE.TXT, section 4.3.
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The values in the headers of an entry. */
interface ZipEntry {
  /** The path in the archive, in UTF-8. */
  name: Buffer
  /** CRC-32 of the bytes. */
  crc: number
  /** Number of bytes. */
  size: number
  /** Offset of the local header in the file. */
  offset: number
}

const LOCAL_HEADER_SIGNATURE = 0x04034b50
const CENTRAL_HEADER_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
/** Flag of a name in UTF-8. */
const UTF_8 = 0x0800
/** Placeholder of a value that is stored in the Zip64 extra field. */
const MAX_UINT32 = 0xffffffff
const MAX_UINT16 = 0xffff
const DOS_EPOCH_YEAR = 1980
/** Version 4.5 of the format introduced Zip64. */
const ZIP_VERSION = 45
/** The extra field with the values that do not fit into 32 bits. */
const ZIP64_EXTRA_ID = 0x0001

// Sizes of the fixed parts of the structures, in bytes.
const LOCAL_HEADER_BYTES = 30
const CENTRAL_HEADER_BYTES = 46
const END_BYTES = 22
const ZIP64_END_BYTES = 56
const ZIP64_LOCATOR_BYTES = 20
/** A Zip64 record states its size without its signature and the size itself. */
const ZIP64_UNCOUNTED_BYTES = 12

/** Bytes buffered per entry; most entries are written together with their header in one call. */
const CHUNK_BYTES = 256 * 1024
/** Entries of the central directory written at once. */
const DIRECTORY_BATCH_SIZE = 1_000

/**
 * Creates a writer of ZIP files with stored (uncompressed) entries. Entries are written one after another, with at
 * most one chunk in memory.
 *
 * Sizes and checksums are written into the local header once the bytes are there, so no data descriptors are needed,
 * and every reader, including those that read from the front, knows where an entry ends. Each entry has a Zip64
 * field, so no size has to be known in advance.
 *
 * @param modified_at the time that all entries state.
 */
export function createZipWriter(file: Pick<FileHandle, 'write'>, modified_at: Date) {
  const entries: ZipEntry[] = []
  const time = dosTime(modified_at)
  /** Number of bytes of the file so far. */
  let end = 0

  /** Writes bytes at an offset; a single call may write only some of them. */
  async function put(bytes: Uint8Array, offset: number): Promise<void> {
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, from, bytes.length - from, offset + from)
      from += bytesWritten
    }
  }

  /** Writes pieces at the end of the file. */
  async function append(pieces: Uint8Array[]): Promise<void> {
    const bytes = Buffer.concat(pieces)
    await put(bytes, end)
    end += bytes.length
  }

  return {
    /** Adds an entry. The name is a relative path; the caller ensures that names are unique. */
    async add(name: string, bytes: Bytes): Promise<void> {
      const entry: ZipEntry = { name: Buffer.from(name), crc: 0, size: 0, offset: end }
      // While the header has not been written, it is the first of these pieces.
      let pieces: Uint8Array[] = [localHeader(entry, time)]
      let length = 0
      for await (const chunk of bytes) {
        entry.crc = crc32(chunk, entry.crc)
        entry.size += chunk.length
        length += chunk.length
        pieces.push(chunk)
        if (length < CHUNK_BYTES) continue
        await append(pieces)
        pieces = []
        length = 0
      }
      // Now with the size and the checksum.
      const header = localHeader(entry, time)
      if (end === entry.offset) pieces[0] = header
      else await put(header, entry.offset)
      await append(pieces)
      entries.push(entry)
    },
    /** Writes the central directory; no entry may be added afterwards. */
    async finish(): Promise<void> {
      const offset = end
      for (let from = 0; from < entries.length; from += DIRECTORY_BATCH_SIZE)
        await append(
          entries.slice(from, from + DIRECTORY_BATCH_SIZE).map((entry) => centralHeader(entry, time)),
        )
      await append([endOfDirectory(entries.length, offset, end - offset)])
    },
  }
}

/**
 * Returns a local header. It always has a Zip64 field, so that its length does not depend on sizes that are not known
 * yet.
 */
function localHeader({ name, crc, size }: ZipEntry, time: number): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES)
  header.writeUInt32LE(LOCAL_HEADER_SIGNATURE, 0)
  header.writeUInt16LE(ZIP_VERSION, 4)
  header.writeUInt16LE(UTF_8, 6)
  header.writeUInt32LE(time, 10)
  header.writeUInt32LE(crc, 14)
  // Compressed and uncompressed size, which are in the Zip64 field.
  header.writeUInt32LE(MAX_UINT32, 18)
  header.writeUInt32LE(MAX_UINT32, 22)
  header.writeUInt16LE(name.length, 26)
  const extra = zip64(size, size)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

/** Returns the header of an entry in the central directory; sizes and offset are in its Zip64 field. */
function centralHeader({ name, crc, size, offset }: ZipEntry, time: number): Buffer {
  const header = Buffer.alloc(CENTRAL_HEADER_BYTES)
  header.writeUInt32LE(CENTRAL_HEADER_SIGNATURE, 0)
  header.writeUInt16LE(ZIP_VERSION, 4)
  header.writeUInt16LE(ZIP_VERSION, 6)
  header.writeUInt16LE(UTF_8, 8)
  header.writeUInt32LE(time, 12)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(MAX_UINT32, 20)
  header.writeUInt32LE(MAX_UINT32, 24)
  header.writeUInt16LE(name.length, 28)
  const extra = zip64(size, size, offset)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(MAX_UINT32, 42)
  return Buffer.concat([header, name, extra])
}

/** Returns a Zip64 extra field with the values whose 32-bit fields have the placeholder, in the order of the header. */
function zip64(...numbers: number[]): Buffer {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(ZIP64_EXTRA_ID, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return field
}

/** Returns the three records at the end; `offset` and `size` are those of the central directory, in bytes. */
function endOfDirectory(count: number, offset: number, size: number): Buffer {
  const end64 = Buffer.alloc(ZIP64_END_BYTES)
  end64.writeUInt32LE(ZIP64_END_SIGNATURE, 0)
  end64.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - ZIP64_UNCOUNTED_BYTES), 4)
  end64.writeUInt16LE(ZIP_VERSION, 12)
  end64.writeUInt16LE(ZIP_VERSION, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(ZIP64_LOCATOR_BYTES)
  locator.writeUInt32LE(ZIP64_LOCATOR_SIGNATURE, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  // The number of disks.
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_SIGNATURE, 0)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16)
  return Buffer.concat([end64, locator, end])
}

/** Returns date (upper 16 bits, from 1980) and time (lower 16 bits, in steps of 2 s) in the format of DOS, in UTC. */
function dosTime(date: Date): number {
  const day =
    ((date.getUTCFullYear() - DOS_EPOCH_YEAR) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
