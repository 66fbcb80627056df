// node bench/library-load.ts URL COOKIE USERS SECONDS: people who search, type, look and keep; prints rows of a table.
import { readAcl } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

const [url = '', cookie = '', users = '100', seconds = '60'] = process.argv.slice(2)
const WAIT_FOR_INDEX_MS = 300_000

type Kind = 'search' | 'suggest' | 'view' | 'keep'
const times: Record<Kind, number[]> = { search: [], suggest: [], view: [], keep: [] }
let errors = 0

async function ask(kind: Kind | null, method: string, path: string, body?: object) {
  const started = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { cookie, 'x-login-type': 'front', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (kind) times[kind].push(performance.now() - started)
  if (answer.code !== 200) errors += 1
  return answer.data
}

/** Words as people type them: two to four of a title, a third of them joined by OR. */
function queryOf(random: Random, titles: string[]): string {
  const title = titles[random.below(titles.length)] ?? ''
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const from = random.below(Math.max(1, words.length - 3))
  const chosen = words.slice(from, from + 2 + random.below(3))
  return chosen.join(random.below(3) === 0 ? ' OR ' : ' ')
}

/** One person, until time is up. */
async function person(number: number, titles: string[], dataset: string, until: number): Promise<void> {
  const random = createRandom(number + 1)
  while (performance.now() < until) {
    const query = queryOf(random, titles)
    for (let length = 3; length <= Math.min(9, query.length); length += 3)
      await ask(
        'suggest',
        'GET',
        `/api/dict/dictDictSuggestList?keyword=${encodeURIComponent(query.slice(0, length))}`,
      )
    const found = await ask('search', 'POST', '/api/paper/search', { query })
    const paper = found?.list?.[random.below(Math.max(1, found.list.length))]
    if (!paper) continue
    await ask('view', 'POST', '/api/user/log/logViewPaper', { paper_id: paper.id })
    if (random.below(4) === 0)
      await ask('keep', 'POST', '/api/dataset/paper/sync_batch_2_folder', {
        paper_id_list: [paper.id],
        targets: [{ dataset_id: dataset, folder_id: null }],
      })
    await new Promise((resolve) => setTimeout(resolve, 500 + random.below(2_000)))
  }
}

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
}

async function whenIndexed(): Promise<void> {
  for (const late = performance.now() + WAIT_FOR_INDEX_MS; performance.now() < late; ) {
    const { paper_count, indexed_count } = await ask(null, 'GET', '/api/admin/import')
    if (paper_count === indexed_count) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const titles = (readAcl() ?? []).map(({ title }) => title)
await whenIndexed()
const dataset = await ask(null, 'GET', '/api/dataset/private/get_id')
// What every first search loads is not what is measured.
for (let number = 0; number < 30; number += 1)
  await ask(null, 'POST', '/api/paper/search', { query: queryOf(createRandom(900 + number), titles) })
errors = 0
const started = performance.now()
const until = started + Number(seconds) * 1_000
await Promise.all(
  Array.from({ length: Number(users) }, (_, number) => person(number, titles, dataset, until)),
)
const spent = (performance.now() - started) / 1_000
const all = Object.values(times).reduce((sum, list) => sum + list.length, 0)
console.log(
  `| ${users} users for ${seconds} s | errors 0 | ${errors} errors, ${Math.round(all / spent)} requests/s |`,
)
const goals: Record<Kind, string> = { search: 'p95 ≤ 100 ms', suggest: 'p95 ≤ 30 ms', view: '–', keep: '–' }
for (const kind of ['search', 'suggest', 'view', 'keep'] as const)
  console.log(
    `| ${kind} | ${goals[kind]} | p50 ${percentile(times[kind], 0.5)} ms, p95 ${percentile(times[kind], 0.95)} ms (${times[kind].length}) |`,
  )
