import { expect, test } from 'vitest'
import { createRandom, type Random, SEEDS } from '../../../testing/random.ts'
import { type ManuscriptBlock, readManuscript } from './index.ts'

const ENTRIES = 40
const DASHES = ['-', '–', '—', '~', '～', '－', '至']
const COMMAS = [',', ', ', '，', '、', ';', '；']

/** Draws numbers that one citation has, some in a row. */
function drawNumbers({ below }: Random): number[] {
  const numbers = [1 + below(ENTRIES - 8)]
  for (let more = below(4); more > 0; more -= 1) {
    const last = numbers.at(-1) ?? 1
    const next = last + (below(2) === 0 ? 1 : 1 + below(3))
    if (next <= ENTRIES) numbers.push(next)
  }
  return numbers
}

/** Returns numbers as runs of consecutive ones. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs
}

const writeInside = (numbers: readonly number[], dash: string, comma: string): string =>
  runsOf(numbers)
    .map(([from, to]) => (from === to ? `${from}` : `${from}${dash}${to}`))
    .join(comma)

/** Ways to write a citation in brackets. */
const BRACKET_SPELLINGS: readonly ((numbers: number[], random: Random) => string)[] = [
  (numbers, { pick }) => `[${writeInside(numbers, pick(DASHES), pick(COMMAS))}]`,
  (numbers, { pick }) => `［${writeInside(numbers, pick(DASHES), pick(COMMAS))}］`,
  (numbers, { pick }) => `〔${numbers.join(pick(COMMAS))}〕`,
  (numbers) => numbers.map((number) => `[${number}]`).join(''),
  (numbers, { pick }) => numbers.map((number) => `[${number}]`).join(pick(['、', ',', ' ', '，'])),
  (numbers, { pick }) =>
    runsOf(numbers)
      .map(([from, to]) => (from === to ? `[${from}]` : `[${from}]${pick(['-', '–', '~', '～'])}[${to}]`))
      .join('、'),
  (numbers, { pick }) => `文献${pick(['', ' '])}[${writeInside(numbers, '-', '，')}]`,
  (numbers) => `Doe et al. [${writeInside(numbers, '–', ', ')}]`,
  (numbers) => `张山等[${writeInside(numbers, '-', ',')}]认为`,
  ([first = 1]) => `[${first}, p. 15]`,
  ([first = 1]) => `[${first}]15-17`,
]
/** How many of the last spellings cite the first number alone. */
const SINGLE_SPELLINGS = 2

/** What may stand before brackets of a citation: values with and without units, names, letters that are no variables. */
const BEFORE = [
  ...['增长了32%', '提高到 0.87', '约 5 mm', '共 12 篇', '自 2019 年', '（2015）', '“引语”'],
  ...['已有方法', '采用 ResNet', '基于 PyTorch', '词向量', '监测数据集合', '维生素C', '多变量列表'],
  ...['as in Vitamin C', 'the mRNA', 'microphone array ', 'was 95% ', 'by 3.5 times '],
]
const AFTER = ['。', '，表明如此。', '.The next one', ' and so on.', '的做法。', ')。', '；其后不同。']
/** Brackets and raised digits that cite nothing. */
const OTHERS = [
  ...[
    '数值归一化到区间[0, 1]。',
    '参数的取值范围为[1, 5]。',
    'the array x[3] holds it.',
    '中位数 5 [3, 7]。',
  ],
  ...[
    '令 y = [1, 2]。',
    '面积为 30 km²。',
    '元素 A[2] 为正。',
    'call it with maxItems[4].',
    '在[2, 9]之间。',
  ],
]

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const raise = (text: string): string =>
  text.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '').replace(/-/g, '⁻')

interface DrawnText {
  block: ManuscriptBlock
  cited: number[]
}

const paragraph = (text: string, raised?: ManuscriptBlock['raised']): ManuscriptBlock => ({
  ...{ text, kind: 'paragraph', page: null },
  ...(raised && { raised }),
})

/** Draws a paragraph whose citations stand in brackets. */
function drawBracketed(random: Random): DrawnText {
  const { below, pick } = random
  let text = ''
  const cited: number[] = []
  for (let left = 1 + below(5); left > 0; left -= 1) {
    if (below(3) === 0) text += pick(OTHERS)
    const numbers = drawNumbers(random)
    const way = below(BRACKET_SPELLINGS.length)
    text += `${pick(BEFORE)}${BRACKET_SPELLINGS[way]?.(numbers, random)}${pick(AFTER)}`
    cited.push(...(way >= BRACKET_SPELLINGS.length - SINGLE_SPELLINGS ? numbers.slice(0, 1) : numbers))
  }
  return { block: paragraph(text), cited }
}

/** Draws a paragraph whose citations are raised: digits of Unicode, or digits set above the line. */
function drawRaised(random: Random): DrawnText {
  const { below, pick } = random
  const isUnicode = below(2) === 0
  let text = ''
  const [cited, raised]: [number[], { start: number; end: number }[]] = [[], []]
  for (let left = 2 + below(4); left > 0; left -= 1) {
    const numbers = drawNumbers(random)
    text += pick(['已有方法', '多数作者持此看法', 'as others have shown', '采用其资料'])
    const mark = writeInside(numbers, '-', ',')
    if (!isUnicode) raised.push({ start: text.length, end: text.length + mark.length })
    text += `${isUnicode ? raise(mark) : mark}${pick(['。', '，表明如此。', ' and so on.'])}`
    cited.push(...numbers)
  }
  return { block: paragraph(text, raised), cited }
}

const list: ManuscriptBlock[] = [
  { text: '参考文献', kind: 'heading', page: null },
  ...Array.from({ length: ENTRIES }, (_, at) =>
    paragraph(`[${at + 1}] 甲某, 乙某. 第 ${at + 1} 种方法的比较[J]. 某某学报, ${1981 + at}, 3(2): 10-19.`),
  ),
]

test.each([
  ['in brackets', drawBracketed],
  ['raised', drawRaised],
])('citations %s are found and read to their numbers, however they are written', (_, draw) => {
  for (const seed of SEEDS) {
    const { block, cited } = draw(createRandom(seed))
    const { entries, markers } = readManuscript([block, ...list])
    const found = markers.flatMap((marker) => marker.entries.map((at) => Number(entries[at]?.number)))
    expect(found, `seed ${seed}: ${block.text}`).toEqual(cited)
    expect(markers.flatMap(({ unmatched }) => unmatched)).toEqual([])
  }
})
