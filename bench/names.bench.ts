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
      const at = byTitle.get(titleKey(record.title))
      const known = at === undefined ? undefined : works[at]
      if (known && at !== undefined) works[at] = { ...known, keywords: record.keywords ?? [] }
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

const shareWithin = (ranks: number[], within: number) =>
  ranks.filter((rank) => rank > 0 && rank <= within).length / ranks.length

const rankFigures = (ranks: number[]) => ({ first: shareWithin(ranks, 1), among_five: shareWithin(ranks, 5) })

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
  const rankOf = async (query: string, at: number) => {
    const { hits } = await engine.search({ query, size: MAX_RANK, fallback: true, correct: true })
    return hits.findIndex(({ seq }) => seq === at + 1) + 1
  }
  const ranked: (KnownName & { rank: number; plain: number })[] = []
  for (const each of knownNames(papers)) {
    const rank = await rankOf(each.name, each.at)
    ranked.push({
      ...each,
      rank,
      plain: plain.search(tokenizeWords(each.name), MAX_RANK).indexOf(each.at) + 1,
    })
  }
  const table = [true, false].flatMap((tuned) =>
    ['all', ...NAME_KINDS].map((kind) => {
      const own = ranked.filter((each) => each.tuned === tuned && (kind === 'all' || each.kind === kind))
      return {
        half: tuned ? 'tuned' : 'reported',
        kind,
        names: own.length,
        ...rankFigures(own.map(({ rank }) => rank)),
        plain: rankFigures(own.map((each) => each.plain)),
      }
    }),
  )
  console.log(
    '| half | kind | names | first (≥ .92) | among five (≥ .98) | plain BM25 |\n|---|---|---|---|---|---|',
  )
  for (const { half, kind, names, first, among_five, plain: other } of table)
    console.log(
      `| ${half} | ${kind} | ${names} | ${first.toFixed(3)} | ${among_five.toFixed(3)} | ${other.first.toFixed(3)}, ${other.among_five.toFixed(3)} |`,
    )
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
