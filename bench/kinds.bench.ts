// npm run bench -- kinds [--write]: nDCG@10 over queries of many kinds, derived by rules from open sets, compared with
// plain BM25 with two settings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { blankWork } from '../contract/src/index.ts'
import { openTermIndex } from '../search/src/open-term-index.ts'
import { readAcl } from './corpus.ts'
import { type JudgedText, ndcg, readJudgements, readSetLines } from './judged-sets.ts'
import { plainIndex, SETTINGS, wordsAndPairs } from './plain-bm25.ts'
import { createRandom } from './random.ts'
import { requestFor } from './search-queries.ts'

/** A document that is indexed. */
interface TitledDocument {
  title: string
  text: string
}

/** Queries of one kind, with the documents in which they are searched. */
interface QueryKind {
  name: string
  documents: TitledDocument[]
  /** Texts with the gains of relevant documents by their indices; all others have the gain 0. */
  queries: { text: string; gains: Map<number, number> }[]
}

/** A paper of the set `csl-papers`. */
interface ChinesePaper {
  title: string
  abstract: string
  keywords: string[]
}

const DATA = new URL('../../shared/data/', import.meta.url)
const TOP_K = 10
const QUERIES_PER_KIND = 500
/** The title of documents that are searched without theirs. */
const UNTITLED_RECORD = 'record'
/** Length of the beginning of a text that stands for the title of a document without one. */
const MAX_TEXT_TITLE_CHARS = 60

const random = createRandom(31)

/** Returns the gains of a query for which only one document is relevant. */
const gainOfOne = (at: number) => new Map([[at, 1]])

/** Draws elements without repetition: `count`, or all of a shorter list. */
function sample<Each>(list: Each[], count: number): Each[] {
  const remaining = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    remaining.splice(random.below(remaining.length), 1),
  ).flat()
}

/** Returns the queries of a judged set that have a relevant document. */
function readJudgedKind(set: string): QueryKind {
  const papers = readSetLines(set, 'corpus.jsonl').map((line): JudgedText => JSON.parse(line))
  const indexById = new Map(papers.map(({ _id }, at) => [String(_id), at]))
  const judged = readJudgements(set)
  const queries = readSetLines(set, 'queries.jsonl').flatMap((line) => {
    const { _id, text }: JudgedText = JSON.parse(line)
    const gains = [...(judged.get(String(_id)) ?? [])].flatMap(([paper, gain]): [number, number][] => {
      const at = indexById.get(paper)
      return at === undefined || gain <= 0 ? [] : [[at, gain]]
    })
    return gains.length === 0 ? [] : [{ text, gains: new Map(gains) }]
  })
  const documents = papers.map(({ title, text }) => ({
    title: title || text.slice(0, MAX_TEXT_TITLE_CHARS),
    text,
  }))
  return { name: set, documents, queries }
}

const HAN_WORD = /^\p{Script=Han}{2,}$/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Returns the different Chinese words of a text, of at least two characters. */
function segmentChinese(text: string): string[] {
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
  return [...new Set(segments.filter((word) => HAN_WORD.test(word)))]
}

/** Papers with fewer different words are not searched by their words. */
const MIN_WORDS = 13
/** Gains of papers that have both searched keywords, and one of them. */
const BOTH_KEYWORDS_GAIN = 3
const ONE_KEYWORD_GAIN = 1

/** Returns queries made of Chinese papers. The order of the draws decides which papers each kind gets. */
function buildChineseKinds(): QueryKind[] {
  const papers = readSetLines('csl-papers', 'papers.jsonl').map((line): ChinesePaper => JSON.parse(line))
  const whole = papers.map(({ title, abstract }) => ({ title, text: abstract }))
  const untitled = papers.map(({ abstract }) => ({ title: UNTITLED_RECORD, text: abstract }))
  const indices = papers.map((_, at) => at)
  /** Returns queries of some words of a paper. */
  const wordQueries = (count: number, textOf: (paper: ChinesePaper) => string) =>
    sample(indices, QUERIES_PER_KIND).flatMap((at) => {
      const words = segmentChinese(textOf(papers[at] as ChinesePaper))
      return words.length < MIN_WORDS ? [] : [{ text: sample(words, count).join(' '), gains: gainOfOne(at) }]
    })
  const keywords = sample(indices, QUERIES_PER_KIND).flatMap((at) => {
    const [one, other] = sample(papers[at]?.keywords.filter((word) => HAN_WORD.test(word)) ?? [], 2)
    if (!one || !other) return []
    const gains = new Map<number, number>()
    papers.forEach((paper, index) => {
      const count = [one, other].filter((word) => paper.keywords.includes(word)).length
      if (count > 0) gains.set(index, count === 2 ? BOTH_KEYWORDS_GAIN : ONE_KEYWORD_GAIN)
    })
    return [{ text: `${one} ${other}`, gains }]
  })
  const titles = sample(indices, QUERIES_PER_KIND).map((at) => ({
    text: papers[at]?.title ?? '',
    gains: gainOfOne(at),
  }))
  return [
    {
      name: 'three Chinese words of a paper',
      documents: whole,
      queries: wordQueries(3, (paper) => `${paper.title}。${paper.abstract}`),
    },
    {
      name: 'six Chinese words of an abstract',
      documents: untitled,
      queries: wordQueries(6, ({ abstract }) => abstract),
    },
    { name: 'Chinese title over abstracts', documents: untitled, queries: titles },
    { name: 'two Chinese keywords', documents: whole, queries: keywords },
  ]
}

