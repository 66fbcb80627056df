import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from './open-engine.ts'
import { paper } from './testing/index-queries.ts'
import { vocabularyOfPairs } from './testing/vocabulary.ts'

async function asked(papers: ReturnType<typeof paper>[], query: string, pairs: [string, string][] = []) {
  const engine = await openEngine({
    folder: null,
    threads: 0,
    vocabulary: async () => vocabularyOfPairs(...pairs),
  })
  onTestFinished(() => engine.close())
  await engine.apply(papers, false)
  return engine.search({ query, size: 20, fallback: true, correct: true })
}

const seqs = ({ hits, total }: Awaited<ReturnType<typeof asked>>) =>
  hits
    .slice(0, total)
    .map(({ seq }) => seq)
    .sort()

const TYPED = [
  paper(1, 'Deep bidirectional transformers'),
  paper(2, 'Deep bidirectional transfer'),
  paper(3, 'Deep trees'),
  ...Array.from({ length: 20 }, (_, at) => paper(10 + at, 'Trains of thought')),
]

test.each([
  ['deep bidirectional transf', [1, 2]],
  ['Transforme', [1]],
  ['deep tre', [3]],
  ['transf deep', []],
  ['deep bidirectional transfer', [2]],
  ['deep "transf"', []],
])('a last word that nobody finished stands for those that begin so: %s', async (query, wanted) => {
  const answer = await asked(TYPED, query)
  expect(seqs(answer)).toEqual(wanted)
})

test('it is said that the last word was read as a beginning, and nothing else is offered', async () => {
  const { understood } = await asked(TYPED, 'deep bidirectional transf')
  expect(understood.warnings).toEqual(['没有文献含有「transf」这个词，已查找以它开头的词'])
  expect(understood.corrected).toBeNull()
})

test.each(['snow raises the millers view', 'Snow: Raises the Millers View'])(
  'who writes a whole title is offered no other spelling: %s',
  async (query) => {
    const others = Array.from({ length: 400 }, (_, at) => paper(10 + at, 'Snows raise millers reviews'))
    const { hits, understood } = await asked([paper(1, 'Snow raises the millers view'), ...others], query)
    expect(hits[0]?.seq).toBe(1)
    expect(understood.corrected).toBeNull()
  },
)

test('a stem that no paper writes is offered as the word that papers write', async () => {
  const papers = Array.from({ length: 400 }, (_, at) => paper(1 + at, 'It raises views'))
  const { understood } = await asked([...papers, paper(900, 'raisd views')], 'raisd')
  expect(understood.corrected).toBe('raises')
})

test.each(['😀', '！？', '()', '…', '"‘’"'])('signs alone find nothing, which is said: %s', async (query) => {
  const answer = await asked(TYPED, query)
  expect(answer.total + answer.partial).toBe(0)
  expect(answer.understood.warnings).toContain('检索式里没有可以检索的文字')
})

test.each(['', '  ', '*'])('nothing written, and a star, stand for everything: "%s"', async (query) => {
  expect((await asked(TYPED, query)).total).toBe(TYPED.length)
})

const models = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    paper(1 + at, `A transformer ${at}`, { subject_codes: ['081203'] }),
  )
const coils = (subject_codes: string[], title_zh: string) => [paper(90, 'Coils', { title_zh, subject_codes })]
const TERMS: [string, string][] = [['变压器', 'transformer']]

test.each([
  ['nobody says it', models(12), []],
  ['it is of another discipline', [...models(12), ...coils(['0808'], '变压器的绕组')], []],
  ['it is of the same discipline', [...models(12), ...coils(['0812'], '变压器的绕组')], ['变压器']],
  ['few have the word itself', [...models(2), ...coils(['0808'], '变压器的绕组')], ['变压器']],
  ['nothing says of which it is', [...models(12), ...coils([], '变压器的绕组')], ['变压器']],
])('a term stands for its translation as the library uses both: %s', async (_, papers, to) => {
  const { understood, hits } = await asked(papers, 'transformer', TERMS)
  expect(understood.expansions.flatMap((each) => each.to)).toEqual(to)
  expect(hits.some(({ seq }) => seq === 90)).toBe(to.length > 0)
})

test('of seven remembered words the paper that says each of them once stands above one that says fewer again and again', async () => {
  const words = ['dataset', 'identifying', 'contains', 'sequence', 'attributes', 'labeling', 'corpora']
  const others = words.flatMap((word, at) =>
    Array.from({ length: 20 }, (_, each) =>
      paper(100 + at * 20 + each, 'Record', { abstract: `A ${word} of its own` }),
    ),
  )
  const filling = Array.from({ length: 40 }, (_, at) => `other${at}`).join(' ')
  const once = paper(1, 'Record', { abstract: `${filling} ${words.join(' ')} ${filling}` })
  const again = paper(2, 'Record', { abstract: `${words.slice(0, 5).join(' ')}. `.repeat(4) })
  const { hits } = await asked([once, again, ...others], words.join(' '))
  expect(hits[0]?.seq).toBe(1)
})
