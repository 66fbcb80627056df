import {
  findAttachedById,
  findPassagesById,
  parsePassageId,
  passageId,
} from '../../knowledge/passages/index.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  attachedFileSources,
  buildEvidence,
  type Evidence,
  foundFileSources,
  type Retrieval,
  withLines,
} from '../../retrieval/index.ts'
import type { OfferedEvidence } from './prompt.ts'

/** The most passages of files whose surroundings are added. */
const MAX_SURROUNDED_PASSAGES = 2
/** The most sentences shown of the passage before, and of the one after. */
const MAX_SENTENCES = 2
/** Their greatest length together, in UTF-16 units. */
const MAX_CHARS = 400

/**
 * Adds to the first passages of files the sentences right before and after them in their section, which may say what
 * "this" and "it" stand for, or finish the matter. They are evidence with ids of their own.
 */
export async function addSurroundings(
  ctx: Context,
  { concepts, question }: Pick<Retrieval, 'concepts' | 'question'>,
  evidence: Evidence[],
): Promise<OfferedEvidence[]> {
  const surrounded = evidence.filter(({ file }) => file).slice(0, MAX_SURROUNDED_PASSAGES)
  const offeredIds = new Set(evidence.map(({ passage }) => passage.passage_id))
  const missingIds = surrounded
    .flatMap(({ passage }) => [neighbourId(passage, -1), neighbourId(passage, 1)])
    .filter((id) => id !== null)
    .filter((id) => !offeredIds.has(id))
  if (missingIds.length === 0) return evidence
  const neighbours = await readPassages(ctx, missingIds, { concepts, question })
  /** Returns a neighbour of a passage, if it has any, and removes it: one of two passages is added once. */
  const takeNeighbour = (passage: Evidence['passage'], step: -1 | 1): OfferedEvidence[] => {
    const id = neighbourId(passage, step) ?? ''
    const neighbour = neighbours.get(id)
    if (!neighbour || !isSameSection(neighbour.passage, passage)) return []
    neighbours.delete(id)
    const shown = nearestSentences(neighbour.passage, step)
    return shown.length > 0 ? [{ ...neighbour, shown }] : []
  }
  return evidence.flatMap((each) => {
    if (!surrounded.includes(each)) return [each]
    return [...takeNeighbour(each.passage, -1), each, ...takeNeighbour(each.passage, 1)]
  })
}

/** Returns the id of the passage before (−1) or after (1) one of a file; null before the first and outside of files. */
function neighbourId({ passage_id }: Evidence['passage'], step: -1 | 1): string | null {
  const parsed = parsePassageId(passage_id)
  if (!parsed || parsed.ordinal + step < 0) return null
  return passageId(parsed.document_id, parsed.parse_id, parsed.ordinal + step)
}

/** Returns the passages of running text with these ids that the reader may have, by id. */
async function readPassages(
  ctx: Context,
  ids: string[],
  { concepts, question }: Pick<Retrieval, 'concepts' | 'question'>,
): Promise<Map<string, Evidence>> {
  const documents = (await findPassagesById(ctx, ids)).filter(({ passage }) => passage.kind === 'text')
  const files = (await findAttachedById(ctx, ids)).filter(({ passage }) => passage.kind === 'text')
  const sources = [...(await foundFileSources(ctx, documents)), ...attachedFileSources(files)]
  const passages = await withLines(ctx, buildEvidence(sources, concepts, question.language))
  return new Map(passages.map((each) => [each.passage.passage_id, each]))
}

const isSameSection = (one: Evidence['passage'], other: Evidence['passage']): boolean =>
  one.headings?.join('\n') === other.headings?.join('\n')

/**
 * Returns the indices, in order, of the sentences of a neighbouring passage that are nearest to the surrounded one: its
 * last sentences when it stands before (−1), its first ones when it stands after (1).
 */
function nearestSentences({ text, sentences }: Evidence['passage'], step: -1 | 1): number[] {
  const nearestFirst = step < 0 ? [...sentences.keys()].toReversed() : [...sentences.keys()]
  let charsLeft = MAX_CHARS
  const fitting: number[] = []
  for (const index of nearestFirst.slice(0, MAX_SENTENCES)) {
    const span = sentences[index]
    charsLeft -= span ? text.slice(span.start, span.end).length : 0
    if (charsLeft < 0) break
    fitting.push(index)
  }
  return fitting.toSorted((a, b) => a - b)
}
