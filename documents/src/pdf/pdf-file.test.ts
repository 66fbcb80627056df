import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UnreadableDocument } from '../faults.ts'
import { pdfOf, studyOpening } from '../testing/pdf-builder.ts'
import { parsePdf } from './parse-pdf.ts'

/** Files whose structure is known, and files of others; only where the folder is there. */
const data = join(import.meta.dirname, '../../../../shared/data')
const read = (file: string) => parsePdf(readFileSync(join(data, file)))
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

interface Truth {
  blocks: {
    type: string
    text?: string
    rows?: string[][]
    title?: string
    runIn?: boolean
    neutral?: boolean
  }[]
  furniture?: string[]
}
const truthOf = (name: string): Truth =>
  JSON.parse(readFileSync(join(data, `pdf-structure/${name}.json`), 'utf8'))

/** Pieces of the truth's paragraphs between what was cut out of them. */
const piecesOf = ({ blocks }: Truth): string[] =>
  blocks
    .filter(({ type }) => type === 'paragraph')
    .flatMap(({ text = '' }) => text.split('\uFFFC').map(letters))
    .filter((piece) => piece.length >= 40)

test('a first section that is set as large as the title begins the text', async () => {
  const { title, authors, blocks } = await parsePdf(
    pdfOf([
      studyOpening,
      ['# 2 Methods', 'Samples were aged for one thousand hours under constant illumination.'],
    ]),
  )
  expect([title, authors]).toEqual([
    'Humidity and the Stability of Perovskite Cells',
    ['Ada Lovelace', 'Alan Turing'],
  ])
  expect(blocks.map(({ type, text }) => [type, text.slice(0, 20)])).toEqual([
    ['heading', 'Humidity and the Sta'],
    ['other', 'Ada Lovelace and Ala'],
    ['heading', '1 Introduction'],
    ['paragraph', 'Humidity decomposes '],
    ['heading', '2 Methods'],
    ['paragraph', 'Samples were aged fo'],
  ])
})

test('a file that was cut short is read as far as it goes, or refused with its reason', async () => {
  const whole = pdfOf([['# A title of five words', 'One line of text that stands below it.']])
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share))
    const read = await parsePdf(cut).catch((error: unknown) => error)
    if (read instanceof Error) expect(read).toBeInstanceOf(UnreadableDocument)
    else expect(read).toMatchObject({ parser: { name: 'scinav-pdf' } })
  }
})

function knownStructure(): void {
  const names = ['chinese', 'jose'].flatMap((set) =>
    readdirSync(join(data, 'pdf-structure', set))
      .filter((file) => file.endsWith('.pdf'))
      .map((file) => `${set}/${file.slice(0, -4)}`),
  )

  describe.each(names)('%s', (name) => {
    test('its paragraphs, headings and references are read whole, its running heads are not in the text', async () => {
      const { blocks } = await read(`pdf-structure/${name}.pdf`)
      const truth = truthOf(name)
      const text = letters(blocks.map((block) => (block.type === 'other' ? '' : block.text)).join('\n'))
      const pieces = piecesOf(truth)
      expect(pieces.filter((piece) => !text.includes(piece)).length).toBeLessThanOrEqual(pieces.length * 0.05)
      const headings = blocks.filter(({ type }) => type === 'heading').map((block) => letters(block.text))
      const wanted = truth.blocks.filter(({ type, neutral }) => type === 'heading' && !neutral)
      const missed = wanted.filter((heading) => !headings.includes(letters(heading.text ?? '')))
      expect(missed.length).toBeLessThanOrEqual(1)
      for (const { type, title } of truth.blocks)
        if (type === 'reference' && title) expect(text).toContain(letters(title))
      const own = new Set(truth.blocks.map((block) => letters(block.text ?? '')))
      for (const head of (truth.furniture ?? []).filter((each) => !own.has(letters(each))))
        expect(
          blocks.filter((block) => block.type !== 'other' && letters(block.text) === letters(head)),
        ).toEqual([])
    })
  })

  test('merged cells and a table over two pages are grids with each cell in its place', async () => {
    const { blocks } = await read('pdf-structure/chinese/zh10.pdf')
    const tables = blocks.filter(({ type }) => type === 'table').map(({ rows }) => rows)
    const truths = truthOf('chinese/zh10').blocks.filter(({ type }) => type === 'table')
    expect(tables[0]).toEqual(truths[0]?.rows)
    expect(tables[1]).toEqual(truths[1]?.rows)
  })

  test('each line of a paragraph has its place on the page', async () => {
    const { blocks, pages } = await read('pdf-structure/chinese/zh01.pdf')
    for (const { lines = [], text } of blocks)
      for (const { start, box } of lines) {
        expect(start).toBeLessThanOrEqual(text.length)
        const page = pages[box.page - 1]
        expect(box.x1).toBeLessThanOrEqual((page?.width ?? 0) + 1)
        expect(box.y1).toBeGreaterThan(box.y0)
      }
    expect(pages.map(({ columns }) => columns)).toEqual([2, 2, 2, 1])
  })
}

