// npm run bench -- ranking: how good the first ten hits are, by judgements of people and by papers that are known.
import { existsSync } from 'node:fs'
import { blankWork, type Work } from '../contract/src/index.ts'
import { openEngine } from '../search/src/open-engine.ts'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { TermIndex } from '../search/src/planning/term-index.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { type Judged, judgements, linesOf, ndcg, SETS } from './judged-sets.ts'
import { plainIndex, wordsIn } from './plain-bm25.ts'
import { createRandom } from './random.ts'
import { knownTitles, withSign } from './ranking-meant.ts'
import { ownVocabulary, requestFor } from './search-queries.ts'

const FOLDER = new URL('../../shared/data/ir/', import.meta.url)

const AT = 10
/** So much less a query with a sign in it may reach. */
const SLACK = 0.005

async function indexOf(works: Iterable<Work>): Promise<TermIndex> {
  const index = await openTermIndex({ folder: null, threads: 0 })
  let change = 0
  for (const work of works) {
    change += 1
    await index.apply([{ seq: change, change, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await index.apply([], false)
  return index
}

/** Numbers of the first hits, as the product finds them: with translations, and looser hits where there are few. */
async function firstHits(index: TermIndex, query: string, limit = AT): Promise<number[]> {
  const { hits } = await index.search(requestFor(query, { limit }))
  return hits.map(({ seq }) => seq)
}

interface Evaluation {
  ndcg: number
  /** The same queries with a sign put into each at random. */
  signed: number
  /** Share of the relevant papers among the first hundred; that of plain BM25 over all words or pairs of characters. */
  recall: number
  plain: number
  ms: number
}

const DEEP = 100
/** Words as written, and pairs of characters of Chinese. */
const lowerCaseWords = (text: string): string[] =>
  wordsIn(text).flatMap((word) =>
    /\p{Script=Han}/u.test(word)
      ? [...word].slice(1).map((character, at) => `${[...word][at]}${character}`)
      : [word],
  )

async function evaluate(set: string): Promise<Evaluation> {
  const papers = linesOf(set, 'corpus.jsonl').map((line): Judged => JSON.parse(line))
  const works = papers.map(({ title, text }) => ({
    ...blankWork(title || text.slice(0, 60), 1),
    abstract: text,
  }))
  const index = await indexOf(works)
  const plain = plainIndex(works.map(({ title, abstract }) => lowerCaseWords(`${title} ${abstract}`)))
  const judged = judgements(set)
  const random = createRandom(5)
  const sums = { ndcg: 0, signed: 0, recall: 0, plain: 0, ms: 0 }
  let count = 0
  for (const line of linesOf(set, 'queries.jsonl')) {
    const query: Judged = JSON.parse(line)
    const scores = judged.get(String(query._id))
    if (!scores || ![...scores.values()].some((score) => score > 0)) continue
    const gain = (seq: number) => scores.get(String(papers[seq - 1]?._id)) ?? 0
    const good = [...scores.values()].filter((score) => score > 0).length
    const recall = (seqs: number[]) => seqs.filter((seq) => gain(seq) > 0).length / good
    const started = performance.now()
    const hits = await firstHits(index, query.text)
    sums.ms += performance.now() - started
    count += 1
    sums.ndcg += ndcg(hits.map(gain), [...scores.values()])
    const signed = await firstHits(index, withSign(random, query.text))
    sums.signed += ndcg(signed.map(gain), [...scores.values()])
    sums.recall += recall(await firstHits(index, query.text, DEEP))
    sums.plain += recall(plain.searchAny(lowerCaseWords(query.text), DEEP).map((at) => at + 1))
  }
  await index.close()
  const mean = Object.entries(sums).map(([name, sum]) => [name, sum / count])
  // The same names as above.
  return Object.fromEntries(mean) as Evaluation
}

const STOP = new Set(
  'the and for with that this are was from which have has been not can our its these their than'.split(' '),
)

/** Some papers are in the Anthology twice. */
const letters = (paper: AclPaper | undefined) => paper?.title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Words that somebody remembers of a paper: four of its title, or four of all that are in few papers. */
const REMEMBERED = [
  { title: 'ACL known item, 4 words of the title, MRR@10', goal: 0.965, inTitle: true, share: 1, least: 4 },
  { title: 'ACL known item, 4 telling words, MRR@10', goal: 0.93, inTitle: false, share: 0.1, least: 20 },
]

const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/\p{L}{3,}/gu))]
const textOf = ({ title, abstract }: AclPaper) => `${title} ${abstract}`

/** The rank of a paper that is searched with four of its words, as a mean of 1/rank over 1,000 papers. */
async function knownItems(): Promise<void> {
  const papers = readAcl()
  if (!papers) return
  const index = await indexOf(papers.map(aclWork))
  const plain = plainIndex(papers.map((paper) => wordsIn(textOf(paper))))
  for (const remembered of REMEMBERED) {
    let [own, signed, other, alike] = [0, 0, 0, 0]
    const random = createRandom(6)
    for (const { at, words } of asked(papers, plain, remembered)) {
      const hits = await firstHits(index, words.join(' '))
      own += reciprocal(hits.indexOf(at + 1))
      alike += reciprocal(hits.findIndex((seq) => letters(papers[seq - 1]) === letters(papers[at])))
      signed += reciprocal((await firstHits(index, withSign(random, words.join(' ')))).indexOf(at + 1))
      other += reciprocal(plain.search(words, AT).indexOf(at))
    }
    const beside = `plain BM25, all words ${(other / ASKED).toFixed(3)}`
    row(remembered.title, own / ASKED, remembered.goal, beside)
    row(
      'the same, where another record of the same title is the paper too',
      alike / ASKED,
      remembered.goal,
      '',
    )
    row('the same with a sign', signed / ASKED, own / ASKED - SLACK, '')
  }
  await index.close()
  await titles(papers)
}

/** Titles as people paste them, with what the product does about mistakes. */
async function titles(papers: AclPaper[]): Promise<void> {
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => ownVocabulary })
  let change = 0
  for (const work of papers.map(aclWork)) {
    change += 1
    await engine.apply([{ seq: change, change, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await engine.apply([], false)
  const found = await knownTitles(papers, async (query, size) => {
    const { hits } = await engine.search({ query, size, fallback: true, correct: true })
    return hits.map(({ seq }) => seq)
  })
  await engine.close()
  row('ACL, 200 exact titles, first', found.exact, 198, '')
  row('ACL, 100 titles with a typing mistake, first page', found.mistyped, 90, '')
}

const ASKED = 1000

/** Papers with the words that each is searched with, the same in every run. */
function* asked(
  papers: AclPaper[],
  plain: ReturnType<typeof plainIndex>,
  { inTitle, share, least }: (typeof REMEMBERED)[number],
): Generator<{ at: number; words: string[] }> {
  const random = createRandom(3)
  for (let count = 0; count < ASKED; ) {
    const at = random.below(papers.length)
    const paper = papers[at]
    if (!paper || (!inTitle && paper.abstract === '')) continue
    const telling = (word: string) => !STOP.has(word) && plain.share(word) <= share
    const left = wordsOf(inTitle ? paper.title : textOf(paper)).filter(telling)
    if (left.length < least) continue
    count += 1
    yield { at, words: Array.from({ length: 4 }, () => left.splice(random.below(left.length), 1)[0] ?? '') }
  }
}

const reciprocal = (at: number) => (at < 0 ? 0 : 1 / (at + 1))

function row(title: string, figure: number, goal: number, other: string, ms = ''): void {
  console.log(
    `| ${title} | ${figure.toFixed(4)} | ≥ ${Number(goal.toFixed(4))} | ${(figure / goal).toFixed(2)} | ${other} | ${ms} |`,
  )
}

const [only] = process.argv.slice(3)
console.log('| what | figure | goal | ratio | others | ms a search |\n|---|---|---|---|---|---|')
for (const { name, title, goal, other } of SETS) {
  if (only && only !== name) continue
  if (!existsSync(new URL(name, FOLDER))) {
    console.log(`| ${title} | shared/data/ir/${name} is not here | ${goal} | | ${other} | |`)
    continue
  }
  const { ndcg, signed, recall, plain, ms } = await evaluate(name)
  row(title, ndcg, goal, other, ms.toFixed(1))
  row('the same with a sign', signed, ndcg - SLACK, '')
  row(title.replace('nDCG@10', 'recall@100'), recall, plain, `plain BM25, any word ${plain.toFixed(4)}`)
}
if (!only || only === 'known') await knownItems()
