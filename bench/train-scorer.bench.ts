// npm run bench -- train-scorer [FOLDER] [--write]: trains the model that decides whether a quote answers its question
// (server/src/answers/extractive/answer-scorer.ts) on quotes of questions whose answers are known, and reports its
// figures in cross-validation over questions: each question is judged by a model that has seen neither it nor its pair
// in the other language. FOLDER keeps the libraries, as in `questions`. --write stores the model in
// config/language/answer-scorer.json.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANSWER_FEATURES, answerFeatures } from '../server/src/answers/extractive/answer-features.ts'
import { selectQuotes } from '../server/src/answers/extractive/extract-answer.ts'
import { findAnswer } from '../server/src/answers/extractive/find-answer.ts'
import { interpretQuestion, narrowTask } from '../server/src/answers/interpret-task.ts'
import { detectIntent } from '../server/src/language/question/intent.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import { createLastTask } from './ask-question.ts'
import {
  crossValidate,
  describeModel,
  type Example,
  fitLogistic,
  type LogisticModel,
  leastThreshold,
  logisticProbability,
  partOf,
  roundWeight,
} from './logistic.ts'
import { configureModels, hasAcl, withQuestionLibrary } from './question-library.ts'
import {
  anthologyQuestions,
  developmentQuestions,
  type GoldQuestion,
  starterQuestions,
} from './question-sets.ts'
import { containsGold } from './score-answer.ts'

interface QuoteExample extends Example {
  /** Whether the quote is of the paper that the answer begins with. */
  leads: boolean
}

/** The quotes of a question. */
interface QuestionExamples {
  set: string
  /** Questions of one group are judged by the same model: a question and its translation. */
  group: string
  /** Whether the quotes are presented as an answer, which the scorer labels. */
  answered: boolean
  quotes: QuoteExample[]
}

const MIN_PRECISION = 0.9
/** Of the answers that hold something, at most this share is called unrelated. */
const MAX_LOST_SHARE = 0.03
const models = configureModels({})
const NEVER = new AbortController().signal

/** Returns the quotes for a question; null for small talk and for lists, whose papers are not judged by sentence. */
async function collectQuotes(
  ctx: Context,
  set: string,
  asked: GoldQuestion,
): Promise<QuestionExamples | null> {
  const last = await createLastTask(ctx, asked, models)
  const intent = detectIntent(last.question, last.history.length > 0)
  if (asked.gold.talk || asked.gold.all || (intent !== 'question' && intent !== 'table')) return null
  const task = await narrowTask(ctx, last)
  const { request } = await interpretQuestion(ctx, task, intent)
  const { evidence, criteria, direct, retrieval } = await findAnswer(ctx, request, task.history, NEVER)
  if (criteria.type === 'list') return null
  const { quotes, answered } = selectQuotes(evidence, criteria, direct)
  const setting = { question: retrieval.question, criteria, evidence, quotes }
  const first = quotes[0]?.evidence.source_id
  const examples = quotes.map((quote) => {
    const features = answerFeatures(quote, setting)
    return {
      features: ANSWER_FEATURES.map((name) => features[name]),
      positive: containsGold(asked.gold, quote.evidence.work.title, quote.quote),
      leads: quote.evidence.source_id === first,
    }
  })
  return {
    set,
    group: `${set} ${asked.pair ?? asked.id.replace(/-(?:zh|en)$/, '')}`,
    answered,
    quotes: examples,
  }
}

const train = (questions: QuestionExamples[]): LogisticModel =>
  fitLogistic(questions.flatMap(({ quotes }) => quotes))

/** An answer as the scorer judges it: the probability of its best leading quote, and whether one of them is right. */
interface JudgedAnswer {
  set: string
  group: string
  probability: number
  right: boolean
}

