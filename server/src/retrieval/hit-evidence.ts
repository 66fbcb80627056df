import { analyze, type Concept, joinTermPlaces, planWords, statesPlan } from '@scinav/search'
import type { TextSpan } from '../language/text/sentences.ts'
import type { Context } from '../platform/context/context.ts'
import { type Evidence, filterRelevant } from './evidence/evidence.ts'
import { retrieve } from './retrieve.ts'
import type { AnswerScope } from './scope.ts'

/** Evidence with the reasons for which it was found. */
interface HitEvidence {
  evidence: Evidence
  /** The spans of the passage that state concepts of the question, in order. */
  highlights: TextSpan[]
  /** The concepts that passage and paper state, and (`missing`) those that they do not, as the question writes them. */
  said: string[]
  missing: string[]
  /** Whether it states enough of the question to be quoted as an answer. */
  answers: boolean
}

interface HitEvidenceRequest {
  question: string
  scope: AnswerScope
  most: number
}

/**
 * Finds the evidence that an answer without a model would use, with the concepts that each passage states or lacks.
 *
 * @throws the errors of `retrieve`.
 */
export async function findHitEvidence(
  ctx: Context,
  { question, scope, most }: HitEvidenceRequest,
  signal: AbortSignal,
): Promise<{ query: string; found: HitEvidence[] }> {
  const request = { question, earlier: [], scope, embedding: null, rerank: null, most, most_tokens: Infinity }
  const { query, concepts, evidence, scoped } = await retrieve(ctx, request, signal)
  const answering = new Set(filterRelevant(evidence, 'quotes', scoped))
  const names = conceptNames(query, concepts)
  const found = evidence.map((each): HitEvidence => {
    const all = joinTermPlaces(each.about, each.terms)
    const [said, missing] = [
      names.filter(({ plan }) => statesPlan(all, plan)),
      names.filter(({ plan }) => !statesPlan(all, plan)),
    ]
    return {
      evidence: each,
      highlights: findHighlights(each.passage.text, concepts),
      said: uniqueLabels(said),
      missing: uniqueLabels(missing),
      answers: answering.has(each),
    }
  })
  return { query, found }
}

const uniqueLabels = (named: { label: string }[]) => [...new Set(named.map(({ label }) => label))]

/**
 * Returns the label of each concept: the words of the query in which it first occurs. Concepts without one are left
 * out.
 */
export function conceptNames(query: string, concepts: Concept[]): { plan: Concept['plan']; label: string }[] {
  const tokens = analyze(query)
  const first = new Map<string, number>()
  for (const [at, { term }] of tokens.entries()) if (!first.has(term)) first.set(term, at)
  return concepts.flatMap(({ plan }) => {
    const words = new Set(planWords(plan))
    const at = Math.min(...[...words].flatMap((word) => first.get(word) ?? []))
    const begin = tokens[at]
    return begin ? [{ plan, label: query.slice(begin.start, endOfName(tokens, at, words)) }] : []
  })
}

/** The most characters, such as a space or a hyphen, between two words of a name. */
const MAX_NAME_GAP_CHARS = 1

/** Returns the end of a name whose words follow each other, each occurring once. */
function endOfName(tokens: ReturnType<typeof analyze>, from: number, words: ReadonlySet<string>): number {
  const unseen = new Set(words)
  let end = tokens[from]?.end ?? 0
  for (let at = from; at < tokens.length; at += 1) {
    const { term, start, end: last } = tokens[at] ?? { term: '', start: Number.POSITIVE_INFINITY, end: 0 }
    // A word has several terms, and not all of them belong to the concept.
    if (start > end + MAX_NAME_GAP_CHARS || (words.has(term) && !unseen.has(term))) break
    if (unseen.delete(term)) end = Math.max(end, last)
  }
  return end
}

/** Returns the spans of a text that state concepts; adjacent spans are merged. */
function findHighlights(text: string, concepts: Concept[]): TextSpan[] {
  const terms = new Set(concepts.flatMap(({ plan }) => planWords(plan)))
  const spans: TextSpan[] = []
  const hits = analyze(text).filter(({ term }) => terms.has(term))
  for (const { start, end } of hits.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}