function othersFiles(): void {
  test.each([
    ['docling-password.pdf', 'encrypted'],
    ['encrypted-aes256.pdf', 'encrypted'],
    ['corrupt-poppler-395.pdf', 'damaged'],
  ])('%s is refused with its reason: %s', async (file, kind) => {
    const reason = await read(`pdfs/${file}`).catch((error: unknown) => error)
    expect(reason).toBeInstanceOf(UnreadableDocument)
    expect(reason).toMatchObject({ kind, message: expect.stringMatching(/^\p{Script=Han}/u) })
  })

  test.each([
    ['arxiv-pasa.pdf', 'PaSa: An LLM Agent for Comprehensive Academic Paper Search'],
    ['grobid-0908.0054.pdf', 'Ultra light bosonic dark matter and CMB'],
    ['grobid-0807.3577.pdf', 'Apparent and average accelerations of the Universe'],
    [
      'layoutparser-fast.pdf',
      'LayoutParser: A Unified Toolkit for Deep Learning Based Document Image Analysis',
    ],
    ['zotero-arxiv.pdf', 'Scaling study of an improved fermion action on quenched lattices'],
    ['multicolumn-latex.pdf', 'Two-Column Document with Lorem Ipsum'],
  ])('the title of %s is found', async (file, title) => {
    expect(letters((await read(`pdfs/${file}`)).title)).toBe(letters(title))
  })

  test('identifiers on the first page are found, in a stamp along the margin, too', async () => {
    expect((await read('pdfs/zotero-arxiv.pdf')).identifiers).toEqual({ arxiv: '1412.6206' })
    expect((await read('pdfs/zotero-doi.pdf')).identifiers).toEqual({ doi: '10.1371/journal.pntd.0003350' })
  })

  test('of a file whose tree of pages runs in a circle the pages that can be reached are read', async () => {
    const { blocks, warnings } = await read('pdfs/pages-tree-loop.pdf')
    expect(blocks.map(({ text }) => text).join(' ')).toContain('Pages loop')
    expect(warnings).toEqual([{ kind: 'unreadable-page', page: 2 }])
  })

  test('a scan says so, and scripts are told and not run', async () => {
    const scan = await read('pdfs/docling-ocr-scan.pdf')
    expect(scan.pages[0]).toMatchObject({ scanned: true, confidence: 0 })
    expect(scan.warnings).toContainEqual({ kind: 'scanned-page', page: 1 })
    expect((await read('pdfs/javascript-actions.pdf')).warnings).toContainEqual({ kind: 'scripts-ignored' })
  })
}

if (existsSync(data)) {
  describe('files whose structure is known', knownStructure)
  describe('files of others', othersFiles)
}
