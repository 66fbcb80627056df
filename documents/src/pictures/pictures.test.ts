import { expect, test } from 'vitest'
import { parseFile } from '../parse-file.ts'
import { cutIntoPassages } from '../passages/passages.ts'
import { parsePdf } from '../pdf/parse-pdf.ts'
import { recognizeFile } from '../recognize-file.ts'
import { tempFile } from '../testing/office.ts'
import { pdfOf, pdfOfStream } from '../testing/pdf-builder.ts'
import { pictureOf, pngOf, scanOf, stripsOf } from '../testing/png-builder.ts'
import { parsePicture } from './picture.ts'
import { pictureFacts } from './size.ts'

const report = () => {}

test('the text of a picture is read, with its place and how sure that is', async () => {
  const stages: string[] = []
  const file = tempFile(pictureOf('HELLO HERO TOLD'))
  expect((await recognizeFile(file, '扫描.png')).kind).toBe('png')
  const parsed = await parseFile(file, 'png', {
    report: (stage, done, all) => stages.push(`${stage} ${done}/${all}`),
  })

  expect(parsed.blocks.map(({ text }) => text)).toEqual(['HELLO HERO TOLD'])
  expect(cutIntoPassages(parsed).map(({ text }) => text)).toEqual(['HELLO HERO TOLD'])
  expect(parsed.pages[0]).toMatchObject({ scanned: true, width: 620, height: 122 })
  const [box] = parsed.blocks[0]?.boxes ?? []
  expect(box && [Math.round(box.x0 / 20), Math.round(box.y0 / 20), box.page]).toEqual([2, 2, 1])
  expect(stages.slice(-2)).toEqual(['ocr 0/1', 'ocr 1/1'])
})

test('pages of a PDF that are pictures are read, and lie where they stand on the page', async () => {
  const stages: string[] = []
  const watch = {
    report: (stage: string, done: number, all: number) => stages.push(`${stage} ${done}/${all}`),
  }
  const parsed = await parseFile(tempFile(scanOf('HELLO HERO TOLD')), 'pdf', watch)

  expect(parsed.blocks.map(({ text }) => text)).toEqual(['HELLO HERO TOLD'])
  const [box] = parsed.blocks[0]?.boxes ?? []
  expect(box && [Math.round(box.x0 / 5), Math.round(box.y0 / 5), box.page]).toEqual([2, 2, 1])
  expect(stages.slice(-2)).toEqual(['ocr 0/1', 'ocr 1/1'])
  await expect(parseFile(tempFile(scanOf('   ')), 'pdf', watch)).rejects.toMatchObject({ kind: 'empty' })
})

test.each([
  ['strips', stripsOf('HELLO HERO TOLD', 7)],
  ['strips without a state of their own', stripsOf('HELLO HERO TOLD', 3, { states: false })],
  ['stencils as small as letters', stripsOf('HELLO HERO TOLD', 40)],
])('a page that is a scan in %s is read as well', async (_, file) => {
  const { blocks, pages, warnings } = await parseFile(tempFile(file), 'pdf', { report })

  // Seams between strips are taken for parts of letters.
  expect(blocks.map(({ text }) => text)).toEqual([expect.stringMatching(/^HELLO HER[OD] TOLD$/)])
  expect(pages[0]?.scanned).toBe(true)
  expect(warnings).toEqual([{ kind: 'scanned-page', page: 1 }])
})

test('a document says how many of its pages gave no text, one white page apart', async () => {
  const text = ['Humidity decomposes perovskite films within hours.']
  const warningsOf = async (file: Buffer) => (await parseFile(tempFile(file), 'pdf', { report })).warnings
  expect(await warningsOf(pdfOf([text, text, text, text, []]))).toEqual([])
  expect(await warningsOf(pdfOf([text, [], [], text]))).toEqual([
    { kind: 'empty-page', page: 2 },
    { kind: 'empty-page', page: 3 },
  ])
})

test('letters that are drawn as shapes are recognised, a figure beside text stays one', async () => {
  const shape = (x: number, y: number) => `${x} ${y} 8 10 re f`
  const shapes = Array.from({ length: 400 }, (_, at) =>
    shape(80 + (at % 20) * 20, 200 + Math.floor(at / 20) * 22),
  )
  const drawn = await parsePdf(pdfOfStream(shapes.join('\n')))
  expect(drawn.pages[0]?.scanned).toBe(true)
  const line = 'BT /F1 11 Tf 72 700 Td (Humidity decomposes perovskite films.) Tj ET'
  const beside = await parsePdf(pdfOfStream([...shapes, line].join('\n')))
  expect(beside.pages[0]?.scanned).toBe(false)
})

test('attack 32: a picture without end is refused by what its header tells, before it is unpacked', async () => {
  const flood = pngOf([Buffer.alloc(10, 255)], { width: 50_000, height: 50_000 })
  await expect(parsePicture(tempFile(flood), 'png', { report })).rejects.toMatchObject({
    kind: 'too-many-pixels',
    message: expect.stringContaining('4000 万像素'),
  })
  const jpeg = Buffer.from('ffd8ffe000040000ffc0000b08ffffffff01011100', 'hex')
  await expect(parsePicture(tempFile(jpeg), 'jpeg', { report })).rejects.toMatchObject({
    kind: 'too-many-pixels',
  })
})

test('the size of a picture is read from each kind; what has none is damaged, one without text is empty', async () => {
  const tiff = Buffer.alloc(60)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  for (const [at, tag, value] of [
    [10, 256, 640],
    [22, 257, 480],
  ] as const) {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(3, at + 2)
    tiff.writeUInt16LE(value, at + 8)
  }
  expect(pictureFacts(tiff, 'tiff')).toEqual({ width: 640, height: 480, count: 1 })
  tiff.writeUInt32LE(8, 34)
  expect(pictureFacts(tiff, 'tiff')?.count).toBe(1_000)
  await expect(parsePicture(tempFile('\x89PNG'), 'png', { report })).rejects.toMatchObject({
    kind: 'damaged',
  })
  await expect(parsePicture(tempFile(pictureOf('   ')), 'png', { report })).rejects.toMatchObject({
    kind: 'empty',
  })
})
