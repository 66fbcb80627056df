import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a ZIP container built by a test, whose headers may contain false values. */
export interface ZipPart {
  name: string
  bytes: Uint8Array | string
  /** Unpacked size that the headers declare. */
  declared?: number
  /** Upper half of the external attributes: the Unix file mode. */
  mode?: number
  flags?: number
  stored?: boolean
  /** Index of the entry whose local header this entry refers to. */
  sharesBytesOf?: number
}

interface PackedPart extends ZipPart {
  data: Buffer
  size: number
  crc: number
  offset: number
}

const commonHeader = ({ name, data, size, crc, flags = 0, stored, declared }: PackedPart): Buffer => {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(flags | 0x800, 2)
  header.writeUInt16LE(stored ? 0 : 8, 4)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(data.length, 14)
  header.writeUInt32LE(declared ?? size, 18)
  header.writeUInt16LE(Buffer.byteLength(name), 22)
  return header
}

const localEntry = (part: PackedPart): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04'), commonHeader(part), Buffer.from(part.name), part.data])

function centralEntry(part: PackedPart): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(((part.mode ?? 0) << 16) >>> 0, 6)
  rest.writeUInt32LE(part.offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), commonHeader(part), rest, Buffer.from(part.name)])
}

/**
 * Builds a ZIP container.
 *
 * @param options `count` overrides the number of entries that its end declares
 */
export function zipOf(parts: ZipPart[], { count }: { count?: number } = {}): Buffer {
  const packed: PackedPart[] = []
  let offset = 0
  const locals: Buffer[] = []
  for (const part of parts) {
    const bytes = Buffer.from(part.bytes as Uint8Array)
    const data = part.stored ? bytes : deflateRawSync(bytes)
    const shared = part.sharesBytesOf === undefined ? undefined : packed[part.sharesBytesOf]
    const made = { ...part, data: shared?.data ?? data, size: bytes.length, crc: crc32(bytes), offset }
    if (shared) made.offset = shared.offset
    else {
      const header = localEntry(made)
      locals.push(header)
      offset += header.length
    }
    packed.push(made)
  }
  const directory = Buffer.concat(packed.map(centralEntry))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(count ?? parts.length, 8)
  end.writeUInt16LE(count ?? parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
