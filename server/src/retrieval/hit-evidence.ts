import { analyze, type Concept, joinTermPlaces, planWords, statesPlan } from '@scinav/search'
import type { TextSpan } from '../language/text/sentences.ts'
import type { Context } from '../platform/context/context.ts'
import type { Evidence } from './evidence/evidence.ts'
import { filterRelevant } from './evidence/relevance.ts'
import { retrieve } from './retrieve.ts'
import type { AnswerScope } from './scope.ts'

/** Evidence with the reasons for which it was found. */
interface HitEvidence {
  evidence: Evidence
  /** The spans of the passage that state concepts of the question, in order; adjacent ones are merged. */
  highlights: TextSpan[]
  /**
   * The labels of the concepts that passage and paper together state, each once; concepts without a label (see
   * `labelConcepts`) are in neither list.
   */
  stated: string[]
  /** The labels of the concepts that they do not state. */
  missing: string[]
  /** Whether it states enough of the question to be quoted as an answer. */
  answers: boolean
}

interface HitEvidenceRequest {
  question: string
  scope: AnswerScope
  /** Maximum number of passages to return. */
  most: number
}

/**
 * Finds the evidence that an answer without a model would use, best first, with the concepts that each passage states
 * or lacks, and the query that was made of the question.
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
  const labeled = labelConcepts(query, concepts)
  const found = evidence.map((each): HitEvidence => {
    const statedPlaces = joinTermPlaces(each.about, each.terms)
    const isStated = ({ plan }: LabeledConcept) => statesPlan(statedPlaces, plan)
    return {
      evidence: each,
      highlights: findHighlights(each.passage.text, concepts),
      stated: uniqueLabels(labeled.filter(isStated)),
      missing: uniqueLabels(labeled.filter((concept) => !isStated(concept))),
      answers: answering.has(each),
    }
  })
  return { query, found }
}

/** A concept, by its plan, with the words of the query for it. */
interface LabeledConcept {
  plan: Concept['plan']
  label: string
}

const uniqueLabels = (labeled: LabeledConcept[]): string[] => [...new Set(labeled.map(({ label }) => label))]

/**
 * Returns the label of each concept: the words of the query in which it first occurs. Concepts that the query has no
 * words of are left out.
 */
export function labelConcepts(query: string, concepts: Concept[]): LabeledConcept[] {
  const tokens = analyze(query)
  const firstIndex = new Map<string, number>()
  for (const [at, { term }] of tokens.entries()) if (!firstIndex.has(term)) firstIndex.set(term, at)
  return concepts.flatMap(({ plan }) => {
    const terms = new Set(planWords(plan))
    // Infinity, where there is no token, when the query has none of the terms.
    const from = Math.min(...[...terms].flatMap((term) => firstIndex.get(term) ?? []))
    const first = tokens[from]
    return first ? [{ plan, label: query.slice(first.start, findNameEnd(tokens.slice(from), terms)) }] : []
  })
}

/** The most characters, such as a space or a hyphen, between two words of a name. */
const MAX_NAME_GAP_CHARS = 1

/**
 * Returns where a name ends in the query. It goes on as long as terms of the concept follow each other, each for the
 * first time: 道路运输与道路运输管理 begins with the name 道路运输, since 道路 occurs again behind 与.
 *
 * @param tokens the tokens of the query from the first one of the name. Those in between that are no term of the concept
 *   (a word also has its exact form, a compound its parts) neither extend nor end the name.
 * @param terms the terms of the concept.
 */
function findNameEnd(tokens: readonly Token[], terms: ReadonlySet<string>): number {
  const unseen = new Set(terms)
  let nameEnd = tokens[0]?.end ?? 0
  for (const { term, start, end } of tokens) {
    const isApart = start > nameEnd + MAX_NAME_GAP_CHARS
    const isRepeated = terms.has(term) && !unseen.has(term)
    if (isApart || isRepeated) break
    if (unseen.delete(term)) nameEnd = Math.max(nameEnd, end)
  }
  return nameEnd
}

type Token = ReturnType<typeof analyze>[number]

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
