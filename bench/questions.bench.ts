// npm run bench -- questions [FOLDER] [starter | dev | papers | FILE.jsonl] [SHOWN]: questions on the starter library,
// and on it together with the ACL Anthology, for which questions of a file in the format of the development set are
// asked too; answered without a model, or with the models of AI_BASE_URL, AI_MODEL and AI_EMBEDDING_MODEL
// (AI_EMBEDDING_URL if it is served elsewhere). FOLDER keeps the libraries for the next run and gets the answers as
// `answers-SET.jsonl`, which `shared/tools/answers.mjs --rescore` reads too. SHOWN are the outcomes to print:
// `wrong,partial`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { canonicalText } from '../server/src/language/text/paper-passages.ts'
import { streamRecordsByIds } from '../server/src/library/papers/index.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import {
  type AnswerOutput,
  askAllTurns,
  askQuestion,
  type ConfiguredModels,
  createAnswerTask,
} from './ask-question.ts'
import { configureModels, hasAcl, withQuestionLibrary } from './question-library.ts'
import {
  developmentQuestions,
  type GoldQuestion,
  readExpectedPapers,
  readQuestions,
  starterQuestions,
} from './question-sets.ts'
import { isAnswerable, questionsTable, type ScoredQuestion } from './questions-table.ts'
import { scoreAnswer } from './score-answer.ts'

async function scoreQuestions(
  ctx: Context,
  name: string,
  questions: GoldQuestion[],
  models: ConfiguredModels,
): Promise<void> {
  const rows: ScoredQuestion[] = []
  const lines: string[] = []
  const prompts: number[][] = []
  const pauses = monitorPauses()
  for (const asked of questions) {
    const output = await askAllTurns(ctx, asked, models)
    await pauses.behind(asked.id)
    const given = { answer: output.text, cites: output.citations, error: output.error }
    const score = scoreAnswer(asked.gold, given)
    rows.push({ asked, score, lead: output.lead, ms: output.ms })
    prompts.push(output.prompts)
    const cites = output.citations.map(({ n, title, quote }) => ({ n, title, quote }))
    lines.push(
      JSON.stringify({ id: asked.id, ...score, ...given, cites, ms: output.ms, queries: [output.query] }),
    )
    if (shownOutcomes.includes(score.outcome) && isShown(asked, score.outcome))
      console.log(
        `\n${score.outcome} ${asked.id} ${asked.turns.at(-1)?.question} (${output.query})\n${output.text}`,
      )
  }
  if (keptFolder) writeFileSync(join(keptFolder, `answers-${name}.jsonl`), `${lines.join('\n')}\n`)
  console.log(`\n${name}\n\n${questionsTable(rows)}\n\n${leadPrecisionLine(rows)}\n${pauses.line()}`)
  if (models.model) console.log(promptsLine(prompts))
}

/** Formats how many answers labelled as direct contain what was asked, and how many labelled as merely related do. */
function leadPrecisionLine(rows: ScoredQuestion[]): string {
  const direct = rows.filter(({ lead, asked }) => lead === 'answer' && !asked.gold.talk)
  const right = direct.filter(({ score }) => score.outcome === 'answered').length
  const answered = rows.filter((row) => row.score.outcome === 'answered' && isAnswerable(row))
  const asLead = answered.filter(({ lead }) => lead !== 'answer').length
  return `called an answer: ${direct.length}, of which ${right} tell what was asked; told by what is called related only: ${asLead}`
}

/** Formats how many requests a model got for a question, the check of its citations among them, and their lengths. */
function promptsLine(prompts: number[][]): string {
  const calls = prompts.reduce((sum, each) => sum + each.length, 0) / prompts.length
  const lengths = prompts.map((each) => each.reduce((sum, length) => sum + length, 0)).sort((a, b) => a - b)
  return `calls, mean: ${calls.toFixed(2)}; characters of the prompts of a question, median: ${lengths[lengths.length >> 1]}`
}

/** Measures how long the main thread is blocked while questions are answered. */
function monitorPauses() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const worst: { id: string; ms: number }[] = []
  return {
    behind: async (id: string) => {
      // The timer of the monitor needs a turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 2))
      worst.push({ id, ms: delay.max / 1e6 })
      delay.reset()
    },
    line: () => {
      delay.disable()
      const [first, ...others] = worst.toSorted((a, b) => b.ms - a.ms)
      const over = worst.filter(({ ms }) => ms > MAX_PAUSE_MS).length
      return `longest pauses of the main thread: ${[first, ...others.slice(0, 2)].map((each) => each && `${each.ms.toFixed(0)} ms (${each.id})`).join(', ')}; over ${MAX_PAUSE_MS} ms in ${over} of ${worst.length}`
    },
  }
}

