// npm run bench -- ranking [SET] [--write]: quality of the top ten hits, by human judgements and by known-item
// searches.
import { existsSync, writeFileSync } from 'node:fs'
import { blankWork, type Work } from '../contract/src/index.ts'
import { openEngine } from '../search/src/open-engine.ts'
import { openTermIndex } from '../search/src/open-term-index.ts'
import type { TermIndex } from '../search/src/planning/term-index.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { JUDGED_SETS, type JudgedText, ndcg, readJudgements, readSetLines } from './judged-sets.ts'
import { evaluateKnownTitles, insertNoiseSign } from './known-item-queries.ts'
import { plainIndex, SETTINGS, tokenizeWords, wordsAndPairs } from './plain-bm25.ts'
import { createRandom } from './random.ts'
import { ownVocabulary, requestFor } from './search-queries.ts'

const FOLDER = new URL('../../shared/data/ir/', import.meta.url)

const TOP_K = 10
/** The argument with which the table is saved. */
const WRITE = '--write'
/** Length of the beginning of its text that stands for the title of a paper without one. */
const MAX_TEXT_TITLE_CHARS = 60
/** Maximum loss of nDCG by punctuation in the query. */
const MAX_NOISE_LOSS = 0.005

/** Returns an index of works, whose numbers (`seq`) are their places from 1. */
async function buildIndex(works: Iterable<Work>): Promise<TermIndex> {
  const index = await openTermIndex({ folder: null, threads: 0 })
  let change = 0
  for (const work of works) {
    change += 1
    await index.apply([{ seq: change, change, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await index.apply([], false)
  return index
}

/**
 * Returns the numbers of the first hits as the product finds them, with translations, and looser hits where there are
 * few.
 */
async function firstHits(index: TermIndex, query: string, limit = TOP_K): Promise<number[]> {
  const { hits } = await index.search(requestFor(query, { limit }))
  return hits.map(({ seq }) => seq)
}

/** Means over the judged queries of a set. */
interface Evaluation {
  /** nDCG of the first ten hits, 0–1. */
  ndcg: number
  /** nDCG of the same queries with random punctuation. */
  signed: number
  /** Fraction of the relevant papers among the first hundred. */
  recall: number
  /** Time of a search, in milliseconds. */
  ms: number
  /** Figures of plain BM25 over all words or character bigrams, by setting. */
  plain: { ndcg: number; recall: number }[]
}

const RECALL_DEPTH = 100

/** Searches a judged set with each of its queries that has a relevant paper. */
async function evaluateSet(set: string): Promise<Evaluation> {
  const papers = readSetLines(set, 'corpus.jsonl').map((line): JudgedText => JSON.parse(line))
  const works = papers.map(({ title, text }) => ({
    ...blankWork(title || text.slice(0, MAX_TEXT_TITLE_CHARS), 1),
    abstract: text,
  }))
  const index = await buildIndex(works)
  const texts = works.map(({ title, abstract }) => wordsAndPairs(`${title} ${abstract}`))
  const plain = SETTINGS.map((setting) => ({ index: plainIndex(texts, setting), ndcg: 0, recall: 0 }))
  const judged = readJudgements(set)
  const random = createRandom(5)
  const sums = { ndcg: 0, signed: 0, recall: 0, ms: 0 }
  let count = 0
  for (const line of readSetLines(set, 'queries.jsonl')) {
    const query: JudgedText = JSON.parse(line)
    const scores = judged.get(String(query._id)) ?? new Map<string, number>()
    const allScores = [...scores.values()]
    const relevantCount = allScores.filter((score) => score > 0).length
    if (relevantCount === 0) continue
    const gain = (seq: number) => scores.get(String(papers[seq - 1]?._id)) ?? 0
    const recall = (seqs: number[]) => seqs.filter((seq) => gain(seq) > 0).length / relevantCount
    const started = performance.now()
    const hits = await firstHits(index, query.text)
    sums.ms += performance.now() - started
    count += 1
    sums.ndcg += ndcg(hits.map(gain), allScores)
    const signed = await firstHits(index, insertNoiseSign(random, query.text))
    sums.signed += ndcg(signed.map(gain), allScores)
    sums.recall += recall(await firstHits(index, query.text, RECALL_DEPTH))
    for (const each of plain) {
      const found = each.index.searchAny(wordsAndPairs(query.text), RECALL_DEPTH).map((at) => at + 1)
      each.ndcg += ndcg(found.map(gain), allScores)
      each.recall += recall(found)
    }
  }
  await index.close()
  return {
    ndcg: sums.ndcg / count,
    signed: sums.signed / count,
    recall: sums.recall / count,
    ms: sums.ms / count,
    plain: plain.map(({ ndcg, recall }) => ({ ndcg: ndcg / count, recall: recall / count })),
  }
}

const STOP_WORDS = new Set(
  'the and for with that this are was from which have has been not can our its these their than'.split(' '),
)

/** Compares papers by title, because the Anthology contains some of them twice. */
const titleKey = (paper: AclPaper | undefined) => paper?.title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Known-item searches with four words of a paper: of its title, or of all its words that are in few papers. `share` is the
 * largest share of papers with a word, `least` the number of such words that a paper needs.
 */
const KNOWN_ITEM_TASKS = [
  { title: 'ACL known item, 4 words of the title, MRR@10', goal: 0.965, inTitle: true, share: 1, least: 4 },
  { title: 'ACL known item, 4 telling words, MRR@10', goal: 0.93, inTitle: false, share: 0.1, least: 20 },
]

const QUERY_COUNT = 1000
const WORDS_PER_QUERY = 4

const distinctWords = (text: string) => [...new Set(text.toLowerCase().match(/\p{L}{3,}/gu))]
const titleAndAbstract = ({ title, abstract }: AclPaper) => `${title} ${abstract}`

/** Measures the mean reciprocal rank of a paper searched with four of its words, over 1,000 papers. */
async function evaluateKnownItems(): Promise<void> {
  const papers = readAcl()
  if (!papers) return
  const index = await buildIndex(papers.map(aclWork))
  const texts = papers.map((paper) => tokenizeWords(titleAndAbstract(paper)))
  const plain = SETTINGS.map((setting) => plainIndex(texts, setting))
  const shareOf = (word: string) => plain[0]?.share(word) ?? 0
  for (const task of KNOWN_ITEM_TASKS) {
    // Sums of reciprocal ranks: of the paper, of it in a query with a sign, of any paper with its title.
    let [exact, signed, sameTitle] = [0, 0, 0]
    const others = plain.map(() => 0)
    const random = createRandom(6)
    for (const { at, words } of drawKnownItems(papers, shareOf, task)) {
      const hits = await firstHits(index, words.join(' '))
      exact += reciprocal(hits.indexOf(at + 1))
      sameTitle += reciprocal(hits.findIndex((seq) => titleKey(papers[seq - 1]) === titleKey(papers[at])))
      signed += reciprocal((await firstHits(index, insertNoiseSign(random, words.join(' ')))).indexOf(at + 1))
      plain.forEach((index, setting) => {
        others[setting] =
          (others[setting] ?? 0) + reciprocal(index.search(words, TOP_K).indexOf(at)) / QUERY_COUNT
      })
    }
    const { title, goal } = task
    printRow(title, exact / QUERY_COUNT, goal, { others })
    printRow(`${title}, another record of the same title is the paper too`, sameTitle / QUERY_COUNT, goal)
    printRow(`${title}, with a sign`, signed / QUERY_COUNT, exact / QUERY_COUNT - MAX_NOISE_LOSS)
  }
  await index.close()
  await evaluatePastedTitles(papers)
}

/** Measures searches with pasted titles, including the product's correction of typing errors. */
async function evaluatePastedTitles(papers: AclPaper[]): Promise<void> {
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => ownVocabulary })
  let change = 0
  for (const work of papers.map(aclWork)) {
    change += 1
    await engine.apply([{ seq: change, change, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await engine.apply([], false)
  const found = await evaluateKnownTitles(papers, async (query, size) => {
    const { hits } = await engine.search({ query, size, fallback: true, correct: true })
    return hits.map(({ seq }) => seq)
  })
  await engine.close()
  printRow('ACL, 200 exact titles, first', found.exact, 198)
  printRow('ACL, 100 titles with a typing mistake, first page', found.mistyped, 90)
}

/** Draws papers with the words to search them by, identical in every run. */
function* drawKnownItems(
  papers: AclPaper[],
  share: (word: string) => number,
  { inTitle, share: maxShare, least: minWords }: (typeof KNOWN_ITEM_TASKS)[number],
): Generator<{ at: number; words: string[] }> {
  const random = createRandom(3)
  for (let count = 0; count < QUERY_COUNT; ) {
    const at = random.below(papers.length)
    const paper = papers[at]
    if (!paper || (!inTitle && paper.abstract === '')) continue
    const isDistinctive = (word: string) => !STOP_WORDS.has(word) && share(word) <= maxShare
    const candidates = distinctWords(inTitle ? paper.title : titleAndAbstract(paper)).filter(isDistinctive)
    if (candidates.length < minWords) continue
    count += 1
    yield {
      at,
      words: Array.from(
        { length: WORDS_PER_QUERY },
        () => candidates.splice(random.below(candidates.length), 1)[0] ?? '',
      ),
    }
  }
}

/** Returns the reciprocal of the rank of an index, 0 for −1. */
const reciprocal = (at: number) => (at < 0 ? 0 : 1 / (at + 1))

/** What a row holds beside its figure. */
interface RowDetails {
  /** Figures of plain BM25, by setting. */
  others?: number[]
  /** Time of a search, in milliseconds. */
  ms?: number
}

const table: (RowDetails & { what: string; figure: number; goal: number })[] = []

/** Adds a row to the printed table and to the saved one. */
function printRow(what: string, figure: number, goal: number, { others = [], ms }: RowDetails = {}): void {
  table.push({ what, figure, goal, ...(others.length > 0 && { others }) })
  const cells = [figure, goal, ...others].map((each) => Number(each.toFixed(4)))
  console.log(
    `| ${[what, ...cells, ...SETTINGS.slice(others.length).map(() => ''), ms?.toFixed(1) ?? ''].join(' | ')} |`,
  )
}

const only = process.argv.slice(3).find((word) => word !== WRITE)
console.log('| what | figure | goal | BM25 .9/.4 | BM25 1.2/.75 | ms a search |\n|---|---|---|---|---|---|')
for (const { name, title, goal } of JUDGED_SETS) {
  if (only && only !== name) continue
  if (!existsSync(new URL(name, FOLDER))) {
    console.log(`| ${title} | shared/data/ir/${name} is not here | | | | |`)
    continue
  }
  const { ndcg, signed, recall, plain, ms } = await evaluateSet(name)
  printRow(title, ndcg, goal, { others: plain.map((each) => each.ndcg), ms })
  printRow(`${title}, with a sign`, signed, ndcg - MAX_NOISE_LOSS)
  const others = plain.map((each) => each.recall)
  printRow(title.replace('nDCG@10', 'recall@100'), recall, Math.max(...others), { others })
}
if (!only || only === 'known') await evaluateKnownItems()
if (process.argv.includes(WRITE))
  writeFileSync(
    new URL('results/details/ranking.json', import.meta.url),
    `${JSON.stringify(table, null, 2)}\n`,
  )
