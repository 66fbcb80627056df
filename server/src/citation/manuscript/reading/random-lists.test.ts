import { expect, test } from 'vitest'
import { createRandom, type Random, SEEDS } from '../../../testing/random.ts'
import { splitList } from '../../reference-text/index.ts'
import { type ManuscriptBlock, readManuscript } from './index.ts'

const BRACKETS = ['[]', '［］', '【】', '〔〕'] as const
const NAMES = ['Doe A', '张某', 'van der Loe B', 'O’Neal C', '某某学会']
const ENDS = [
  '2001, 12(3): 4-5.',
  '2001, 12(3): 4-5',
  '北京: 某某书局, 1999 [2013-10-14]. https://example.org/rain',
  '某某书局',
  'Springer, Berlin',
  'In: Rain [Z], 2005. doi:10.1234/rain.7',
]

/** Draws the entries of a list with their numbers. */
function drawEntries({ below, pick }: Random): string[] {
  const [open = '', close = ''] = pick(BRACKETS)
  const from = 1 + below(30)
  return Array.from({ length: 4 + below(9) }, (_, at) => {
    const aside = pick(['', '', ` Reprinted in ${open}${from + below(40)}${close}.`])
    return `${open}${from + at}${close}${pick([' ', ''])}${pick(NAMES)}. 第 ${at + 1} 种 rain[J].${aside} ${pick(ENDS)}`
  })
}

/** Joins entries with or without line breaks. */
const joinEntries = (entries: readonly string[], { pick }: Random): string =>
  entries.reduce(
    (text, entry) => `${text}${/[.\d]$/.test(text) ? pick(['', ' ', '\n']) : pick([' ', '\n'])}${entry}`,
  )

test('a list is divided at its numbers, wherever its lines are broken', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const entries = drawEntries(random)
    const text = joinEntries(entries, random)
    expect(splitList(text), `seed ${seed}: ${text}`).toEqual(entries)
  }
})

test('the numbered list of a manuscript is divided, however its entries stand in paragraphs', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const entries = drawEntries(random)
    const blocks: ManuscriptBlock[] = [{ text: 'References', kind: 'heading', page: null }]
    for (let at = 0; at < entries.length; ) {
      const count = 1 + random.below(3)
      const text = joinEntries(entries.slice(at, at + count), random)
      at += count
      blocks.push({ text, kind: 'paragraph', page: null })
    }
    const numbers = readManuscript(blocks).entries.map(({ number }) => number)
    expect(numbers, `seed ${seed}: ${JSON.stringify(blocks)}`).toEqual(
      entries.map((entry) => /\d+/.exec(entry)?.[0]),
    )
  }
})
