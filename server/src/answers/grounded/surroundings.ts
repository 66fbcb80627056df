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
/** How much of the passage before, and of the one after, is shown. */
const MAX_SENTENCES = 2
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
  const known = new Set(evidence.map(({ passage }) => passage.passage_id))
  const ids = surrounded.flatMap(({ passage }) => [
    neighbourId(passage, -1) ?? [],
    neighbourId(passage, 1) ?? [],
  ])
  const unknown = ids.flat().filter((id) => !known.has(id))
  if (unknown.length === 0) return evidence
  const around = await readPassages(ctx, unknown, { concepts, question })
  const take = (passage: Evidence['passage'], step: -1 | 1): OfferedEvidence[] => {
    const id = neighbourId(passage, step) ?? ''
    const neighbour = around.get(id)
    if (!neighbour || !isSameSection(neighbour.passage, passage)) return []
    around.delete(id)
    const shown = nearestSentences(neighbour.passage, step)
    return shown.length > 0 ? [{ ...neighbour, shown }] : []
  }
  return evidence.flatMap((each) => {
    if (!surrounded.includes(each)) return [each]
    return [...take(each.passage, -1), each, ...take(each.passage, 1)]
  })
}

/** Returns the id of the passage next to one of a file; null when it has none. */
function neighbourId({ passage_id }: Evidence['passage'], step: -1 | 1): string | null {
  const place = parsePassageId(passage_id)
  if (!place || place.ordinal + step < 0) return null
  return passageId(place.document_id, place.parse_id, place.ordinal + step)
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
  const read = await withLines(ctx, buildEvidence(sources, concepts, question.language))
  return new Map(read.map((each) => [each.passage.passage_id, each]))
}

const isSameSection = (one: Evidence['passage'], other: Evidence['passage']): boolean =>
  one.headings?.join('\n') === other.headings?.join('\n')

/** Returns the places of the sentences of a passage that are nearest to the one after (−1) or before (1) it, in order. */
function nearestSentences({ text, sentences }: Evidence['passage'], step: -1 | 1): number[] {
  const places = step < 0 ? [...sentences.keys()].toReversed() : [...sentences.keys()]
  let left = MAX_CHARS
  const near = places.slice(0, MAX_SENTENCES)
  const fitting: number[] = []
  for (const at of near) {
    const span = sentences[at]
    left -= span ? text.slice(span.start, span.end).length : 0
    if (left < 0) break
    fitting.push(at)
  }
  return fitting.toSorted((a, b) => a - b)
}
