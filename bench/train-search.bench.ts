// npm run bench -- train-search [FOLDER] [FILE.jsonl …] [--write]: trains the model that decides whether a search needs a
// plan (server/src/answers/grounded/search-scorer.ts) on the searches for questions whose papers are known, and reports
// how often the paper is among the passages offered, in cross-validation over questions. FILE are further questions,
// which are only judged. FOLDER keeps the libraries, as in `questions`. --write stores the model in
// config/language/search-scorer.json.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isCompletelyRead } from '../server/src/answers/grounded/plan-and-search.ts'
import { addPlan, searchQuestion } from '../server/src/answers/grounded/planned-search.ts'
import {
  MAX_UNPLANNED_EVIDENCE,
  SEARCH_FEATURES,
  searchFeatures,
} from '../server/src/answers/grounded/search-scorer.ts'
import { searchedQuestion, understandForAnswer } from '../server/src/answers/task/understand.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import type { ChatModel } from '../server/src/platform/providers/models/port.ts'
import { createLastTask } from './ask-question.ts'
import {
  crossValidate,
  describeModel,
  type Example,
  fitLogistic,
  type LogisticModel,
  leastThreshold,
  logisticProbability,
  roundWeight,
} from './logistic.ts'
import { configureModels, hasAcl, withQuestionLibrary } from './question-library.ts'
import {
  anthologyQuestions,
  developmentQuestions,
  type GoldQuestion,
  readQuestions,
  searchQuestions,
  starterQuestions,
} from './question-sets.ts'

/** The search for a question; positive when a paper that answers it is among the passages offered. */
interface SearchExample extends Example {
  set: string
  group: string
}

/**
 * Of the questions without a plan, this share has its paper offered. A further search finds most of the others, so that
 * the goal of 95 % is met if the writer asks for every second of these searches.
 */
const MIN_FOUND_SHARE = 0.92
const NEVER = new AbortController().signal
const models = configureModels({})
/** No step of a model is asked for. */
const NO_MODEL = { external: false } as ChatModel

/** Searches for a question; null for one whose answer is no paper of the library, or that is planned in any case. */
async function searchFor(ctx: Context, set: string, asked: GoldQuestion): Promise<SearchExample | null> {
  const { gold, id, pair } = asked
  if (gold.talk || gold.refuse || gold.all || gold.papers.length === 0) return null
  const task = { ...(await createLastTask(ctx, asked, models)), model: NO_MODEL }
  const { question, earlier } = searchedQuestion(task, 'question')
  const reading = await understandForAnswer(ctx, { question, without_chips: [] })
  if (!isCompletelyRead(task, reading) || task.scope.paper_ids.length > 0) return null
  const { text, constraints, negated } = reading
  const searched = { question: text, earlier, constraints, negated }
  const retrieval = await searchQuestion(ctx, task, searched, NEVER)
  const features = searchFeatures(retrieval)
  if (features === null || retrieval.question.type === 'list') return null
  const { candidates } = await addPlan(ctx, task, { asked: searched, retrieval, plan: null }, NEVER)
  const titles = candidates.slice(0, MAX_UNPLANNED_EVIDENCE).map(({ work }) => work.title)
  return {
    set,
    group: `${set} ${pair ?? id.replace(/-(?:zh|en)$/, '')}`,
    features: SEARCH_FEATURES.map((name) => features[name]),
    positive: gold.papers.flat().some((title) => titles.includes(title)),
  }
}

const judge = (model: LogisticModel, examples: SearchExample[]) =>
  examples.map(({ set, features, positive }) => {
    return { set, probability: logisticProbability(model, features), right: positive }
  })

type JudgedSearch = ReturnType<typeof judge>[number]

/** Counts the searches, those without a plan, and those of each in which the paper is offered. */
function figures(searches: JudgedSearch[], threshold: number) {
  const count = (some: JudgedSearch[]) => ({
    questions: some.length,
    found: some.filter(({ right }) => right).length,
  })
  return {
    all: count(searches),
    unplanned: count(searches.filter(({ probability }) => probability >= threshold)),
  }
}

const [folderArgument, ...files] = process.argv.slice(3).filter((argument) => argument !== '--write')
const temporaryFolder = mkdtempSync(join(tmpdir(), 'scinav-search-'))
const folder = folderArgument ?? temporaryFolder
const keepAlive = setInterval(() => {}, 60_000)
const searches: SearchExample[] = []
const collect = (set: string, questions: GoldQuestion[]) => async (ctx: Context) => {
  for (const asked of questions)
    searches.push(...[await searchFor(ctx, set, asked)].flatMap((each) => each ?? []))
}
await withQuestionLibrary(folder, 'starter', collect('starter', starterQuestions()))
if (hasAcl())
  await withQuestionLibrary(folder, 'acl', async (ctx) => {
    await collect('development', developmentQuestions())(ctx)
    await collect('anthology', anthologyQuestions())(ctx)
    await collect('searches', searchQuestions())(ctx)
    for (const file of files) await collect(basename(file), readQuestions(file))(ctx)
  })
clearInterval(keepAlive)
rmSync(temporaryFolder, { recursive: true, force: true })

const judgedOnly = new Set(files.map((file) => basename(file)))
const trained = searches.filter(({ set }) => !judgedOnly.has(set))
const judged = crossValidate(trained, fitLogistic, judge)
const model = fitLogistic(trained)
const threshold = leastThreshold(judged, MIN_FOUND_SHARE)
const scorer = {
  cross_validation: figures(judged, threshold),
  by_set: Object.fromEntries(
    [...Map.groupBy(judged, ({ set }) => set)].map(([set, each]) => [set, figures(each, threshold)]),
  ),
  threshold: roundWeight(threshold),
  ...describeModel(model, SEARCH_FEATURES),
}
console.log(JSON.stringify(scorer, null, 2))
for (const name of judgedOnly) {
  const others = searches.filter(({ set }) => set === name)
  console.log(name, JSON.stringify(figures(judge(model, others), threshold)))
}
if (process.argv.includes('--write'))
  writeFileSync(
    new URL('../config/language/search-scorer.json', import.meta.url),
    `${JSON.stringify(scorer, null, 2)}\n`,
  )