const judge = (model: LogisticModel, { set, group, quotes }: QuestionExamples): JudgedAnswer => {
  const leading = quotes.filter(({ leads }) => leads)
  return {
    ...{ set, group },
    probability: Math.max(...leading.map(({ features }) => logisticProbability(model, features))),
    right: leading.some(({ positive }) => positive),
  }
}

const judgeAnswered = (model: LogisticModel, questions: QuestionExamples[]): JudgedAnswer[] =>
  questions.filter(({ answered, quotes }) => answered && quotes.length > 0).map((each) => judge(model, each))

/** Returns the least threshold from which on the precision is at least `MIN_PRECISION`. */
const directThreshold = (answers: JudgedAnswer[]) => leastThreshold(answers, MIN_PRECISION)

/** Returns the threshold below which at most `MAX_LOST_SHARE` of the right answers lie. */
function relatedThreshold(answers: JudgedAnswer[]): number {
  const right = answers.flatMap((each) => (each.right ? each.probability : [])).toSorted((a, b) => a - b)
  return right[Math.floor(right.length * MAX_LOST_SHARE)] ?? 0
}

function figures(answers: JudgedAnswer[], threshold: number) {
  const direct = answers.filter(({ probability }) => probability >= threshold)
  const right = direct.filter((each) => each.right).length
  return {
    answers: answers.length,
    direct: direct.length,
    precision: Number((right / Math.max(1, direct.length)).toFixed(3)),
    recall: Number((right / Math.max(1, answers.filter((each) => each.right).length)).toFixed(3)),
  }
}

const names = process.argv.slice(3).filter((argument) => argument !== '--write')
const temporaryFolder = mkdtempSync(join(tmpdir(), 'scinav-scorer-'))
const folder = names[0] ?? temporaryFolder
const keepAlive = setInterval(() => {}, 60_000)
const questions: QuestionExamples[] = []
const collect = (set: string, asked: GoldQuestion[]) => async (ctx: Context) => {
  for (const each of asked)
    questions.push(...[await collectQuotes(ctx, set, each)].flatMap((found) => found ?? []))
}
await withQuestionLibrary(folder, 'starter', collect('starter', starterQuestions()))
if (hasAcl())
  await withQuestionLibrary(folder, 'acl', async (ctx) => {
    await collect('development', developmentQuestions())(ctx)
    await collect('anthology', anthologyQuestions())(ctx)
  })
clearInterval(keepAlive)
rmSync(temporaryFolder, { recursive: true, force: true })

const answers = crossValidate(questions, train, judgeAnswered)
const halves = [0, 1].map((half) => answers.filter(({ group }) => partOf(`half ${group}`, 2) === half))
const crossed = halves.map((half, at) => ({
  chosen_on_other_half: Number(directThreshold(halves[1 - at] ?? []).toFixed(3)),
  ...figures(half, directThreshold(halves[1 - at] ?? [])),
}))
const thresholds = { direct: directThreshold(answers), related: relatedThreshold(answers) }
const bySet = Object.fromEntries(
  [...Map.groupBy(answers, ({ set }) => set)].map(([set, each]) => [set, figures(each, thresholds.direct)]),
)
const model = train(questions)
const scorer = {
  trained_on: Object.fromEntries(
    [...Map.groupBy(questions, ({ set }) => set)].map(([set, each]) => [
      set,
      { questions: each.length, quotes: each.reduce((sum, { quotes }) => sum + quotes.length, 0) },
    ]),
  ),
  cross_validation: { all: figures(answers, thresholds.direct), by_set: bySet, halves: crossed },
  thresholds: { direct: roundWeight(thresholds.direct), related: roundWeight(thresholds.related) },
  ...describeModel(model, ANSWER_FEATURES),
}
console.log(JSON.stringify(scorer, null, 2))
if (process.argv.includes('--write'))
  writeFileSync(
    new URL('../config/language/answer-scorer.json', import.meta.url),
    `${JSON.stringify(scorer, null, 2)}\n`,
  )
