import { crc32, deflateRawSync } from 'node:zlib'
import { documentFault } from './faults.ts'

// A ZIP container (PKWARE APPNOTE 6.3.10) consists of the entries, each a local header with its data, of the central
// directory with one record per entry, and of the end record.

/** Signatures of a record of the directory and of the end record. */
const CENTRAL_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
/** Length of the fixed part of a record of the directory, and of the end record. */
const CENTRAL_HEADER_BYTES = 46
const END_BYTES = 22
/** Offsets of the fields that are read or changed in a record of the directory (4.3.12), in bytes. */
const RECORD_FIELDS = { nameBytes: 28, extraBytes: 30, commentBytes: 32, attributes: 38, localOffset: 42 }
/** The same in the end record (4.3.16). */
const END_FIELDS = {
  entriesOnDisk: 8,
  entries: 10,
  directoryBytes: 12,
  directoryOffset: 16,
  commentBytes: 20,
}
/** Longest comment after the end record. */
const MAX_COMMENT_BYTES = 0xffff
/** What a 32-bit field contains when its value stands elsewhere (ZIP64). */
const MOVED_TO_ZIP64 = 0xffffffff

/** Values of the fields for flags, compression method and version (2.0) of the entries that are written. */
const UTF8_NAMES = 0x800
const DEFLATED = 8
const VERSION = 20
/** 1980-01-01, the earliest date of the format, in the fields for time and date. */
const EARLIEST_TIME = 0x00210000

/** An entry of a ZIP container: its record in the central directory, and its header and data. */
interface ZipEntry {
  name: string
  record: Buffer
  /** The local header and the data after it. */
  local: Buffer
}

/**
 * Returns a ZIP container in which some files are replaced and others added. All other entries keep their bytes and
 * their order.
 *
 * @param bytes a container that `openArchive` accepts
 * @throws UnreadableDocument `damaged` when the directory cannot be read, or is one of ZIP64.
 */
export function rewriteArchive(bytes: Buffer, files: ReadonlyMap<string, Buffer>): Buffer {
  const end = findEnd(bytes)
  const entries = readDirectory(bytes, end)
  const known = new Set(entries.map(({ name }) => name))
  const added = [...files].filter(([name]) => !known.has(name))
  const packed = [
    ...entries.map((entry) => {
      const content = files.get(entry.name)
      return content ? packEntry(entry.name, content, entry.record) : entry
    }),
    ...added.map(([name, content]) => packEntry(name, content)),
  ]
  let offset = 0
  const records = packed.map(({ record, local }) => {
    const placed = Buffer.from(record)
    placed.writeUInt32LE(offset, RECORD_FIELDS.localOffset)
    offset += local.length
    return placed
  })
  const directoryBytes = records.reduce((sum, { length }) => sum + length, 0)
  const tail = Buffer.from(bytes.subarray(end))
  tail.writeUInt16LE(packed.length, END_FIELDS.entriesOnDisk)
  tail.writeUInt16LE(packed.length, END_FIELDS.entries)
  tail.writeUInt32LE(directoryBytes, END_FIELDS.directoryBytes)
  tail.writeUInt32LE(offset, END_FIELDS.directoryOffset)
  return Buffer.concat([...packed.map(({ local }) => local), ...records, tail])
}

/** Returns the offset of the end record, which only its own comment may follow. */
function findEnd(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.length - END_BYTES; at >= earliest; at -= 1) {
    const commentBytes = bytes.readUInt16LE(at + END_FIELDS.commentBytes)
    const endsFile = at + END_BYTES + commentBytes === bytes.length
    if (endsFile && bytes.readUInt32LE(at) === END_SIGNATURE) return at
  }
  throw documentFault('damaged')
}

/** Returns the entries in the order of the directory; an entry ends where the next one in the file begins. */
function readDirectory(bytes: Buffer, end: number): ZipEntry[] {
  const count = bytes.readUInt16LE(end + END_FIELDS.entries)
  const directory = bytes.readUInt32LE(end + END_FIELDS.directoryOffset)
  const entries: { name: string; record: Buffer; start: number }[] = []
  let at = directory
  for (let read = 0; read < count; read += 1) {
    if (at + CENTRAL_HEADER_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE)
      throw documentFault('damaged')
    const nameBytes = bytes.readUInt16LE(at + RECORD_FIELDS.nameBytes)
    const extraBytes = bytes.readUInt16LE(at + RECORD_FIELDS.extraBytes)
    const commentBytes = bytes.readUInt16LE(at + RECORD_FIELDS.commentBytes)
    const start = bytes.readUInt32LE(at + RECORD_FIELDS.localOffset)
    if (start === MOVED_TO_ZIP64 || start >= directory) throw documentFault('damaged')
    const nameEnd = at + CENTRAL_HEADER_BYTES + nameBytes
    const name = bytes.toString('utf8', at + CENTRAL_HEADER_BYTES, nameEnd)
    const next = nameEnd + extraBytes + commentBytes
    entries.push({ name, record: bytes.subarray(at, next), start })
    at = next
  }
  const starts = entries.map(({ start }) => start).sort((a, b) => a - b)
  const endOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? directory]))
  return entries.map(({ name, record, start }) => ({
    name,
    record,
    local: bytes.subarray(start, endOf.get(start)),
  }))
}

/** Packs a file; `replaced` is the record of the entry that it replaces, whose file attributes it takes over. */
function packEntry(name: string, content: Buffer, replaced?: Buffer): ZipEntry {
  const data = deflateRawSync(content)
  const nameBytes = Buffer.from(name)
  // The fields that both headers share: version, flags, method, time and date, checksum, packed and unpacked bytes,
  // bytes of the name, and of the extra field, which is missing.
  const header = Buffer.alloc(26)
  header.writeUInt16LE(VERSION, 0)
  header.writeUInt16LE(UTF8_NAMES, 2)
  header.writeUInt16LE(DEFLATED, 4)
  header.writeUInt32LE(EARLIEST_TIME, 6)
  header.writeUInt32LE(crc32(content), 10)
  header.writeUInt32LE(data.length, 14)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt16LE(nameBytes.length, 22)
  // The fields after the length of the name, of which only the file attributes are not 0.
  const attributes = Buffer.alloc(14)
  if (replaced) attributes.writeUInt32LE(replaced.readUInt32LE(RECORD_FIELDS.attributes), 6)
  return {
    name,
    // The signature and, in a record only, the version of the program (2.0) come before the shared fields.
    record: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, attributes, nameBytes]),
    local: Buffer.concat([Buffer.from('PK\x03\x04'), header, nameBytes, data]),
  }
}
