// Reduces pictures of screens to at most 256 colours, which suffices for screens of text.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const RGBA = 6
const PALETTE = 3
const MAX_COLOURS = 256

interface Picture {
  width: number
  height: number
  /** Three bytes per pixel. */
  pixels: Buffer
}

/**
 * Returns the picture with at most 256 colours: the most frequent ones, with every other colour replaced by the nearest
 * of them.
 */
export function reduceColours(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const colours = frequentColours(pixels)
  const nearest = nearestFinder(colours)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = nearest(colourAt(pixels, y * width + x))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, PALETTE, 0, 0, 0], 8)
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
  ]
  return Buffer.concat([SIGNATURE, ...parts, chunk('IEND', Buffer.alloc(0))])
}

const colourAt = (pixels: Buffer, index: number) => pixels.readUIntBE(index * 3, 3)

/**
 * Returns the most frequent colours, counted in cells of 4 × 4 × 4 values, so that shades of one colour do not displace
 * the others.
 */
function frequentColours(pixels: Buffer): number[] {
  const cells = new Map<number, { count: number; best: number; colours: Map<number, number> }>()
  for (let index = 0; index < pixels.length / 3; index += 1) {
    const colour = colourAt(pixels, index)
    const cell = cells.get(colour & 0xfcfcfc) ?? { count: 0, best: colour, colours: new Map() }
    const seen = (cell.colours.get(colour) ?? 0) + 1
    cell.colours.set(colour, seen)
    if (seen > (cell.colours.get(cell.best) ?? 0)) cell.best = colour
    cell.count += 1
    cells.set(colour & 0xfcfcfc, cell)
  }
  const frequent = [...cells.values()].sort((a, b) => b.count - a.count).slice(0, MAX_COLOURS)
  return frequent.map((cell) => cell.best)
}

function nearestFinder(colours: number[]): (colour: number) => number {
  const known = new Map(colours.map((colour, index) => [colour, index]))
  const distance = (a: number, b: number) =>
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
  return (colour) => {
    const found = known.get(colour)
    if (found !== undefined) return found
    let best = 0
    for (const [index, candidate] of colours.entries())
      if (distance(candidate, colour) < distance(colours[best] ?? 0, colour)) best = index
    known.set(colour, best)
    return best
  }
}

/**
 * Decodes a PNG picture.
 *
 * @throws for anything but 8-bit RGB or RGBA without interlacing, which is what browsers produce
 */
function decode(png: Buffer): Picture {
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') header = body
    if (name === 'IDAT') data.push(body)
    at += length + 12
  }
  const [depth, type, , , interlaced] = header?.subarray(8) ?? []
  if (!header || depth !== 8 || (type !== RGB && type !== RGBA) || interlaced !== 0)
    throw new Error('not a picture as browsers make them')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  return {
    width,
    height,
    pixels: unfilter(inflateSync(Buffer.concat(data)), width, height, type === RGB ? 3 : 4),
  }
}

/** Reverses PNG's filters (PNG specification, section 9) and drops the alpha channel. */
function unfilter(raw: Buffer, width: number, height: number, size: number): Buffer {
  const stride = width * size
  const pixels = Buffer.alloc(width * height * 3)
  // Each row is padded on the left by the bytes of one pixel, so that the first pixel has a left neighbour, 0.
  let above = Buffer.alloc(size + stride)
  for (let y = 0; y < height; y += 1) {
    const at = y * (stride + 1)
    const row = Buffer.concat([Buffer.alloc(size), raw.subarray(at + 1, at + 1 + stride)])
    const predict = predictors[raw[at] ?? 0] ?? none
    for (let x = size; x < row.length; x += 1)
      row[x] = byte(row, x) + predict(byte(row, x - size), byte(above, x), byte(above, x - size))
    for (let x = 0; x < width; x += 1)
      row.copy(pixels, (y * width + x) * 3, (x + 1) * size, (x + 1) * size + 3)
    above = row
  }
  return pixels
}

const byte = (bytes: Buffer, at: number) => bytes[at] ?? 0

/** Predicts a byte from its neighbours to the left, above, and above left. */
type Predictor = (left: number, up: number, corner: number) => number

const none: Predictor = () => 0

const paeth: Predictor = (left, up, corner) => {
  const byLeft = Math.abs(up - corner)
  const byUp = Math.abs(left - corner)
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

const predictors: Predictor[] = [
  none,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(body.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
