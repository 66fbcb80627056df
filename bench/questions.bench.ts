// npm run bench -- questions [FOLDER]: 40 questions over the starter library and the ACL Anthology, answered without a
// model. FOLDER keeps the library for the next time.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Citation } from '../contract/src/index.ts'
import { aclWork } from '../formats/src/acl.ts'
import { answer } from '../server/src/answers/index.ts'
import type { AnswerTask } from '../server/src/answers/task.ts'
import { canonicalText } from '../server/src/answers/text/passages.ts'
import { openBase } from '../server/src/base/open-base.ts'
import { readConfig } from '../server/src/config/config.ts'
import type { BaseContext, Context } from '../server/src/context/context.ts'
import { createLogger } from '../server/src/foundation/logger.ts'
import { loadStarterLibrary } from '../server/src/import/starter.ts'
import { storeWorks } from '../server/src/import/store-works.ts'
import { recordsByIds } from '../server/src/papers/index.ts'

const ACL = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)
const BATCH = 1_000

interface Asked {
  question: string
  /** Titles of papers that answer it, chosen before a question was asked; none where the library has no answer. */
  wanted: string[]
}

interface Answered extends Asked {
  text: string
  citations: Citation[]
  query: string
  ms: number
}

async function fill(ctx: BaseContext): Promise<void> {
  await loadStarterLibrary(ctx)
  if (!existsSync(ACL)) return console.log('shared/data/acl is not here: the starter library alone')
  const lines = gunzipSync(readFileSync(ACL)).toString().trim().split('\n')
  for (let from = 0; from < lines.length; from += BATCH)
    await storeWorks(ctx, lines.slice(from, from + BATCH).map(aclWork), { source: 'ACL' })
}

function taskOf(question: string): AnswerTask {
  return {
    question,
    history: [],
    instructions: '',
    grounded: true,
    scope: { paper_ids: [], dataset_id: null, document_ids: [], engines: ['local'] },
    general_knowledge: false,
    model: null,
    embedding: null,
    rerank: null,
    tools: [],
    approve: async () => false,
  }
}

async function ask(ctx: Context, asked: Asked): Promise<Answered> {
  const started = performance.now()
  const answered: Answered = { ...asked, text: '', citations: [], query: '', ms: 0 }
  for await (const { event, data } of answer(ctx, taskOf(asked.question), new AbortController().signal)) {
    if (event === 'delta') answered.text += data.text
    if (event === 'citation') answered.citations.push(data)
    if (event === 'retrieval') answered.query = data.query
  }
  return { ...answered, ms: performance.now() - started }
}

/** How many of an answer's quotes stand in their papers and in the answer, right before their marks. */
async function faithful(ctx: Context, { citations, text }: Answered): Promise<number> {
  const ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
  const texts = new Map<string, string>()
  for await (const part of recordsByIds(ctx, ids))
    for (const { id, record } of part) texts.set(id, canonicalText(JSON.parse(record)))
  return citations.filter(({ paper_id, quote, start, end, n }) => {
    const said = text.slice(start - quote.length - 1, start - 1)
    return texts.get(paper_id ?? '')?.includes(quote) && said === quote && text.slice(start, end) === `[${n}]`
  }).length
}

function isGood({ wanted, citations }: Answered): boolean {
  return wanted.length === 0 ? citations.length === 0 : citations.some(({ title }) => wanted.includes(title))
}

const kept = process.argv[3]
const folder = kept ?? mkdtempSync(join(tmpdir(), 'scinav-questions-'))
const fresh = !existsSync(join(folder, 'scinav.db'))
const log = createLogger('error', process.stderr)
const opened = await openBase(readConfig({ DATA_DIR: folder, CONFIG_FILE: '' }), log)
if (fresh) await fill(opened.base)
await opened.base.library.catchUp()
// Nobody's session: the library's papers are everybody's.
const ctx = { ...opened.base, actor: { id: 'bench', is_admin: false } } as unknown as Context
const questions: Asked[] = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'))
const answered: Answered[] = []
let quotes = 0
let equal = 0
for (const each of questions) {
  const made = await ask(ctx, each)
  answered.push(made)
  quotes += made.citations.length
  equal += await faithful(ctx, made)
  if (isGood(made) && process.argv[4] !== 'all') continue
  console.log(`\n${isGood(made) ? '✓' : '✗'} ${each.question} (${made.query})\n${made.text}`)
}
const answerable = answered.filter(({ wanted }) => wanted.length > 0)
const others = answered.filter(({ wanted }) => wanted.length === 0)
const times = answered.map(({ ms }) => ms).sort((a, b) => a - b)
const median = times[Math.floor(times.length / 2)] ?? 0
console.log(`
| what | goal | figure |
|---|---|---|
| quotes equal to their source | all | ${equal} of ${quotes} |
| cites an expected paper | ≥ 24 | ${answerable.filter(isGood).length} of ${answerable.length} |
| refused where the library has no answer | ≥ 9 | ${others.filter(isGood).length} of ${others.length} |
| ms an answer, median and longest | | ${median.toFixed(0)}, ${(times.at(-1) ?? 0).toFixed(0)} |`)
await opened.close()
if (!kept) rmSync(folder, { recursive: true, force: true })
