import { expect, test } from 'vitest'
import { taggedPdfOf, taggedTableOf } from '../../testing/pdf-builder.ts'
import { parsePdf } from '../parse-pdf.ts'

type Tagged = [role: string, text: string][]

/** Lines that all look alike, so that nothing but the tags tells what they are. */
const lines: Tagged = [
  ['Artifact', 'Journal of Ice, volume three'],
  ['H1', 'Where ice comes from'],
  ['P', 'Ice grows when it is cold, as everybody knows who has seen a lake.'],
  ['H2', 'On lakes'],
  ['P', 'There it is thin, and there it breaks before anything else breaks.'],
  ['H2', 'At sea, where nobody had looked'],
  ['H2', 'for a hundred years'],
  ['P', 'There it is thick, and there it stays for most of the cold year.'],
]

const shown = async (given: Tagged) =>
  (await parsePdf(taggedPdfOf(given))).blocks.map(({ type, level, text }) => [type, level, text])

test('headings and running heads are those that a tagged file names', async () => {
  expect(await shown(lines)).toEqual([
    ['heading', 1, 'Where ice comes from'],
    ['paragraph', undefined, lines[2]?.[1]],
    ['heading', 2, 'On lakes'],
    ['paragraph', undefined, lines[4]?.[1]],
    ['heading', 2, 'At sea, where nobody had looked'],
    ['heading', 2, 'for a hundred years'],
    ['paragraph', undefined, lines[7]?.[1]],
    ['other', undefined, 'Journal of Ice, volume three'],
  ])
})

test('a file that tags half of its text, or hardly a heading, is read as one without tags', async () => {
  const half = lines.map(([role, text], at): [string, string] => [at % 2 === 1 ? role : 'NonStruct', text])
  expect((await shown(half)).filter(([type]) => type === 'heading')).toEqual([])
  const all = lines.map(([role, text]): [string, string] => [role === 'H2' ? 'P' : role, text])
  expect((await shown(all)).filter(([type]) => type === 'heading')).toEqual([])
})

const before = 'What was measured at the lakes and at sea in all of the years that were cold.'

test('a table is what a tagged file calls one, cell by cell, though nothing is drawn around it', async () => {
  const { blocks } = await parsePdf(
    taggedTableOf(before, [
      [
        ['TH', 'Place', 72],
        ['TH', 'Ice', 200],
      ],
      [
        ['TD', 'Lake', 72],
        ['TD', '', 200],
      ],
      [
        ['TD', 'Sea', 72],
        ['TD', 'thick', 200],
      ],
    ]),
  )
  expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'table'])
  expect(blocks[1]?.rows).toEqual([
    ['Place', 'Ice'],
    ['Lake', ''],
    ['Sea', 'thick'],
  ])
})

test('in a tagged table a cell over several columns or rows stands at the first of them', async () => {
  const { blocks } = await parsePdf(
    taggedTableOf(before, [
      [
        ['TH', 'Place', 72],
        ['TH', 'Thickness in both', 320, '/ColSpan 2'],
      ],
      [
        ['TD', 'Lake', 72, '/RowSpan 2'],
        ['TD', 'thin', 200],
        ['TD', 'thinner', 300],
      ],
      [
        ['TD', '', 200],
        ['TD', 'gone', 300],
      ],
    ]),
  )
  expect(blocks[1]?.rows).toEqual([
    ['Place', 'Thickness in both', ''],
    ['Lake', 'thin', 'thinner'],
    ['', '', 'gone'],
  ])
})

test('spans without end, and more columns than any table has, are cut', async () => {
  const wide = Array.from({ length: 300 }, (_, at): ['TD', string, number] => ['TD', `c${at}`, 72])
  const endless = '/ColSpan 2000000000 /RowSpan 2000000000'
  const { blocks } = await parsePdf(taggedTableOf(before, [wide, [['TD', 'all', 72, endless]], wide]))
  const text = blocks.map((block) => block.text).join(' ')
  expect(text).toContain('all')
  expect(text).toContain('c299')
})

test('one column, or one row, that is called a table is text', async () => {
  const one = await parsePdf(taggedTableOf(before, [[['TD', 'Lake', 72]], [['TD', 'Sea', 72]]]))
  expect(one.blocks.filter(({ type }) => type === 'table')).toEqual([])
  expect(one.blocks.map(({ text }) => text).join(' ')).toContain('Lake')
})