const MAX_PAUSE_MS = 50

/** Whether a result is printed; questions to refuse and small talk only when they went wrong. */
const isShown = ({ gold }: GoldQuestion, outcome: string) =>
  outcome !== 'answered' || !(gold.refuse || gold.talk)

/** Maximum length of the authors and year that follow a quoted title. */
const MAX_ATTRIBUTION_CHARS = 80

/** Counts the quotes that occur literally both in their papers and in the answer, right before their markers. */
async function countFaithfulQuotes(ctx: Context, { citations, text }: AnswerOutput): Promise<number> {
  const ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
  const texts = new Map<string, string>()
  for await (const part of streamRecordsByIds(ctx, ids))
    for (const { id, record } of part) texts.set(id, canonicalText(JSON.parse(record)))
  return citations.filter(({ paper_id, quote, start, end, n }) => {
    const isInAnswer = text
      .slice(Math.max(0, start - quote.length - MAX_ATTRIBUTION_CHARS), start)
      .includes(quote)
    return isInAnswer && texts.get(paper_id ?? '')?.includes(quote) && text.slice(start, end) === `[${n}]`
  }).length
}

async function evaluateExpectedPapers(ctx: Context, models: ConfiguredModels): Promise<void> {
  let [quotes, equal, good, refused] = [0, 0, 0, 0]
  const times: number[] = []
  const questions = readExpectedPapers()
  for (const { question, wanted } of questions) {
    const output = await askQuestion(ctx, createAnswerTask(question, [], [], models))
    quotes += output.citations.length
    equal += await countFaithfulQuotes(ctx, output)
    times.push(output.ms)
    // Related passages may be shown, unless they are labelled as an answer.
    if (wanted.length === 0) refused += output.lead === 'answer' ? 0 : 1
    else good += output.citations.some(({ title }) => wanted.includes(title)) ? 1 : 0
  }
  times.sort((a, b) => a - b)
  const answerable = questions.filter(({ wanted }) => wanted.length > 0).length
  console.log(`
| what | goal | figure |
|---|---|---|
| quotes equal to their source | all (without a model) | ${equal} of ${quotes} |
| cites an expected paper | ≥ 24 | ${good} of ${answerable} |
| refused where the library has no answer | ≥ 9 | ${refused} of ${questions.length - answerable} |
| ms an answer, median and longest | | ${(times[times.length >> 1] ?? 0).toFixed(0)}, ${(times.at(-1) ?? 0).toFixed(0)} |`)
}

const [keptFolder, only, outcomes = ''] = process.argv.slice(3)
const shownOutcomes = outcomes.split(',')
const temporaryFolder = mkdtempSync(join(tmpdir(), 'scinav-questions-'))
const libraries = keptFolder ?? temporaryFolder
const models = configureModels(process.env)
/** The threads of an index and of its vectors do not keep the process alive. */
const keepAlive = setInterval(() => {}, 60_000)
const isSelectedSet = (set: string) => only === undefined || only === set
if (isSelectedSet('starter'))
  await withQuestionLibrary(libraries, 'starter', (ctx) =>
    scoreQuestions(ctx, 'starter', starterQuestions(), models),
  )
const questionFile = only?.endsWith('.jsonl') ? only : null
const needsAcl = isSelectedSet('dev') || isSelectedSet('papers') || questionFile !== null
if (needsAcl && !hasAcl()) console.log('shared/data/acl is not here: nothing more is asked')
else if (needsAcl)
  await withQuestionLibrary(libraries, 'acl', async (ctx) => {
    if (isSelectedSet('papers')) await evaluateExpectedPapers(ctx, models)
    if (isSelectedSet('dev')) await scoreQuestions(ctx, 'dev', developmentQuestions(), models)
    if (questionFile)
      await scoreQuestions(ctx, basename(questionFile, '.jsonl'), readQuestions(questionFile), models)
  })
clearInterval(keepAlive)
rmSync(temporaryFolder, { recursive: true, force: true })
