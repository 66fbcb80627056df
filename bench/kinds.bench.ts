// npm run bench -- kinds [--write]: nDCG@10 over queries of many kinds, made by rule of open sets, beside plain BM25 with two settings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { blankWork } from '../contract/src/index.ts'
import { openTermIndex } from '../search/src/open-term-index.ts'
import { readAcl } from './corpus.ts'
import { type Judged, judgements, linesOf, ndcg } from './judged-sets.ts'
import { plainIndex, SETTINGS, wordsAndPairs } from './plain-bm25.ts'
import { createRandom } from './random.ts'
import { requestFor } from './search-queries.ts'

interface Document {
  title: string
  text: string
}

interface KindOfQuery {
  name: string
  documents: Document[]
  /** Gains by the place of a document. */
  queries: { text: string; gains: Map<number, number> }[]
}

interface ChinesePaper {
  title: string
  abstract: string
  keywords: string[]
}

const DATA = new URL('../../shared/data/', import.meta.url)
const TOP = 10
const DRAWN = 500
const UNTITLED = 'record'

const random = createRandom(31)
const only = (at: number) => new Map([[at, 1]])

function drawn<Each>(list: Each[], count: number): Each[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
}

function judgedKind(set: string): KindOfQuery {
  const papers = linesOf(set, 'corpus.jsonl').map((line): Judged => JSON.parse(line))
  const places = new Map(papers.map(({ _id }, at) => [String(_id), at]))
  const judged = judgements(set)
  const queries = linesOf(set, 'queries.jsonl').flatMap((line) => {
    const { _id, text }: Judged = JSON.parse(line)
    const known = [...(judged.get(String(_id)) ?? [])].flatMap(([paper, gain]): [number, number][] => {
      const at = places.get(paper)
      return at === undefined || gain <= 0 ? [] : [[at, gain]]
    })
    return known.length === 0 ? [] : [{ text, gains: new Map(known) }]
  })
  const documents = papers.map(({ title, text }) => ({ title: title || text.slice(0, 60), text }))
  return { name: set, documents, queries }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const chineseWords = (text: string) => [
  ...new Set([...segmenter.segment(text)].map(({ segment }) => segment).filter((word) => HAN.test(word))),
]
const HAN = /^\p{Script=Han}{2,}$/u
const LEAST_WORDS = 13

function chineseKinds(): KindOfQuery[] {
  const papers = linesOf('csl-papers', 'papers.jsonl').map((line): ChinesePaper => JSON.parse(line))
  const whole = papers.map(({ title, abstract }) => ({ title, text: abstract }))
  const untitled = papers.map(({ abstract }) => ({ title: UNTITLED, text: abstract }))
  const places = papers.map((_, at) => at)
  const remembered = (count: number, textOf: (paper: ChinesePaper) => string) =>
    drawn(places, DRAWN).flatMap((at) => {
      const words = chineseWords(textOf(papers[at] as ChinesePaper))
      return words.length < LEAST_WORDS ? [] : [{ text: drawn(words, count).join(' '), gains: only(at) }]
    })
  const keywords = drawn(places, DRAWN).flatMap((at) => {
    const [one, other] = drawn(papers[at]?.keywords.filter((word) => HAN.test(word)) ?? [], 2)
    if (!one || !other) return []
    const gains = new Map<number, number>()
    papers.forEach(({ keywords: own }, place) => {
      const count = [one, other].filter((word) => own.includes(word)).length
      if (count > 0) gains.set(place, count === 2 ? 3 : 1)
    })
    return [{ text: `${one} ${other}`, gains }]
  })
  const titles = drawn(places, DRAWN).map((at) => ({ text: papers[at]?.title ?? '', gains: only(at) }))
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

function englishKinds(): KindOfQuery[] {
  const long = (readAcl() ?? []).filter(({ abstract }) => abstract.length > LONG_ABSTRACT_CHARS)
  const papers = drawn(long, ENGLISH_PAPERS)
  const documents = papers.map(({ abstract }) => ({ title: UNTITLED, text: abstract }))
  const places = papers.map((_, at) => at)
  const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))]
  return [
    {
      name: 'English title over abstracts',
      documents,
      queries: drawn(places, DRAWN).map((at) => ({
        text: (papers[at]?.title ?? '').replace(/^[^:]+:/, ''),
        gains: only(at),
      })),
    },
    {
      name: 'seven English words of an abstract',
      documents,
      queries: drawn(places, DRAWN).map((at) => ({
        text: drawn(wordsOf(papers[at]?.abstract ?? ''), 7).join(' '),
        gains: only(at),
      })),
    },
  ]
}

interface Question {
  question: string
  contexts: { text: string }[]
}

function questionKind({ documents }: KindOfQuery): KindOfQuery {
  const file = readFileSync(new URL('scholarqa/pubmedqa.jsonl.gz', DATA))
  const questions = gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line): Question => JSON.parse(line))
  const own = questions.map(({ contexts }) => ({
    title: UNTITLED,
    text: contexts.map(({ text }) => text).join(' '),
  }))
  const queries = questions.map(({ question }, at) => ({ text: question, gains: only(at) }))
  return { name: 'PubMedQA questions', documents: [...own, ...documents], queries }
}

async function ownFigure({ documents, queries }: KindOfQuery): Promise<number> {
  const index = await openTermIndex({ folder: null, threads: 0 })
  for (const [at, { title, text }] of documents.entries()) {
    const record = JSON.stringify({ ...blankWork(title, 1), abstract: text })
    await index.apply([{ seq: at + 1, change: at + 1, record, cited_by_count: 0 }], true)
  }
  await index.apply([], false)
  let sum = 0
  for (const { text, gains } of queries) {
    const { hits } = await index.search(requestFor(text, { limit: TOP }))
    sum += ndcg(
      hits.map(({ seq }) => gains.get(seq - 1) ?? 0),
      [...gains.values()],
    )
  }
  await index.close()
  return sum / queries.length
}

function plainFigures({ documents, queries }: KindOfQuery): number[] {
  const texts = documents.map(({ title, text }) => wordsAndPairs(`${title} ${text}`))
  return SETTINGS.map((setting) => {
    const plain = plainIndex(texts, setting)
    const sum = queries.reduce((total, { text, gains }) => {
      const found = plain.searchAny(wordsAndPairs(text), TOP)
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
  const scifact = judgedKind('scifact')
  const kinds = [
    judgedKind('csl-keyword'),
    ...chineseKinds(),
    scifact,
    judgedKind('cranfield'),
    ...englishKinds(),
    questionKind(scifact),
  ]
  const table = []
  console.log('| kind | queries | figure | BM25 .9/.4 | BM25 1.2/.75 |\n|---|---|---|---|---|')
  for (const kind of kinds) {
    const [figure, plain] = [await ownFigure(kind), plainFigures(kind)]
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
