import { analyse, type Concept, joinTermPlaces, planWords, statesPlan } from '@scinav/search'
import type { Context } from '../platform/context/context.ts'
import { type Evidence, filterRelevant } from './evidence/evidence.ts'
import { retrieve } from './retrieve.ts'
import type { AnswerScope } from './scope.ts'

/** A stretch of a text, UTF-16 offsets. */
interface TextSpan {
  start: number
  end: number
}

/** Evidence, and why it was found. */
interface HitEvidence {
  evidence: Evidence
  highlights: TextSpan[]
  said: string[]
  missing: string[]
  /** Whether it says enough to be quoted as an answer. */
  answers: boolean
}

interface HitEvidenceRequest {
  question: string
  scope: AnswerScope
  most: number
}

/**
 * What an answer to a question would rest on, found as answers find it without a model.
 *
 * @throws what `retrieve` throws.
 */
export async function findHitEvidence(
  ctx: Context,
  { question, scope, most }: HitEvidenceRequest,
  signal: AbortSignal,
): Promise<{ query: string; found: HitEvidence[] }> {
  const request = { question, earlier: [], scope, embedding: null, rerank: null, most, most_tokens: Infinity }
  const { query, concepts, evidence, scoped } = await retrieve(ctx, request, signal)
  const telling = new Set(filterRelevant(evidence, 'quotes', scoped))
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
      answers: telling.has(each),
    }
  })
  return { query, found }
}

const uniqueLabels = (named: { label: string }[]) => [...new Set(named.map(({ label }) => label))]

/** What each concept is called in the question, where that says it first. */
export function conceptNames(query: string, concepts: Concept[]): { plan: Concept['plan']; label: string }[] {
  const tokens = analyse(query)
  const first = new Map<string, number>()
  for (const [at, { term }] of tokens.entries()) if (!first.has(term)) first.set(term, at)
  return concepts.flatMap(({ plan }) => {
    const words = new Set(planWords(plan))
    const at = Math.min(...[...words].flatMap((word) => first.get(word) ?? []))
    const begin = tokens[at]
    return begin ? [{ plan, label: query.slice(begin.start, endOfName(tokens, at, words)) }] : []
  })
}

/** A space or a hyphen may stand within a name. */
const MAX_NAME_GAP_CHARS = 1

/** Where a name ends: its words stand behind each other, each once. */
function endOfName(tokens: ReturnType<typeof analyse>, from: number, words: ReadonlySet<string>): number {
  const left = new Set(words)
  let end = tokens[from]?.end ?? 0
  for (let at = from; at < tokens.length; at += 1) {
    const { term, start, end: last } = tokens[at] ?? { term: '', start: Number.POSITIVE_INFINITY, end: 0 }
    // A word has several terms, and not all are the concept's.
    if (start > end + MAX_NAME_GAP_CHARS || (words.has(term) && !left.has(term))) break
    if (left.delete(term)) end = Math.max(end, last)
  }
  return end
}

/** Where a text says what was asked for: neighbours as one stretch. */
function findHighlights(text: string, concepts: Concept[]): TextSpan[] {
  const terms = new Set(concepts.flatMap(({ plan }) => planWords(plan)))
  const stretches: TextSpan[] = []
  const hits = analyse(text).filter(({ term }) => terms.has(term))
  for (const { start, end } of hits.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else stretches.push({ start, end })
  }
  return stretches
}
