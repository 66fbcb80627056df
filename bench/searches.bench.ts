// npm run bench -- searches: whether scholars' searches over the ACL Anthology find the intended paper.
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { aclWork } from '../formats/src/services/acl.ts'
import { openEngine, type SearchEngine } from '../search/src/index.ts'
import { type Figure, publishFigures } from './results.ts'
import { ownVocabulary } from './search-queries.ts'

const FILE = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)
const BATCH_SIZE = 2_000
const PAGE_SIZE = 10

interface ExpectedSearch {
  query: string
  /** Any of these papers is intended; they were chosen by title before any search was run. */
  wanted: string[]
}

const goals = {
  english: { name: 'English, the paper meant', within: 3, least: 17 },
  chinese: { name: 'Chinese over English papers, one about it', within: 5, least: 16 },
} as const

interface SearchLibrary {
  engine: SearchEngine
  /** Indexed by a paper's number. */
  ids: string[]
  titles: string[]
}

async function openSearchLibrary(): Promise<SearchLibrary> {
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n')
  const engine = await openEngine({ folder: null, threads: 1, vocabulary: async () => ownVocabulary })
  const library: SearchLibrary = { engine, ids: [''], titles: [''] }
  for (let from = 0; from < lines.length; from += BATCH_SIZE) {
    const works = lines.slice(from, from + BATCH_SIZE).map(aclWork)
    const changes = works.map((work, at) => {
      library.ids.push(work.external_ids.acl ?? '')
      library.titles.push(work.title)
      const seq = from + at + 1
      return { seq, change: seq, record: JSON.stringify(work), cited_by_count: 0 }
    })
    await library.engine.apply(changes, from + BATCH_SIZE < lines.length)
  }
  return library
}

/** Returns the first hits of a search as the product runs it. */
const findPapers = ({ engine }: SearchLibrary, query: string) =>
  engine.search({ query, size: PAGE_SIZE, fallback: true })

/** Prints the rank of every search; returns how many find the intended paper early enough. */
async function evaluateSearches(
  library: SearchLibrary,
  kind: keyof typeof goals,
  searches: ExpectedSearch[],
): Promise<Figure> {
  const { name, within, least } = goals[kind]
  const lines: string[] = []
  let found = 0
  for (const { query, wanted } of searches) {
    const { hits, total } = await findPapers(library, query)
    const rank = hits.findIndex(({ seq }) => wanted.includes(library.ids[seq] ?? '')) + 1
    const good = rank > 0 && rank <= within
    if (good) found += 1
    lines.push(`| ${good ? '✓' : '✗'} | ${query} | ${rank || '–'} | ${total} |`)
    if (!good) lines.push(...hits.slice(0, within).map(({ seq }) => `|  |   ${library.titles[seq]} |  |  |`))
  }
  console.log(`\n${name}: ${found} of ${searches.length} in the first ${within} (goal ≥ ${least})\n`)
  console.log(`|  | search | rank | hits |\n|---|---|---|---|\n${lines.join('\n')}`)
  return {
    name: `${name}, among the first ${within}, of ${searches.length}`,
    value: found,
    goal: `≥ ${least}`,
  }
}

if (existsSync(FILE)) {
  const searches: Record<keyof typeof goals, ExpectedSearch[]> = JSON.parse(
    readFileSync(new URL('searches.json', import.meta.url), 'utf8'),
  )
  const library = await openSearchLibrary()
  const english = await evaluateSearches(library, 'english', searches.english)
  const chinese = await evaluateSearches(library, 'chinese', searches.chinese)
  publishFigures('searches', [english, chinese])
  await library.engine.close()
} else console.log('shared/data/acl is not here: nothing to search')
