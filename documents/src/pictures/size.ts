/** Properties of a picture from its header, read before anything is decoded. Width and height are in pixels. */
export interface PictureFacts {
  width: number
  height: number
  /** Number of pictures in the file. */
  count: number
}

/**
 * Reads the dimensions and number of the pictures in a file. Returns null when the bytes are no picture of this kind,
 * end within the header, or state a width or height of 0.
 */
export function pictureFacts(bytes: Uint8Array, kind: 'png' | 'jpeg' | 'tiff'): PictureFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const facts = { png: pngFacts, jpeg: jpegFacts, tiff: tiffFacts }[kind](view)
    return facts && facts.width > 0 && facts.height > 0 ? facts : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type ByteView = DataView<ArrayBufferLike>

/** Reads PNG (ISO 15948): 8 bytes of signature, then the chunk IHDR, whose data begins at byte 16 with the size. */
const pngFacts = (view: ByteView): PictureFacts => ({
  width: view.getUint32(16),
  height: view.getUint32(20),
  count: 1,
})

/**
 * Reads JPEG (ITU-T T.81): skips segments up to the frame header; null when there is none. After the two bytes that
 * mark the beginning of the file, a segment is
 *
 * | byte | content                                                                 |
 * | ---- | ----------------------------------------------------------------------- |
 * | 0    | 0xff; further ones may fill the space before the marker                 |
 * | 1    | marker                                                                  |
 * | 2–3  | length from here on, in bytes                                           |
 * | 4    | in a frame header: bits per sample, then height (5–6) and width (7–8)   |
 */
function jpegFacts(view: ByteView): PictureFacts | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (isFrameMarker(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), count: 1 }
    at += marker === 0xff ? 1 : 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

/** Returns whether a JPEG marker begins a frame (SOF0–SOF15), without tables (DHT, DAC) and the reserved JPG. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Tags and a type of TIFF 6.0. */
const WIDTH_TAG = 256
const HEIGHT_TAG = 257
const SHORT_TYPE = 3
/** Largest number of directories that are followed: the chain of a damaged file may be a circle. */
const MAX_PICTURES = 1_000
/** Length of an entry of a directory, in bytes. */
const ENTRY_BYTES = 12

/**
 * Reads TIFF 6.0: a chain of directories, one per picture, each followed by the offset of the next one, 0 after the
 * last. Returns the largest width and the largest height of all.
 */
function tiffFacts(view: ByteView): PictureFacts | null {
  // 'I' for Intel, whose byte order is little-endian; 'M' for Motorola.
  const isLittleEndian = view.getUint8(0) === 0x49
  const facts = { width: 0, height: 0, count: 0 }
  for (let at = view.getUint32(4, isLittleEndian); at > 0 && facts.count < MAX_PICTURES; facts.count += 1) {
    facts.width = Math.max(facts.width, readTag(view, { at, isLittleEndian, tag: WIDTH_TAG }))
    facts.height = Math.max(facts.height, readTag(view, { at, isLittleEndian, tag: HEIGHT_TAG }))
    at = view.getUint32(at + 2 + view.getUint16(at, isLittleEndian) * ENTRY_BYTES, isLittleEndian)
  }
  return facts
}

/**
 * Returns the value of a tag in the directory at the offset `at`, or 0 when it is missing. A directory begins with the
 * number of its entries (2 bytes); an entry is tag (2), type (2), count (4) and value (4, of which SHORT uses 2).
 */
function readTag(
  view: ByteView,
  { at, isLittleEndian, tag }: { at: number; isLittleEndian: boolean; tag: number },
): number {
  const entries = view.getUint16(at, isLittleEndian)
  for (let entry = at + 2; entry < at + 2 + entries * ENTRY_BYTES; entry += ENTRY_BYTES) {
    if (view.getUint16(entry, isLittleEndian) !== tag) continue
    const isShort = view.getUint16(entry + 2, isLittleEndian) === SHORT_TYPE
    return isShort ? view.getUint16(entry + 8, isLittleEndian) : view.getUint32(entry + 8, isLittleEndian)
  }
  return 0
}
