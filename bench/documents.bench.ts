// npm run bench -- documents [questions | drop | passages | archive | fuzz | files] [COUNT] [shown | SEED]: questions
// on files whose answers are in the full text, without a model; retrieval tests among COUNT passages (a million; of the
// lengths of real ones, then of two abstracts each) with the rights of a user in 200 of 1,000 datasets; export and
// import of a base of 1,000 small files; COUNT papers (100) uploaded to a server that answers searches, and 10,000
// documents moved; COUNT broken PDFs (2,000) in monitored processes. `shown` prints the answers. `files PYTHON`: files
// written by other programs, with this Python and its installed packages.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Citation } from '../contract/src/index.ts'
import { answer } from '../server/src/answers/index.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import { archiveBench } from './base-archive.ts'
import {
  addDataset,
  addDocument,
  DISTRACTOR_FILES,
  hasDocumentFiles,
  normalizedLetters,
  openInstallation,
  parseDataFile,
  readPageLetters,
} from './document-library.ts'
import { fuzzBench } from './fuzzed-pdfs.ts'
import { independentBench } from './independent-files.ts'
import { dropBench } from './paper-drop.ts'
import { passagesBench } from './passages-scale.ts'

interface FileQuestion {
  id: string
  question: string
  /** The file whose text contains the answer, and expressions of which one must match. */
  file?: string
  answer?: string[]
  refuse?: true
  /** Written after the rules were tuned on the others, and not used for tuning since. */
  unseen?: true
}

const questions: FileQuestion[] = JSON.parse(
  readFileSync(new URL('./document-questions.json', import.meta.url), 'utf8'),
)

interface AnswerOutput {
  text: string
  lead: string
  citations: Citation[]
  ms: number
}

async function askDataset(ctx: Context, question: string, dataset_id: string): Promise<AnswerOutput> {
  const began = performance.now()
  const made: AnswerOutput = { text: '', lead: '', citations: [], ms: 0 }
  const task = {
    ...{ question, history: [], instructions: '', grounded: true, general_knowledge: false },
    scope: { paper_ids: [], dataset_id, document_ids: [], engines: ['local'] },
    ...{ model: null, embedding: null, rerank: null, tools: [], approve: async () => false },
  }
  for await (const { event, data } of answer(ctx, task, new AbortController().signal)) {
    if (event === 'delta') made.text += data.text
    if (event === 'citation') made.citations.push(data)
    if (event === 'understood') made.lead = data.lead ?? made.lead
  }
  return { ...made, ms: performance.now() - began }
}

/** Length of the prefix that locates a quote. */
const QUOTE_PREFIX_CHARS = 24

type QuestionOutcome = 'answered' | 'wrong page' | 'other file' | 'not told' | 'refused' | 'not refused'

async function judgeAnswer(
  { file, answer: expected = [], refuse }: FileQuestion,
  { lead, citations }: AnswerOutput,
  documents: Map<string, string>,
  pages: Map<string, string[]>,
): Promise<QuestionOutcome> {
  if (refuse) return lead === 'answer' ? 'not refused' : 'refused'
  if (lead !== 'answer') return 'not told'
  const meant = new RegExp(expected.join('|'), 'i')
  const telling = citations.filter(({ quote }) => meant.test(quote))
  const own = telling.filter(({ document_id }) => document_id === documents.get(file ?? ''))
  if (own.length === 0) return telling.length > 0 ? 'other file' : 'not told'
  const there = pages.get(file ?? '') ?? []
  const stands = ({ quote, page }: Citation) =>
    (there[(page ?? 0) - 1] ?? '').includes(normalizedLetters(quote).slice(0, QUOTE_PREFIX_CHARS))
  return own.some(stands) ? 'answered' : 'wrong page'
}

async function questionsBench(folder: string, shown: boolean): Promise<void> {
  const { ctx, close } = await openInstallation(folder)
  const dataset_id = await addDataset(ctx, ctx.actor.id)
  const files = [...new Set(questions.flatMap(({ file }) => file ?? []))]
  const documents = new Map<string, string>()
  const pages = new Map<string, string[]>()
  for (const file of new Set([...files, ...DISTRACTOR_FILES])) {
    const placed = await parseDataFile(file)
    documents.set(file, await addDocument(ctx, { dataset_id, owner_id: ctx.actor.id }, placed))
    if (files.includes(file)) pages.set(file, await readPageLetters(file))
  }
  const began = performance.now()
  await ctx.passages.catchUp()
  console.log(`${documents.size} files searchable after ${Math.round(performance.now() - began)} ms`)
  const outcomes = new Map<QuestionOutcome, string[]>()
  for (const asked of questions) {
    const made = await askDataset(ctx, asked.question, dataset_id)
    const outcome = await judgeAnswer(asked, made, documents, pages)
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), asked.id])
    const isRight = outcome === 'answered' || outcome === 'refused'
    if (shown || !isRight)
      console.log(`\n${outcome} ${asked.id} ${asked.question} (${made.ms.toFixed(0)} ms)\n${made.text}`)
  }
  console.log(`
| what | goal | tuned on | unseen |
|---|---|---|---|
| answered and cited with the right page | ≥ .7 | ${outcomeShare(outcomes, 'answered')} |
| refused where no file tells | ≥ .9 | ${outcomeShare(outcomes, 'refused')} |`)
  for (const [outcome, ids] of outcomes) console.log(`${outcome}: ${ids.join(' ')}`)
  await close()
}

/** Formats how many outcomes are right, for the questions used for tuning and the others. */
function outcomeShare(outcomes: Map<QuestionOutcome, string[]>, right: 'answered' | 'refused'): string {
  const ids = new Set(outcomes.get(right))
  return [false, true]
    .map((isUnseen) => {
      const asked = questions.filter(
        ({ refuse, unseen }) => (refuse === true) === (right === 'refused') && (unseen === true) === isUnseen,
      )
      return `${asked.filter(({ id }) => ids.has(id)).length} of ${asked.length}`
    })
    .join(' | ')
}

const [part, count, show] = process.argv.slice(3)
const temporaryFolder = mkdtempSync(join(tmpdir(), 'scinav-documents-'))
/** The threads of an index do not keep the process alive. */
const keepAlive = setInterval(() => {}, 60_000)
try {
  const isWanted = (name: string) => part === undefined || part === name
  if (!hasDocumentFiles()) console.log('shared/data/pdf-structure is not here: nothing is asked')
  else if (isWanted('questions')) await questionsBench(join(temporaryFolder, 'questions'), show === 'shown')
  if (isWanted('drop') && hasDocumentFiles())
    await dropBench(join(temporaryFolder, 'drop'), Number(count ?? 100))
  for (const real of [true, false])
    if (isWanted('passages'))
      await passagesBench(join(temporaryFolder, `passages-${real}`), Number(count ?? 1_000_000), real)
  if (part === 'fuzz')
    await fuzzBench(join(temporaryFolder, 'fuzz'), Number(count ?? 2_000), Number(show ?? 1))
  if (part === 'files') await independentBench(join(temporaryFolder, 'files'), count ?? 'python3')
  if (isWanted('archive')) await archiveBench(join(temporaryFolder, 'archive'))
} finally {
  clearInterval(keepAlive)
  rmSync(temporaryFolder, { recursive: true, force: true })
}