const ENGLISH_PAPERS = 12_000
/** Papers with shorter abstracts are left out. */
const MIN_ABSTRACT_CHARS = 301

/** Returns queries made of English papers. */
function buildEnglishKinds(): QueryKind[] {
  const long = (readAcl() ?? []).filter(({ abstract }) => abstract.length >= MIN_ABSTRACT_CHARS)
  const papers = sample(long, ENGLISH_PAPERS)
  const documents = papers.map(({ abstract }) => ({ title: UNTITLED_RECORD, text: abstract }))
  const indices = papers.map((_, at) => at)
  const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))]
  return [
    {
      name: 'English title over abstracts',
      documents,
      queries: sample(indices, QUERIES_PER_KIND).map((at) => ({
        // Without the name before a colon: `BERT: …`.
        text: (papers[at]?.title ?? '').replace(/^[^:]+:/, ''),
        gains: gainOfOne(at),
      })),
    },
    {
      name: 'seven English words of an abstract',
      documents,
      queries: sample(indices, QUERIES_PER_KIND).map((at) => ({
        text: sample(wordsOf(papers[at]?.abstract ?? ''), 7).join(' '),
        gains: gainOfOne(at),
      })),
    },
  ]
}

/** A question of PubMedQA with the parts of the abstract that answers it. */
interface PubmedQuestion {
  question: string
  contexts: { text: string }[]
}

/** Returns the questions of PubMedQA; the documents of another kind are searched too. */
function buildQuestionKind({ documents }: QueryKind): QueryKind {
  const file = readFileSync(new URL('scholarqa/pubmedqa.jsonl.gz', DATA))
  const questions = gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line): PubmedQuestion => JSON.parse(line))
  const abstracts = questions.map(({ contexts }) => ({
    title: UNTITLED_RECORD,
    text: contexts.map(({ text }) => text).join(' '),
  }))
  const queries = questions.map(({ question }, at) => ({ text: question, gains: gainOfOne(at) }))
  return { name: 'PubMedQA questions', documents: [...abstracts, ...documents], queries }
}

/** Returns the mean nDCG@10 of the product. */
async function measureOwnRanking({ documents, queries }: QueryKind): Promise<number> {
  const index = await openTermIndex({ folder: null, threads: 0 })
  for (const [at, { title, text }] of documents.entries()) {
    const record = JSON.stringify({ ...blankWork(title, 1), abstract: text })
    await index.apply([{ seq: at + 1, change: at + 1, record, cited_by_count: 0 }], true)
  }
  await index.apply([], false)
  let sum = 0
  for (const { text, gains } of queries) {
    const { hits } = await index.search(requestFor(text, { limit: TOP_K }))
    const found = hits.map(({ seq }) => gains.get(seq - 1) ?? 0)
    sum += ndcg(found, [...gains.values()])
  }
  await index.close()
  return sum / queries.length
}

/** Returns the mean nDCG@10 of plain BM25, by setting. */
function measurePlainRankings({ documents, queries }: QueryKind): number[] {
  const texts = documents.map(({ title, text }) => wordsAndPairs(`${title} ${text}`))
  return SETTINGS.map((setting) => {
    const plain = plainIndex(texts, setting)
    const sum = queries.reduce((total, { text, gains }) => {
      const found = plain.searchAny(wordsAndPairs(text), TOP_K).map((at) => gains.get(at) ?? 0)
      return total + ndcg(found, [...gains.values()])
    }, 0)
    return sum / queries.length
  })
}

if (existsSync(DATA)) {
  const scifact = readJudgedKind('scifact')
  const kinds = [
    readJudgedKind('csl-keyword'),
    ...buildChineseKinds(),
    scifact,
    readJudgedKind('cranfield'),
    ...buildEnglishKinds(),
    buildQuestionKind(scifact),
  ]
  const table = []
  console.log('| kind | queries | figure | BM25 .9/.4 | BM25 1.2/.75 |\n|---|---|---|---|---|')
  for (const kind of kinds) {
    const [figure, plain] = [await measureOwnRanking(kind), measurePlainRankings(kind)]
    table.push({ kind: kind.name, queries: kind.queries.length, figure, plain })
    const cells = [figure, ...plain].map((each) => each.toFixed(4))
    console.log(`| ${kind.name} | ${kind.queries.length} | ${cells.join(' | ')} |`)
  }
  if (process.argv.includes('--write'))
    writeFileSync(
      new URL('results/details/kinds.json', import.meta.url),
      `${JSON.stringify(table, null, 2)}\n`,
    )
}
