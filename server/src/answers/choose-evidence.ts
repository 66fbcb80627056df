import { type Concept, coverage, isChinese, termsIn } from '@scinav/search'
import { tokensIn } from '../language/text/passages.ts'
import { promptOf } from '../models/prompts/index.ts'
import type { ChatModel, ModelMessage, RerankModel } from '../platform/providers/models/port.ts'
import type { Evidence } from '../retrieval/index.ts'
import { escapeData, yearIn } from './prompt.ts'
import { type Usage, wholeText } from './whole-text.ts'

/** Sets that small are not judged: every passage is looked at anyway. */
const SMALL = 4
/** Kept of what was judged: more evidence makes answers worse, not better. */
const MOST_KEPT = 12
const RERANKED = 8
/** Where nothing answers, so many of the nearest are still shown to the model, which then says so. */
const NEAREST = 3
const JUDGED = 40
const JUDGE_MS = 12_000
const TOKENS_A_LINE = 16
/** Of the context, for all the passages together. */
const SHARE = 0.5
const LEAST_TOKENS = 40
const MOST_TOKENS = 160

interface Asked {
  question: string
  concepts: Concept[]
  candidates: Evidence[]
  nonce: string
}

/**
 * The candidates that help to answer: by a model that scores pairs, else graded by the chat model in one request.
 *
 * @returns null where they are too few to be judged, or where the judge said nothing that can be read.
 * @throws ModelFault, the signal's reason, TimeoutError: whoever asked goes on with the order of the search.
 */
export async function chooseEvidence(
  { model, rerank }: { model: ChatModel; rerank: RerankModel | null },
  asked: Asked,
  { signal, usage }: { signal: AbortSignal; usage: Usage },
): Promise<Evidence[] | null> {
  if (rerank && asked.candidates.length > 1) return reranked(rerank, asked, signal)
  if (asked.candidates.length <= SMALL) return null
  const { messages, shown } = judgeMessages(asked, model.context_tokens)
  const request = { messages, temperature: 0, max_tokens: shown.length * TOKENS_A_LINE }
  const said = await wholeText(model, request, { signal, within_ms: JUDGE_MS, usage })
  return kept(shown, readGrades(said, shown.length))
}

async function reranked(rerank: RerankModel, asked: Asked, signal: AbortSignal): Promise<Evidence[]> {
  const first = asked.candidates.slice(0, JUDGED)
  const texts = first.map(({ passage }) => `${passage.heading}\n${passage.text}`)
  const scores = await rerank.rerank(asked.question, texts, signal)
  return first
    .map((each, at) => ({ ...each, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, RERANKED)
}

/** What a model is sent that grades, and the passages in the order of their ids there: as many as its context holds. */
function judgeMessages(
  { question, concepts, candidates, nonce }: Asked,
  context_tokens: number,
): { messages: ModelMessage[]; shown: Evidence[] } {
  const room = Math.floor(context_tokens * SHARE)
  const fit = Math.max(SMALL, Math.floor(room / (LEAST_TOKENS + TOKENS_A_LINE * 2)))
  const shown = candidates.slice(0, Math.min(JUDGED, fit))
  const each = Math.min(
    MOST_TOKENS,
    Math.max(LEAST_TOKENS, Math.floor(room / shown.length) - TOKENS_A_LINE * 2),
  )
  const blocks = shown.map((evidence, at) => {
    const { passage, work } = evidence
    const year = yearIn(work)
    const title = escapeData(passage.heading, nonce).slice(0, 200)
    const text = escapeData(briefly(evidence, concepts, each), nonce).replaceAll(/\s+/g, ' ')
    return `E${at + 1} ${title}${year ? ` (${year})` : ''}: ${text}`
  })
  const tag = (name: string, text: string) => `<${name}-${nonce}>\n${text}\n</${name}-${nonce}>`
  const content = `${tag('passages', blocks.join('\n'))}\n\n${tag('question', escapeData(question, nonce))}`
  const messages: ModelMessage[] = [
    { role: 'system', content: promptOf('judge-evidence', { nonce }) },
    { role: 'user', content },
  ]
  return { messages, shown }
}

/** The sentences of a passage that say most of what is asked, in their order, within so many tokens. */
function briefly({ passage }: Evidence, concepts: Concept[], most: number): string {
  if (passage.tokens <= most) return passage.text
  const sentences = passage.sentences.map(({ start, end }, at) => {
    const text = passage.text.slice(start, end)
    return { at, text, worth: coverage(termsIn([text]), concepts, isChinese(text)), tokens: tokensIn(text) }
  })
  let left = most
  const chosen = sentences
    .toSorted((a, b) => b.worth - a.worth || a.at - b.at)
    .filter(({ text, tokens }, at, all) => {
      // A sentence that is repeated says no more.
      if (all.findIndex((other) => other.text === text) < at) return false
      left -= tokens
      return left >= 0
    })
  if (chosen.length === 0) return passage.text.slice(0, most * 2)
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

/** Grades by place, from lines such as `E4 2 gives the corpus size`; whatever else is written counts for nothing. */
function readGrades(said: string, count: number): Map<number, number> {
  const grades = new Map<number, number>()
  for (const line of said.split('\n')) {
    const [, id, grade] = /^[\s*-]{0,6}E(\d{1,2})\W{1,6}([0-3])\b/i.exec(line) ?? []
    const at = Number(id) - 1
    if (grade !== undefined && at >= 0 && at < count && !grades.has(at)) grades.set(at, Number(grade))
  }
  return grades
}

const HELPS = 2

/** What helps, best grade first. A judge that left most of them out is not believed. */
function kept(shown: Evidence[], grades: Map<number, number>): Evidence[] | null {
  if (grades.size * 2 < shown.length) return null
  const graded = shown.map((evidence, at) => ({ evidence, grade: grades.get(at) ?? 1 }))
  const best = graded.toSorted((a, b) => b.grade - a.grade)
  const helping = best.filter(({ grade }) => grade >= HELPS)
  return (helping.length > 0 ? helping.slice(0, MOST_KEPT) : best.slice(0, NEAREST)).map(
    ({ evidence }) => evidence,
  )
}
