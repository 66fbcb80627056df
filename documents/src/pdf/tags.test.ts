import { expect, test } from 'vitest'
import { taggedPdfOf } from '../testing/pdf-builder.ts'
import { parsePdf } from './parse-pdf.ts'

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
