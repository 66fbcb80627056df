import { authorNames } from '@scinav/contract'
import { type Concept, isChineseText } from '@scinav/search'
import { z } from 'zod'
import { escapeData } from '../../language/text/clean.ts'
import { objectSchema, renderPrompt, requestStructured, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage, RerankModel } from '../../platform/providers/models/port.ts'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'
import type { Evidence } from '../../retrieval/index.ts'
import { publicationYear } from './prompt.ts'
import { mostRelevantSentences } from './relevant-sentences.ts'

/** Up to this many candidates are used without judging. */
const MIN_JUDGED_CANDIDATES = 4
/** The most passages kept: more evidence makes answers worse, not better. */
const MAX_KEPT_PASSAGES = 12
/** The fewest passages kept, even if fewer help; the model that answers says so when none does. */
const MIN_KEPT_PASSAGES = 6
/** The most passages kept of those that a rerank model orders. */
const MAX_RERANKED_PASSAGES = 8
/** The most passages judged. */
const MAX_JUDGED_PASSAGES = 20
/** The most candidates sent to a rerank model. */
const MAX_RERANKED_CANDIDATES = 40
/** How long the judgement of the passages may take, ms. */
const JUDGE_TIMEOUT_MS = 12_000
/** The tokens of a line of the reply. */
const TOKENS_PER_LINE = 16
/** The tokens of title, author and year of a passage in the prompt. */
const TOKENS_PER_SOURCE = 2 * TOKENS_PER_LINE
/** The share of the model's context available to all passages together. */
const CONTEXT_SHARE = 0.5
/** The bounds of a passage's excerpt: two or three sentences are enough to tell whether it helps. */
const MIN_PASSAGE_TOKENS = 40
const MAX_PASSAGE_TOKENS = 48
/** The length to which the title of a passage is cut in the prompt, in UTF-16 units. */
const MAX_TITLE_CHARS = 120
/** UTF-16 units per token of text that is not Chinese. */
const CHARS_PER_TOKEN = 4

interface EvidenceChoiceRequest {
  question: string
  concepts: Concept[]
  candidates: Evidence[]
  nonce: string
}

/**
 * Chooses the candidates that help to answer: with a rerank model, else graded by the chat model.
 *
 * @returns null when there are too few to judge or the judgment cannot be read.
 * @throws ModelFault, the signal's reason, TimeoutError; callers fall back to the order of the search.
 */
export async function chooseEvidence(
  { model, rerank }: { model: ChatModel; rerank: RerankModel | null },
  choice: EvidenceChoiceRequest,
  { signal, usage }: { signal: AbortSignal; usage: TokenUsage },
): Promise<Evidence[] | null> {
  if (rerank && choice.candidates.length > 1) return rerankCandidates(rerank, choice, signal)
  if (choice.candidates.length <= MIN_JUDGED_CANDIDATES) return null
  const { messages, judged } = judgeMessages(choice, model.context_tokens)
  const request = {
    messages,
    max_tokens: judged.length * TOKENS_PER_LINE,
    reply_schema: REPLY_SCHEMA,
    read: (text: string) => readGrades(text, judged.length),
  }
  const grades = await requestStructured(model, request, { signal, within_ms: JUDGE_TIMEOUT_MS, usage })
  return grades && selectHelpful(judged, grades)
}

