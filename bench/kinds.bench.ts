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

interface TitledDocument {
  title: string
  text: string
}

interface QueryKind {
  name: string
  documents: TitledDocument[]
  /** Gains by the index of a document. */
  queries: { text: string; gains: Map<number, number> }[]
}

interface ChinesePaper {
  title: string
  abstract: string
  keywords: string[]
}

const DATA = new URL('../../shared/data/', import.meta.url)
const TOP_K = 10
const QUERIES_PER_KIND = 500
const UNTITLED_RECORD = 'record'

const random = createRandom(31)
const only = (at: number) => new Map([[at, 1]])

function sample<Each>(list: Each[], count: number): Each[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
}

function readJudgedKind(set: string): QueryKind {
  const papers = readSetLines(set, 'corpus.jsonl').map((line): JudgedText => JSON.parse(line))
  const places = new Map(papers.map(({ _id }, at) => [String(_id), at]))
  const judged = readJudgements(set)
  const queries = readSetLines(set, 'queries.jsonl').flatMap((line) => {
    const { _id, text }: JudgedText = JSON.parse(line)
    const judgedHere = [...(judged.get(String(_id)) ?? [])].flatMap(([paper, gain]): [number, number][] => {
      const at = places.get(paper)
      return at === undefined || gain <= 0 ? [] : [[at, gain]]
    })
    return judgedHere.length === 0 ? [] : [{ text, gains: new Map(judgedHere) }]
  })
  const documents = papers.map(({ title, text }) => ({ title: title || text.slice(0, 60), text }))
  return { name: set, documents, queries }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const segmentChinese = (text: string) => [
  ...new Set(
    [...segmenter.segment(text)].map(({ segment }) => segment).filter((word) => HAN_WORD.test(word)),
  ),
]
const HAN_WORD = /^\p{Script=Han}{2,}$/u
const MIN_SENTENCE_WORDS = 13

function buildChineseKinds(): QueryKind[] {
  const papers = readSetLines('csl-papers', 'papers.jsonl').map((line): ChinesePaper => JSON.parse(line))
  const whole = papers.map(({ title, abstract }) => ({ title, text: abstract }))
  const untitled = papers.map(({ abstract }) => ({ title: UNTITLED_RECORD, text: abstract }))
  const places = papers.map((_, at) => at)
  const remembered = (count: number, textOf: (paper: ChinesePaper) => string) =>
    sample(places, QUERIES_PER_KIND).flatMap((at) => {
      const words = segmentChinese(textOf(papers[at] as ChinesePaper))
      return words.length < MIN_SENTENCE_WORDS
        ? []
        : [{ text: sample(words, count).join(' '), gains: only(at) }]
    })
  const keywords = sample(places, QUERIES_PER_KIND).flatMap((at) => {
    const [one, other] = sample(papers[at]?.keywords.filter((word) => HAN_WORD.test(word)) ?? [], 2)
    if (!one || !other) return []
    const gains = new Map<number, number>()
    papers.forEach(({ keywords: own }, place) => {
      const count = [one, other].filter((word) => own.includes(word)).length
      if (count > 0) gains.set(place, count === 2 ? 3 : 1)
    })
    return [{ text: `${one} ${other}`, gains }]
  })
  const titles = sample(places, QUERIES_PER_KIND).map((at) => ({
    text: papers[at]?.title ?? '',
    gains: only(at),
  }))
  return [
    {
      name: 'three Chinese words of a paper',
      documents: whole,
      queries: remembered(3, (paper) => `${paper.title}。${paper.abstract}`),
    },
    {
      name: 'six Chinese words of an abstract',
      documents: untitled,
      queries: remembered(6, ({ abstract }) => abstract),
    },
    { name: 'Chinese title over abstracts', documents: untitled, queries: titles },
    { name: 'two Chinese keywords', documents: whole, queries: keywords },
  ]
}

const ENGLISH_PAPERS = 12_000
const LONG_ABSTRACT_CHARS = 300

function buildEnglishKinds(): QueryKind[] {
  const long = (readAcl() ?? []).filter(({ abstract }) => abstract.length > LONG_ABSTRACT_CHARS)
  const papers = sample(long, ENGLISH_PAPERS)
  const documents = papers.map(({ abstract }) => ({ title: UNTITLED_RECORD, text: abstract }))
  const places = papers.map((_, at) => at)
  const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))]
  return [
    {
      name: 'English title over abstracts',
      documents,
      queries: sample(places, QUERIES_PER_KIND).map((at) => ({
        text: (papers[at]?.title ?? '').replace(/^[^:]+:/, ''),
        gains: only(at),
      })),
    },
    {
      name: 'seven English words of an abstract',
      documents,
      queries: sample(places, QUERIES_PER_KIND).map((at) => ({
        text: sample(wordsOf(papers[at]?.abstract ?? ''), 7).join(' '),
        gains: only(at),
      })),
    },
  ]
}

interface PubmedQuestion {
  question: string
  contexts: { text: string }[]
}

function buildQuestionKind({ documents }: QueryKind): QueryKind {
  const file = readFileSync(new URL('scholarqa/pubmedqa.jsonl.gz', DATA))
  const questions = gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line): PubmedQuestion => JSON.parse(line))
  const own = questions.map(({ contexts }) => ({
    title: UNTITLED_RECORD,
    text: contexts.map(({ text }) => text).join(' '),
  }))
  const queries = questions.map(({ question }, at) => ({ text: question, gains: only(at) }))
  return { name: 'PubMedQA questions', documents: [...own, ...documents], queries }
}

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
    sum += ndcg(
      hits.map(({ seq }) => gains.get(seq - 1) ?? 0),
      [...gains.values()],
    )
  }
  await index.close()
  return sum / queries.length
}

function measurePlainRankings({ documents, queries }: QueryKind): number[] {
  const texts = documents.map(({ title, text }) => wordsAndPairs(`${title} ${text}`))
  return SETTINGS.map((setting) => {
    const plain = plainIndex(texts, setting)
    const sum = queries.reduce((total, { text, gains }) => {
      const found = plain.searchAny(wordsAndPairs(text), TOP_K)
      return (
        total +
        ndcg(
          found.map((at) => gains.get(at) ?? 0),
          [...gains.values()],
        )
      )
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
