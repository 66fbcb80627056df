import type { Citation } from '../contract/src/index.ts'
import { answer } from '../server/src/answers/index.ts'
import type { AnswerTask, ChatTurn } from '../server/src/answers/task/task.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import type { ChatModel } from '../server/src/platform/providers/models/port.ts'
import type { configureModels } from './question-library.ts'
import type { GoldQuestion } from './question-sets.ts'

export type ConfiguredModels = ReturnType<typeof configureModels>

/** An answer of the product to one question. */
export interface AnswerOutput {
  text: string
  citations: Citation[]
  query: string
  /** The category of the answer. */
  lead: string | null
  ms: number
  /** The lengths of the prompts that a model was sent, also for the check, in UTF-16 units. */
  prompts: number[]
  error: string | null
}

/** Creates the task of a question over the library. */
export function createAnswerTask(
  question: string,
  history: ChatTurn[],
  paper_ids: string[],
  models: ConfiguredModels,
): AnswerTask {
  return {
    question,
    history,
    instructions: '',
    grounded: true,
    scope: { paper_ids, dataset_id: null, document_ids: [], engines: ['local'] },
    general_knowledge: false,
    ...models,
    checker: models.model,
    rerank: null,
    tools: [],
    approve: async () => false,
  }
}

/** Asks a question and collects the parts of its answer. */
export async function askQuestion(ctx: Context, task: AnswerTask): Promise<AnswerOutput> {
  const started = performance.now()
  const output: AnswerOutput = {
    text: '',
    citations: [],
    query: '',
    lead: null,
    ms: 0,
    prompts: [],
    error: null,
  }
  const model = task.model && countPrompts(task.model, output.prompts)
  const counted = { ...task, model, checker: task.checker ? model : null }
  try {
    for await (const { event, data } of answer(ctx, counted, new AbortController().signal)) {
      if (event === 'delta') output.text += data.text
      if (event === 'citation') replaceCitation(output.citations, data)
      if (event === 'retrieval') output.query = data.query
      if (event === 'understood') output.lead = data.lead
    }
  } catch (error) {
    output.error = String(error)
  }
  return { ...output, ms: performance.now() - started }
}

/** Adds a citation, in place of the same one before its check. */
function replaceCitation(citations: Citation[], citation: Citation): void {
  const at = citations.findIndex(({ n, start }) => n === citation.n && start === citation.start)
  if (at < 0) citations.push(citation)
  else citations[at] = citation
}

/** Returns a model that adds the length of each prompt to a list. */
function countPrompts(model: ChatModel, lengths: number[]): ChatModel {
  return {
    ...model,
    stream: (request, signal) => {
      lengths.push(request.messages.reduce((sum, { content }) => sum + content.length, 0))
      return model.stream(request, signal)
    },
  }
}

/** Asks all turns of a question; returns the last answer. */
export const askAllTurns = async (ctx: Context, asked: GoldQuestion, models: ConfiguredModels) =>
  askQuestion(ctx, await createLastTask(ctx, asked, models))

/** Asks all turns but the last; returns the task of the last. */
export async function createLastTask(
  ctx: Context,
  { turns }: GoldQuestion,
  models: ConfiguredModels,
): Promise<AnswerTask> {
  const history: ChatTurn[] = []
  let task: AnswerTask | undefined
  for (const [at, { question, papers = [] }] of turns.entries()) {
    task = createAnswerTask(question, [...history], await findPaperIds(ctx, papers), models)
    if (at === turns.length - 1) break
    const { text, citations } = await askQuestion(ctx, task)
    const ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
    history.push({ question, answer: text, papers: ids, citations })
  }
  if (!task) throw new Error('a question has no turn')
  return task
}

/** @throws Error for a title that the library does not have. */
async function findPaperIds(ctx: Context, titles: string[]): Promise<string[]> {
  const engine = await ctx.library.current()
  const ids: string[] = []
  for (const title of titles) {
    const query = title.replace(/[^\p{L}\p{N}]+/gu, ' ')
    const { hits } = await engine.search({ query, size: 50 })
    const rows = await ctx.db
      .selectFrom('papers')
      .select(['id', 'record'])
      .where(
        'seq',
        'in',
        hits.map(({ seq }) => seq),
      )
      .execute()
    const found = rows.find(({ record }) => JSON.parse(record).title === title)
    if (!found) throw new Error(`the library has no paper with the title ${title}`)
    ids.push(found.id)
  }
  return ids
}
