import type { Creator, Work } from '@scinav/contract'
import type { IndexChange } from '../index/document.ts'
import { deletion, paper } from './index-queries.ts'
import type { Random } from './random.ts'

/** A small vocabulary, so that papers share words; some are parts or forms of others. */
export const SAMPLE_WORDS = [
  ...(['deep', 'learning', 'learn', 'learned', 'graph', 'graphs', 'neural', 'network', 'networks'] as const),
  ...[
    'the',
    'of',
    'model',
    'models',
    'COVID-19',
    'covid',
    'state-of-the-art',
    'C++',
    'H2O',
    'β-catenin',
    'β',
  ],
] as [string, ...string[]]
export const SAMPLE_CHINESE = [
  '深度学习',
  '学习',
  '深度',
  '图像',
  '图像分割',
  '分割',
  '神经网络',
  '网络',
  '的',
] as [string, ...string[]]
export const SAMPLE_NAMES = [
  'Yann LeCun',
  'LeCun, Y.',
  'Ada Lovelace',
  '张晓明',
  'Xiaoming Zhang',
  '李四',
] as [string, ...string[]]
export const SAMPLE_SOURCES = ['Nature', 'Nature Methods', '计算机学报', 'Graph Models'] as [
  string,
  ...string[],
]
export const SAMPLE_SUBJECTS = ['0812', '08', '0701', '1205'] as [string, ...string[]]
export const SAMPLE_LANGUAGES = ['zh', 'en', 'de'] as [string, ...string[]]
const SAMPLE_SIGNS = [' ', ' ', ' ', ' ', ', ', '. ', '，', '-', ': '] as [string, ...string[]]
const SAMPLE_DATES = ['2019', '2020-05', '2020-5-3', '2021-12-31', 'May 2019', 'n.d.', '1999'] as [
  string,
  ...string[],
]
const SAMPLE_AFFILIATIONS = ['Peking University', '清华大学', 'University of Oslo'] as [string, ...string[]]
const SAMPLE_ROLES = ['author', 'author', 'author', 'corresponding', 'editor'] as [
  'author',
  ...Creator['role'][],
]

/** Returns a text of `least` to `most` words of one language, with random signs between them. */
export function randomText(random: Random, least: number, most: number): string {
  const chinese = random.once(3)
  const words = random.some(least, most, () =>
    chinese ? random.pick(SAMPLE_CHINESE) : random.pick(SAMPLE_WORDS),
  )
  return words.map((word) => word + (chinese && !random.once(4) ? '' : random.pick(SAMPLE_SIGNS))).join('')
}

/** Returns a title; some begin with a name, some have one in brackets. */
function randomTitle(random: Random): string {
  const text = randomText(random, 1, 6)
  if (random.once(5)) return `${randomText(random, 1, 2)}: ${text}`
  return random.once(8) ? `${text} (${random.pick(SAMPLE_WORDS).toUpperCase()})` : text
}

function randomOrNull<Value>(random: Random, make: () => Value): Value | null {
  return random.once(3) ? null : make()
}

function randomCreator(random: Random): Creator {
  const name_zh = random.once(5) ? { name_zh: random.pick(['张晓明', '李四']) } : {}
  const affiliations = random.some(0, 1, () => random.pick(SAMPLE_AFFILIATIONS))
  return { name: random.pick(SAMPLE_NAMES), ...name_zh, role: random.pick(SAMPLE_ROLES), affiliations }
}

function randomWork(random: Random, seq: number): Partial<Work> {
  return {
    title_zh: random.once(4) ? randomText(random, 1, 4) : null,
    abstract: randomOrNull(random, () => randomText(random, 1, 25)),
    abstract_zh: random.once(6) ? randomText(random, 1, 10) : null,
    keywords: random.some(0, 4, () => randomText(random, 1, 2).trim()),
    creators: random.some(0, 3, () => randomCreator(random)),
    basic_sourcename: randomOrNull(random, () => random.pick(SAMPLE_SOURCES)),
    publish_date: randomOrNull(random, () => random.pick(SAMPLE_DATES)),
    resource_type: 1 + random.below(12),
    is_oa: random.once(3),
    language: randomOrNull(random, () => random.pick(SAMPLE_LANGUAGES)),
    citation_count: random.below(4) * 5,
    degree: random.pick([null, null, 'bachelor', 'master', 'doctor'] as const),
    funds: random.some(0, 1, () => randomText(random, 1, 3)),
    clc_codes: random.some(0, 2, () => random.pick(['TP18', 'TP391.1', 'O1'])),
    subject_codes: random.some(0, 2, () => random.pick(SAMPLE_SUBJECTS)),
    doi: random.once(3) ? `10.1000/${seq}` : null,
    issn: random.once(4) ? '1234-567X' : null,
  }
}

/** Returns a paper from the small vocabulary. */
function randomPaper(random: Random, seq: number): IndexChange {
  const title = random.once(20) ? '?' : randomTitle(random)
  return paper(seq, title, randomWork(random, seq), random.below(4) * 5)
}

/**
 * Returns the changes of a library in batches: papers are added and, unless `onlyGrows` is set, changed and deleted.
 */
export function randomBatches(random: Random, onlyGrows: boolean): IndexChange[][] {
  const papers = 5 + random.below(56)
  const batches: IndexChange[][] = []
  const most = random.once(2) ? papers : 1 + random.below(10)
  for (let seq = 1; seq <= papers; ) {
    const batch = random.some(1, most, () => {
      seq += 1
      return randomPaper(random, seq - 1)
    })
    if (!onlyGrows) batch.push(...random.some(0, 3, () => randomLaterChange(random, seq)))
    batches.push(batch)
  }
  return batches
}

function randomLaterChange(random: Random, limit: number): IndexChange {
  const seq = 1 + random.below(limit + 2)
  return random.once(2) ? deletion(seq) : randomPaper(random, seq)
}
