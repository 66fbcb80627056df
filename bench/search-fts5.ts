// node bench/search-fts5.ts FOLDER COUNT [CHINESE]: the same papers and words with SQLite's FTS5, for comparison.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readAcl } from './corpus.ts'
import { growPapers } from './generated-papers.ts'
import { type MixedQuery, mixedQueries } from './search-queries.ts'

const [folder = '', count = '0', chinese = '0'] = process.argv.slice(2)
const papers = readAcl() ?? []
const file = join(folder, 'fts5.db')
const db = new DatabaseSync(file)
db.exec(
  "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; CREATE VIRTUAL TABLE f USING fts5(title, abstract, tokenize='porter unicode61')",
)
const insert = db.prepare('INSERT INTO f (title, abstract) VALUES (?, ?)')
let buildMs = 0
db.exec('BEGIN')
for (const { title, abstract } of growPapers(papers, Number(count), Number(chinese))) {
  const started = performance.now()
  insert.run(title, abstract)
  buildMs += performance.now() - started
}
const commitStart = performance.now()
db.exec('COMMIT')
buildMs += performance.now() - commitStart

function matchExpression({ kind, words }: MixedQuery): string {
  if (kind === 'phrase') return `"${words.join(' ')}"`
  return words.join(kind === 'or' ? ' OR ' : ' AND ')
}

const best = db.prepare('SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 2, 1) LIMIT 20')
const total = db.prepare('SELECT count(*) AS n FROM f WHERE f MATCH ?')
const times = mixedQueries(papers).map((query) => {
  const match = matchExpression(query)
  const started = performance.now()
  best.all(match)
  total.get(match)
  return performance.now() - started
})
times.sort((a, b) => a - b)
const quantile = (share: number) => times[Math.floor(share * times.length)] ?? 0
console.log(
  JSON.stringify({
    p50: quantile(0.5),
    p95: quantile(0.95),
    seconds: buildMs / 1000,
    bytes: statSync(file).size,
  }),
)
