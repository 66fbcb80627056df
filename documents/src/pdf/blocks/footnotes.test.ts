import { expect, test } from 'vitest'
import { parseFile } from '../../parse-file.ts'
import { tempFile } from '../../testing/office.ts'
import { pdfOfStream } from '../../testing/pdf-builder.ts'

const drawn = (x: number, y: number, size: number, text: string): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`

const BODY = Array.from({ length: 24 }, (_, at) =>
  drawn(72, 760 - at * 16, 11, `The toll of mill ${at * 7 + 3} was paid in grain by all who used its wheel,`),
)
const NOTES = [
  '1 Lind, Eva: Tolls on the River, Bergen 1970, p. 12, and the tables of the year',
  '1980, which count 400 mills and more.',
  '2 Corvin, Lea: Millstones, Oslo 2010, p. 77.',
]

async function footnotesOf(...lines: string[]): Promise<string[]> {
  const path = tempFile(pdfOfStream([...BODY, ...lines].join('\n')))
  const { blocks } = await parseFile(path, 'pdf', { report: () => {} })
  return blocks.flatMap(({ type, text }) => (type === 'footnote' ? [text] : []))
}

const WHOLE = [`${NOTES[0]} ${NOTES[1]}`, NOTES[2]]
const small = NOTES.map((note, at) => drawn(72, 140 - at * 11, 9, note))

test('notes in small print are told by numbers that follow each other, without a rule and raised figures', async () => {
  expect(await footnotesOf(...small)).toEqual(WHOLE)
  expect(await footnotesOf(drawn(72, 160, 11, 'References'), ...small)).toEqual([])
})

test('notes of any size are told by a rule above numbers that follow each other', async () => {
  const rule = '0.5 w 72 160 m 200 160 l S'
  expect(await footnotesOf(rule, ...NOTES.map((note, at) => drawn(72, 140 - at * 16, 11, note)))).toEqual(
    WHOLE,
  )
})

test('notes below a figure are notes, and its caption is none', async () => {
  const figure = [
    '0.8 g 100 230 350 110 re f 0 g',
    drawn(72, 210, 9.5, 'Figure 1. A mill seen from the road.'),
  ]
  expect(await footnotesOf(...figure, ...small)).toEqual(WHOLE)
})
