import { expect, test } from 'vitest'
import { createRandom, type Random, SEEDS } from '../../../testing/random.ts'
import { type ManuscriptBlock, readManuscript } from './index.ts'

const ENTRIES = 30
const block = (text: string, kind: ManuscriptBlock['kind'] = 'paragraph'): ManuscriptBlock => ({
  ...{ text, kind, page: null },
})
const list = [
  block('References', 'heading'),
  ...Array.from({ length: ENTRIES }, (_, at) =>
    block(`[${at + 1}] Doe A. Rain by method ${at + 1}. Rain Journal, ${1981 + at}.`),
  ),
]

const drawName = ({ below, pick }: Random): string =>
  Array.from({ length: 4 + below(5) }, () => pick([...'abcdefghklmnoprstuvw'])).join('')

/** Expressions whose own signs show that brackets are indexes. */
const EXPRESSIONS: readonly ((name: string, number: number, random: Random) => string)[] = [
  (name, number, { pick }) => `${name}[${pick('ijkn'.split(''))}][${number}]`,
  (name, number, { pick }) => `${name}[${number}][${pick(['j', 'i+1', 'n - 1', ':', '0'])}]`,
  (name, number) => `sum(${name}[${number}])`,
  (name, number) => `total = ${name}[${number}]`,
  (name, number) => `${name}[${number}].size()`,
  (name, number) => `${name}[${number}] += 1`,
  (name, number) => `${name}_${name}[${number}]`,
  (_, number, { pick }) => `${pick('abcxyz'.split(''))}[${number}]`,
]
/** Expressions that show that a name has indexes. */
const SHOWING: readonly ((name: string) => ManuscriptBlock)[] = [
  (name) => block(`Here ${name}[i] is the amount of rain.`),
  (name) => block(`其中${name}[n-1]为最后一项。`),
  (name) => block(`print(${name}[2], ${name}[3])`, 'code'),
  (name) => block(`v = ${name}[1:]`, 'formula'),
]
/** Words to which citations are attached. */
const CITED_WORDS = ['方法', 'method', 'Net', 'ResNet', 'Word2Vec', '（2015）', '模型BERT', 'the rain']

const inText = (expression: string, { pick }: Random): string =>
  pick([`The value ${expression} is kept. `, `其中${expression}为雨量。`, `若${expression}，则停止。`])

function citedIn(blocks: ManuscriptBlock[]): number[] {
  const { markers, entries } = readManuscript([...blocks, ...list])
  return markers.flatMap((marker) => marker.entries.map((at) => Number(entries[at]?.number)))
}

/** Draws a text of citations and indexes, those of one name where its indexes are shown elsewhere. */
function drawText(random: Random, name: string, isShown: boolean): { text: string; cited: number[] } {
  const { below, pick } = random
  const cited: number[] = []
  const sentences = Array.from({ length: 4 + below(8) }, () => {
    const number = 1 + below(ENTRIES)
    if (below(2) === 0)
      return inText(isShown ? `${name}[${number}]` : pick(EXPRESSIONS)(name, number, random), random)
    cited.push(number)
    return `${pick(CITED_WORDS)}[${number}]${pick(['表明如此。', ' shows it. ', '. '])}`
  })
  return { text: sentences.join(''), cited }
}

test('indexes are no citations, and citations attached to words are', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const name = drawName(random)
    const shown = random.below(2) === 0 ? [random.pick(SHOWING)(name)] : []
    const { text, cited } = drawText(random, name, shown.length > 0)
    expect(citedIn([block(text), ...shown]), `seed ${seed}: ${text}`).toEqual(cited)
  }
})

test('a text that sets citations apart from words has no citations attached to them', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const numbers = Array.from({ length: 8 + random.below(10) }, () => 1 + random.below(ENTRIES))
    const cited = numbers.map((number) => `It rains, as ${drawName(random)} shows [${number}].`)
    const indexes = [1, 2].map(() => `Then ${drawName(random)}[${random.pick(numbers)}] is kept.`)
    expect(citedIn([...cited, ...indexes].map((text) => block(text))), `seed ${seed}`).toEqual(numbers)
  }
})
