import { crc32, deflateSync } from 'node:zlib'

/** Letters of five by seven points, one number of bits per row. */
const LETTER_BITMAPS: Record<string, number[]> = {
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  H: [17, 17, 17, 31, 17, 17, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  O: [14, 17, 17, 17, 17, 17, 14],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  ' ': [0, 0, 0, 0, 0, 0, 0],
}
const POINT_PIXELS = 6
const MARGIN_PIXELS = 40

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** Builds a gray PNG of these rows; its header may declare another size. */
export function pngOf(rows: Buffer[], declaredSize: { width: number; height: number } | null = null): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(declaredSize?.width ?? rows[0]?.length ?? 0, 0)
  header.writeUInt32BE(declaredSize?.height ?? rows.length, 4)
  header[8] = 8
  const lines = Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns the black points of a letter. */
const blackPoints = (letter: string): { x: number; y: number }[] =>
  (LETTER_BITMAPS[letter] ?? []).flatMap((bits, y) =>
    [0, 1, 2, 3, 4].filter((x) => bits & (16 >> x)).map((x) => ({ x, y })),
  )

/** Returns the pixels of a text, black on white, row by row. */
function pixelRows(text: string): Buffer[] {
  const width = MARGIN_PIXELS * 2 + text.length * 6 * POINT_PIXELS
  const rows = Array.from({ length: MARGIN_PIXELS * 2 + 7 * POINT_PIXELS }, () => Buffer.alloc(width, 255))
  const points = [...text].flatMap((letter, at) =>
    blackPoints(letter).map(({ x, y }) => ({ x: at * 6 + x, y })),
  )
  for (const { x, y } of points) {
    const top = MARGIN_PIXELS + y * POINT_PIXELS
    const left = MARGIN_PIXELS + x * POINT_PIXELS
    for (const row of rows.slice(top, top + POINT_PIXELS)) row.fill(0, left, left + POINT_PIXELS)
  }
  return rows
}

/** Builds a picture of a text. */
export const pictureOf = (text: string): Buffer => pngOf(pixelRows(text))

/** Returns the objects of a page that is a picture of a text scanned at 300 dpi: page, picture, drawing. */
function scannedPage(text: string, first: number): string[] {
  const rows = pixelRows(text)
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const picture = deflateSync(Buffer.concat(rows)).toString('latin1')
  const [wide, high] = [width * 0.24, height * 0.24]
  const drawing = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
  return [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</P ${first + 1} 0 R>>>>/Contents ${first + 2} 0 R>>`,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length ${picture.length}>>\nstream\n${picture}\nendstream`,
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
  ]
}

/** Packs a row of points into bits, of which 0 is black. */
function packBits(row: Buffer): Buffer {
  const bits = Buffer.alloc(Math.ceil(row.length / 8))
  for (const [at, point] of row.entries())
    if (point > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7))
  return bits
}

/**
 * Builds a PDF of one page on which `count` strips of one bit per point, drawn as stencils, make up a text with white
 * around it.
 *
 * @param options without `states`, the strips are drawn in one graphics state
 */
export function stripsOf(text: string, count: number, { states = true } = {}): Buffer {
  const rows = pixelRows(text)
  const width = rows[0]?.length ?? 0
  const height = Math.ceil(rows.length / count)
  const strips = Array.from({ length: count }, (_, at) => rows.slice(at * height, (at + 1) * height))
  const [wide, high] = [width * 0.24, height * 0.24]
  const place = (at: number) => `${wide} 0 0 ${high} 20 ${40 + (count - 1 - at) * high} cm /P${at} Do`
  const back = (at: number) =>
    `${1 / wide} 0 0 ${1 / high} ${-20 / wide} ${-(40 + (count - 1 - at) * high) / high} cm`
  const drawing = strips.map((_, at) => (states ? `q ${place(at)} Q` : `${place(at)} ${back(at)}`)).join('\n')
  const names = strips.map((_, at) => `/P${at} ${5 + at} 0 R`).join(' ')
  return pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide + 40} ${high * count + 80}]/Resources<</XObject<<${names}>>>>/Contents 4 0 R>>`,
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
    ...strips.map((strip) => {
      const data = deflateSync(Buffer.concat(strip.map(packBits))).toString('latin1')
      return `<</Type/XObject/Subtype/Image/ImageMask true/Width ${width}/Height ${strip.length}/BitsPerComponent 1/Filter/FlateDecode/Length ${data.length}>>\nstream\n${data}\nendstream`
    }),
  ])
}

/** Builds a PDF whose pages are pictures of texts. */
export function scanOf(...texts: string[]): Buffer {
  const firsts = texts.map((_, at) => 3 + 3 * at)
  return pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${firsts.map((first) => `${first} 0 R`).join(' ')}]/Count ${texts.length}>>`,
    ...texts.flatMap((text, at) => scannedPage(text, firsts[at] ?? 3)),
  ])
}

function pdfOfObjects(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1')
}