/** Returns the best candidates by the rerank model, best first, with its scores. */
async function rerankCandidates(
  rerank: RerankModel,
  { question, candidates }: EvidenceChoiceRequest,
  signal: AbortSignal,
): Promise<Evidence[]> {
  const first = candidates.slice(0, MAX_RERANKED_CANDIDATES)
  const texts = first.map(({ passage }) => `${passage.heading}\n${passage.text}`)
  const scores = await rerank.rerank(question, texts, signal)
  return first
    .map((each, at) => ({ ...each, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RERANKED_PASSAGES)
}

/** Returns the grading prompt and the passages in it, in the order of their ids; as many as the context holds. */
function judgeMessages(
  { question, concepts, candidates, nonce }: EvidenceChoiceRequest,
  context_tokens: number,
): { messages: ModelMessage[]; judged: Evidence[] } {
  const budget = Math.floor(context_tokens * CONTEXT_SHARE)
  const fitting = Math.max(
    MIN_JUDGED_CANDIDATES,
    Math.floor(budget / (MIN_PASSAGE_TOKENS + TOKENS_PER_SOURCE)),
  )
  const judged = candidates.slice(0, Math.min(MAX_JUDGED_PASSAGES, fitting))
  const tokensPerPassage = Math.min(
    MAX_PASSAGE_TOKENS,
    Math.max(MIN_PASSAGE_TOKENS, Math.floor(budget / judged.length) - TOKENS_PER_SOURCE),
  )
  const blocks = judged.map((evidence, at) => {
    const summary = summarizePassage(evidence, concepts, tokensPerPassage)
    const text = escapeData(summary, nonce).replaceAll(/\s+/g, ' ')
    return `E${at + 1} ${describeSource(evidence, nonce)}: ${text}`
  })
  const tag = (name: string, text: string) => `<${name}-${nonce}>\n${text}\n</${name}-${nonce}>`
  const content = `${tag('passages', blocks.join('\n'))}\n\n${tag('question', escapeData(question, nonce))}`
  const messages: ModelMessage[] = [
    { role: 'system', content: renderPrompt('judge-evidence', { nonce }) },
    { role: 'user', content },
  ]
  return { messages, judged }
}

/** Returns the title of a passage's source, with the first author and the year where they are known. */
function describeSource({ passage, work }: Evidence, nonce: string): string {
  const byline = [authorNames(work)[0] ?? '', publicationYear(work)].filter((part) => part !== '').join(', ')
  const title = escapeData(passage.heading, nonce).slice(0, MAX_TITLE_CHARS)
  return `${title}${byline ? ` (${escapeData(byline, nonce)})` : ''}`
}

/**
 * Returns the sentences of a passage that cover most of the question, in their order, within `maxTokens`; a
 * single sentence may be cut.
 */
function summarizePassage({ passage }: Evidence, concepts: Concept[], maxTokens: number): string {
  const { text, sentences, tokens } = passage
  if (tokens <= maxTokens) return text
  const chosen = mostRelevantSentences(passage, concepts, maxTokens)
  const [best = 0] = mostRelevantSentences(passage, concepts, Number.POSITIVE_INFINITY, 1)
  const texts = (chosen.length > 0 ? chosen : [best]).flatMap((at) => {
    const span = sentences[at]
    return span ? text.slice(span.start, span.end) : []
  })
  const summary = texts.join(' ')
  return chosen.length > 0
    ? summary
    : summary.slice(0, maxTokens * (isChineseText(summary) ? 1 : CHARS_PER_TOKEN))
}

/** The form of the grades, the best first: `{"grades": ["E4 3", "E1 2"]}`. */
const REPLY_SCHEMA = objectSchema({ grades: { type: 'array', items: { type: 'string' } } })
const gradesShape = z.object({ grades: z.array(z.string()) })

/** The reply, outside the form, that no passage helps. */
const NONE_HELPS = /^\W{0,8}NONE\W{0,8}$/i

/**
 * Reads grades by index from entries such as `E4 2`, in the form that is asked for or on lines of their own; all else is
 * ignored.
 *
 * @returns null when the reply has neither a grade nor says that none helps.
 */
function readGrades(response: string, count: number): Map<number, number> | null {
  const grades = new Map<number, number>()
  const listed = readStructuredReply(response, gradesShape)?.grades
  for (const line of listed ?? response.split('\n')) {
    const [, id, grade] = /^[\s*-]{0,6}E(\d{1,2})\W{1,6}([0-3])\b/i.exec(line) ?? []
    const at = Number(id) - 1
    if (grade !== undefined && at >= 0 && at < count && !grades.has(at)) grades.set(at, Number(grade))
  }
  const noneHelps = listed?.length === 0 || NONE_HELPS.test(response)
  return grades.size > 0 || noneHelps ? grades : null
}

/** Grades go from 0 to 3; an ungraded passage counts as 0. */
const MIN_HELPFUL_GRADE = 2

/**
 * Returns the helpful passages, best grade first. Grades rest on excerpts, so where few help, the next best and the
 * nearest are kept as well; the model that answers sees them whole.
 */
function selectHelpful(judged: Evidence[], grades: Map<number, number>): Evidence[] {
  const graded = judged.map((evidence, at) => ({ evidence, grade: grades.get(at) ?? 0 }))
  const helpful = graded.filter(({ grade }) => grade >= MIN_HELPFUL_GRADE).length
  const keptCount = Math.min(MAX_KEPT_PASSAGES, Math.max(MIN_KEPT_PASSAGES, helpful))
  return graded
    .toSorted((a, b) => b.grade - a.grade)
    .slice(0, keptCount)
    .map(({ evidence }) => evidence)
}
