// npm run bench -- names: whether a paper is found by its short name; known-names.ts has the rule by which names are
// drawn.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { blankWork, type Work } from '../contract/src/index.ts'
import { openEngine } from '../search/src/open-engine.ts'
import { aclWork, readAcl } from './corpus.ts'
import { type KnownName, knownNames, NAME_KINDS } from './known-names.ts'
import { plainIndex, tokenizeWords } from './plain-bm25.ts'
import { type Figure, publishFigures, rounded } from './results.ts'
import { ownVocabulary } from './search-queries.ts'

const STARTER = new URL('../config/starter/', import.meta.url)
const RESULTS = new URL('results/details/', import.meta.url)
/** A paper that is not among so many hits counts as not found. */
const MAX_RANK = 100

/** Where the names of a kind stand in titles. */
const KIND_TITLES: Record<string, string> = {
  signs: 'signs or capitals before a colon',
  word: 'plain words before a colon',
  brackets: 'in brackets',
}

/** Well-known names with the titles of their papers; only reported. */
const FAMOUS = [
  ['BERT', 'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding'],
  ['Transformer', 'Attention Is All You Need'],
  ['word2vec', 'Efficient Estimation of Word Representations in Vector Space'],
  ['ELMo', 'Deep Contextualized Word Representations'],
] as const

/** Reduces a title to its letters and digits, for comparison. */
const titleKey = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the file's papers, then those of the starter library that the file lacks; common ones get the starter
 * library's keywords.
 */
function buildLibrary(papers: Work[]): Work[] {
  const byTitle = new Map(papers.map((work, at) => [titleKey(work.title), at]))
  const works = [...papers]
  for (const file of readdirSync(STARTER).sort())
    for (const line of readFileSync(new URL(file, STARTER), 'utf8').trim().split('\n')) {
      const record: Partial<Work> & Pick<Work, 'title' | 'resource_type'> = JSON.parse(line)
      const index = byTitle.get(titleKey(record.title)) ?? -1
      const common = works[index]
      if (common) works[index] = { ...common, keywords: record.keywords ?? [] }
      else
        works.push({
          ...blankWork(record.title, record.resource_type),
          ...record,
          creators: completeCreators(record),
        })
    }
  return works
}

const completeCreators = ({ creators = [] }: Partial<Work>): Work['creators'] =>
  creators.map((creator) => ({ ...creator, role: creator.role ?? 'author', affiliations: [] }))

/** Returns the share of ranks from 1 to `within`; rank 0 stands for a paper that was not found. */
const shareWithin = (ranks: number[], within: number) =>
  ranks.filter((rank) => rank > 0 && rank <= within).length / ranks.length

const rankFigures = (ranks: number[]) => ({ first: shareWithin(ranks, 1), among_five: shareWithin(ranks, 5) })

/** A name with the rank of its paper, in the product and in plain BM25; 0 where it was not found. */
type RankedName = KnownName & { rank: number; plain: number }

/** Returns the figures of each kind of names, for the half that the rules were tuned on and for the other. */
const figureRows = (ranked: readonly RankedName[]) =>
  [true, false].flatMap((tuned) =>
    ['all', ...NAME_KINDS].map((kind) => {
      const names = ranked.filter((each) => each.tuned === tuned && (kind === 'all' || each.kind === kind))
      return {
        half: tuned ? 'tuned' : 'reported',
        kind,
        names: names.length,
        ...rankFigures(names.map(({ rank }) => rank)),
        plain: rankFigures(names.map((each) => each.plain)),
      }
    }),
  )
type FigureRow = ReturnType<typeof figureRows>[number]

function printTable(table: readonly FigureRow[]): void {
  console.log(
    '| half | kind | names | first (≥ .92) | among five (≥ .98) | plain BM25 |\n|---|---|---|---|---|---|',
  )
  for (const { half, kind, names, first, among_five, plain: other } of table)
    console.log(
      `| ${half} | ${kind} | ${names} | ${first.toFixed(3)} | ${among_five.toFixed(3)} | ${other.first.toFixed(3)}, ${other.among_five.toFixed(3)} |`,
    )
}

function publishTable(table: readonly FigureRow[]): void {
  publishFigures(
    'names',
    table.flatMap(({ half, kind, first, among_five, plain: other }): Figure[] => {
      const about = `${half} half, ${KIND_TITLES[kind] ?? kind}`
      const isAll = kind === 'all'
      return [
        {
          name: `${about}: paper first`,
          value: rounded(first, 3),
          ...(isAll && { goal: '≥ .92' }),
          baseline: { 'plain BM25': rounded(other.first, 3) },
        },
        {
          name: `${about}: among five`,
          value: rounded(among_five, 3),
          ...(isAll && { goal: '≥ .98' }),
          baseline: { 'plain BM25': rounded(other.among_five, 3) },
        },
      ]
    }),
  )
}

const papers = readAcl()
if (papers) {
  const works = buildLibrary(papers.map(aclWork))
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => ownVocabulary })
  for (const [at, work] of works.entries()) {
    const seq = at + 1
    await engine.apply([{ seq, change: seq, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await engine.apply([], false)
  const plain = plainIndex(papers.map(({ title, abstract }) => tokenizeWords(`${title} ${abstract}`)))
  /** Returns the rank, from 1, of the work at an index of the library; 0 where it is not found. */
  const rankOf = async (query: string, at: number) => {
    const { hits } = await engine.search({ query, size: MAX_RANK, fallback: true, correct: true })
    return hits.findIndex(({ seq }) => seq === at + 1) + 1
  }
  const ranked: RankedName[] = []
  for (const each of knownNames(papers)) {
    const rank = await rankOf(each.name, each.at)
    const plainRank = plain.search(tokenizeWords(each.name), MAX_RANK).indexOf(each.at) + 1
    ranked.push({ ...each, rank, plain: plainRank })
  }
  const table = figureRows(ranked)
  printTable(table)
  publishTable(table)
  const famous: Record<string, number> = {}
  for (const [name, title] of FAMOUS) {
    famous[name] = await rankOf(
      name,
      works.findIndex((work) => titleKey(work.title) === titleKey(title)),
    )
  }
  console.log(famous)
  if (process.argv.includes('missed'))
    for (const { name, kind, rank, at, tuned } of ranked)
      if (tuned && rank !== 1) console.log(`${kind} ${name}: ${rank}, ${works[at]?.title}`)
  await engine.close()
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(new URL('names.json', RESULTS), `${JSON.stringify({ table, famous }, null, 2)}\n`)
}
