import type { EngineId, ParsedInputOf } from '@scinav/contract'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { StreamEvent } from '../../platform/foundation/replies.ts'
import { AnswerFault } from '../../retrieval/index.ts'
import { type Match, type MatchEvent, type MatchedSentence, matchSentence } from './match-sentence.ts'
import { sourceNeed } from './needs-source.ts'
import { type OwnWork, readOwnWorks } from './own-works.ts'
import { splitClauses, splitSentences } from './split-sentences.ts'

/**
 * Proposes references for a text, sentence by sentence, as a stream of events. The same text yields the same sequence
 * of events, so a client that was cut off resumes after the last event it saw and earlier sentences are not searched
 * again.
 *
 * @throws AppError `dataset.not_found` for a dataset that the actor may not read.
 */
export async function matchText(
  ctx: Context,
  input: ParsedInputOf<Match>,
): Promise<AsyncIterable<StreamEvent<MatchEvent>>> {
  for (const id of new Set(input.dataset_ids)) await requireDataset(ctx, id, 'read')
  return matchEvents(ctx, { ...input, own: await readOwnWorks(ctx, input.own) })
}

/**
 * Yields the events of matching a text: its sentences, the sources found for each one that is looked up, and the end, or
 * an error. Resumes behind the event that the client has seen last; nothing follows once the signal is aborted.
 */
async function* matchEvents(
  ctx: Context,
  { text, dataset_ids, engines, every, own }: Omit<ParsedInputOf<Match>, 'own'> & { own: OwnWork[] },
): AsyncGenerator<StreamEvent<MatchEvent>> {
  const { after, signal } = ctx.stream
  const sentences = readSentences(text)
  const lookedUp = sentences.flatMap(({ need, start, end }, at) =>
    need === 'yes' || every ? [{ at, sentence: text.slice(start, end) }] : [],
  )
  // Event 1 lists the sentences, event n + 1 is about the nth of those that are looked up, and `done` comes last.
  if (after < 1) yield { seq: 1, name: 'sentences', data: { sentences } }
  let seq = 1
  let responding = engines
  try {
    for (const { at, sentence } of lookedUp) {
      seq += 1
      if (seq <= after) continue
      signal.throwIfAborted()
      const { states, ...found } = await matchSentence(
        ctx,
        { sentence, dataset_ids, engines: responding, own },
        signal,
      )
      responding = respondingEngines(responding, states)
      yield { seq, name: 'matched', data: { at, ...found } }
    }
    const papers = await countLibraryPapers(ctx)
    yield { seq: seq + 1, name: 'done', data: { looked_up: lookedUp.length, papers } }
  } catch (error) {
    if (signal.aborted) return
    // An error takes the number of the sentence tried last. Resuming after the error goes on behind that sentence; a
    // client that resumes after the event before the error has it tried again.
    yield { seq, name: 'error', data: { message: faultText(ctx, error) } }
  }
}

/**
 * Splits a text into sentences with their need of a source; a sentence is split into clauses when each of them needs
 * one.
 */
export function readSentences(text: string) {
  return splitSentences(text).flatMap(({ start, end, kind }) => {
    const sentence = text.slice(start, end)
    const whole = { start, end, ...sourceNeed({ kind }, sentence) }
    if (whole.need !== 'yes') return [whole]
    const clauses = splitClauses(sentence).map((clause) => ({
      start: start + clause.start,
      end: start + clause.end,
      ...sourceNeed({ kind }, sentence.slice(clause.start, clause.end)),
    }))
    return clauses.every(({ need }) => need === 'yes') ? clauses : [whole]
  })
}

/** Returns the engines in their order, without those that failed for a sentence; all of them when none is left. */
export function respondingEngines(engines: EngineId[], states: MatchedSentence['states']): EngineId[] {
  const responding = engines.filter((id) => !states.some((each) => each.id === id && each.state !== 'ok'))
  return responding.length > 0 ? responding : engines
}

/** Returns the number of papers in the library, among which sources were looked for. */
async function countLibraryPapers(ctx: Context): Promise<number> {
  const library = await ctx.library.current()
  const { total } = await library.search({ query: '', size: 0 })
  return total
}

/** Returns the message of an error in Chinese; one that was not foreseen is logged. */
function faultText(ctx: Context, error: unknown): string {
  if (error instanceof AppError || error instanceof AnswerFault) return error.message
  ctx.log.error({ err: error }, 'a sentence could not be looked up')
  return '检索失败，请稍后继续'
}
