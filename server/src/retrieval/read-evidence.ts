import type { Concept } from '@scinav/search'
import { findLines } from '../knowledge/passages/index.ts'
import type { Question } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { createTimeSlicer } from '../platform/foundation/event-loop.ts'
import { requiredConcepts } from './answer-criteria.ts'
import { buildEvidence, type Evidence, type FoundPaper } from './evidence/evidence.ts'
import { createIntroductionMatcher } from './introduced-names.ts'
import type { TaskRunner } from './retrieval.ts'

/** The number of papers read in one step; other work may run between two steps. */
const READ_BATCH_SIZE = 2

/** Builds the evidence of the sources in steps, so that other work may run between them. */
export async function readEvidence(
  ctx: Context,
  sources: FoundPaper[],
  concepts: Concept[],
  { question, query, inTurn }: { question: Question; query: string; inTurn: TaskRunner },
): Promise<Evidence[]> {
  const nouns = await requiredConcepts(ctx, question)
  const introduces = createIntroductionMatcher(`${question.text} ${query}`)
  const evidence: Evidence[] = []
  const yieldWhenDue = createTimeSlicer()
  for (let from = 0; from < sources.length; from += READ_BATCH_SIZE) {
    const batch = sources.slice(from, from + READ_BATCH_SIZE)
    const buildBatch = async () => buildEvidence(batch, concepts, question.language, { nouns, introduces })
    evidence.push(...(await inTurn(buildBatch)))
    await yieldWhenDue()
  }
  return evidence
}

/** Adds the positions of lines to passages of files, so that a quote can be highlighted on its page. */
export async function withLines(ctx: Pick<Context, 'db'>, evidence: Evidence[]): Promise<Evidence[]> {
  const files = evidence.flatMap(({ file, passage }) =>
    file ? [{ parse_id: file.parse_id, ...passage }] : [],
  )
  if (files.length === 0) return evidence
  const lines = await findLines(ctx, files)
  const byId = new Map(files.map(({ passage_id }, at) => [passage_id, lines[at] ?? []]))
  return evidence.map((each) => {
    const passageLines = byId.get(each.passage.passage_id)
    return passageLines ? { ...each, passage: { ...each.passage, lines: passageLines } } : each
  })
}
