import { expect, test } from 'vitest'
import { glyphStyle, lineAt, textRows } from '../../testing/page-of-lines.ts'
import { seededRandom } from '../../testing/random.ts'
import type { TextRow } from '../page/reading-order.ts'
import { splitReferences } from './reference-entries.ts'

const SEEDS = Array.from({ length: 60 }, (_, at) => at + 1)

/** Draws whole numbers and items. */
function createDraw(seed: number) {
  const random = seededRandom(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return { random, below, pick }
}
type Draw = ReturnType<typeof createDraw>

/** How a list is set. */
interface Layout {
  width: number
  size: number
  /** Mean width of a Latin letter, in ems. */
  letterWidth: number
  leading: number
  /** Additional space between entries, as a share of the leading. */
  gap: number
  /** Indents of the first row of an entry and of the others, in points. */
  first: number
  rest: number
  isJustified: boolean
  /** Rows of a column. */
  height: number
  numbering: ((number: number) => string) | null
}

const NUMBERINGS = [
  (n: number) => `[${n}] `,
  (n: number) => `${n}. `,
  (n: number) => `(${n}) `,
  (n: number) => `[${n}]`,
]

function drawLayout({ random, below, pick }: Draw): Layout {
  const size = 7 + random() * 5
  const indent = size * (0.8 + random() * 2.5)
  const [first, rest] = pick([
    [0, 0],
    [0, indent],
    [indent, 0],
  ] as const)
  return {
    ...{ size, first, rest, letterWidth: 0.42 + random() * 0.16, leading: size * (1 + random() * 1.2) },
    width: size * (24 + below(22)),
    gap: pick([0, 0, 0.12 + random() * 0.1, 0.4 + random() * 0.8]),
    isJustified: below(2) === 0,
    height: 12 + below(30),
    numbering: below(2) === 0 ? pick(NUMBERINGS) : null,
  }
}

const LETTERS = 'aeioubcdghlmnprstvw'
const HAN = '引文稿件核对结果方法研究中国学报经济地理模型数据分析与应用'

/** Draws the text of an entry. */
function drawEntry({ below, pick }: Draw): string {
  const word = () => Array.from({ length: 2 + below(9) }, () => pick([...LETTERS])).join('')
  const name = () => word().replace(/^./, (letter) => letter.toUpperCase())
  const han = (length: number) => Array.from({ length }, () => pick([...HAN])).join('')
  const [year, volume, issue, page] = [1950 + below(76), 1 + below(60), 1 + below(12), 1 + below(900)]
  const pages = `${page}-${page + 9}`
  if (below(3) === 0)
    return `${han(2)},${han(3)}. ${han(5 + below(20))}[J]. ${han(3 + below(5))}, ${year}, ${volume}(${issue}): ${pages}${pick(['.', ''])}`
  const title = Array.from({ length: 3 + below(14) }, word).join(' ')
  const place = pick([
    `${volume} (${issue}): ${pages}.`,
    `${volume}(${issue}), ${pages}`,
    `${volume}, ${page}. https://doi.org/10.1000/${word()}`,
    `Springer, ${name()}`,
  ])
  return `${name()}, A. B., & ${name()}, C. (${year}). ${title}. ${name()} ${name()}, ${place}`
}

/** Matches what no line divides: an ideograph, or a word, with the signs behind it. */
const UNDIVIDED = /(?:\p{Script=Han}[^\s\p{L}\p{N}]*|[^\s\p{Script=Han}]+)\s?/gu

/** Breaks an entry into lines as wide as the layout allows. */
function breakEntry(entry: string, { size, letterWidth, width, first, rest }: Layout) {
  const measure = (text: string) =>
    [...text.trimEnd()].reduce(
      (sum, sign) => sum + size * (/\p{Script=Han}/u.test(sign) ? 1 : letterWidth),
      0,
    )
  const lines = ['']
  for (const [part] of entry.matchAll(UNDIVIDED)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && measure(line + part) > width - (lines.length === 1 ? first : rest)) lines.push(part)
    else lines[lines.length - 1] = line + part
  }
  return lines.map((text) => ({ text: text.trimEnd(), width: measure(text) }))
}

/** Draws the lines of the entries of a list. */
const drawEntries = (draw: Draw, layout: Layout) =>
  Array.from({ length: 8 + draw.below(40) }, (_, at) =>
    breakEntry(`${layout.numbering?.(at + 1) ?? ''}${drawEntry(draw)}`, layout),
  )

/** Sets entries in columns. */
function setEntries(entries: ReturnType<typeof drawEntries>, layout: Layout): TextRow[] {
  const { size, leading, gap, first, rest, isJustified, width, height } = layout
  let y = 0
  const lines = entries.flat().map((line) => {
    const entry = entries.find((each) => each.includes(line))
    y += entry?.[0] === line ? leading * (1 + gap) : leading
    const x0 = 50 + (entry?.[0] === line ? first : rest)
    const x1 = isJustified && entry?.at(-1) !== line ? 50 + width : x0 + line.width
    return lineAt(line.text, x0, y, { x1, look: glyphStyle(size) })
  })
  return Array.from({ length: Math.ceil(lines.length / height) }, (_, at) =>
    textRows(lines.slice(at * height, (at + 1) * height), { left: 50, right: 50 + width }),
  ).flat()
}

/** The numbers of rows of the entries that are found in a drawn list, and of those that it has. */
function readDrawn(seed: number, change: (layout: Layout) => Partial<Layout>) {
  const draw = createDraw(seed)
  const layout = drawLayout(draw)
  const changed = { ...layout, ...change(layout) }
  const entries = drawEntries(draw, changed)
  const found = splitReferences(setEntries(entries, changed)).map(({ length }) => length)
  return { found, lengths: entries.map(({ length }) => length) }
}

test.each<[string, (layout: Layout) => Partial<Layout>]>([
  ['numbers', ({ numbering }) => ({ numbering: numbering ?? ((n) => `[${n}] `) })],
  ['hanging indents', ({ size }) => ({ numbering: null, first: 0, rest: size * 2 })],
  ['indents of first lines', ({ size }) => ({ numbering: null, first: size * 2, rest: 0 })],
  ['space', () => ({ numbering: null, first: 0, rest: 0, gap: 0.5, height: 1_000 })],
])('entries are divided by %s, whatever the font, the width and the distance of lines', (_, change) => {
  for (const seed of SEEDS) {
    const { found, lengths } = readDrawn(seed, change)
    expect(found, `seed ${seed}`).toEqual(lengths)
  }
})

/** The indices of the rows after entries with these numbers of rows. */
const endsOf = (lengths: readonly number[]): Set<number> =>
  new Set(lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length)))

test('entries are divided by their short last lines where nothing else divides them', () => {
  let [wrong, count] = [0, 0]
  for (const seed of SEEDS) {
    const { found, lengths } = readDrawn(seed, () => ({ numbering: null, first: 0, rest: 0 }))
    const [ends, all] = [endsOf(found), endsOf(lengths)]
    wrong += [...ends].filter((end) => !all.has(end)).length + [...all].filter((end) => !ends.has(end)).length
    count += lengths.length
  }
  // Some last lines are full.
  expect(wrong / count).toBeLessThan(0.08)
})
