import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import { requireDataset } from '../../knowledge/datasets/index.ts'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { StreamEvent } from '../../platform/foundation/replies.ts'
import { AnswerFault } from '../../retrieval/index.ts'
import { toOutsideView } from '../../search/federated/index.ts'
import { decideSource, NO_SOURCE } from './decide.ts'
import { findSources, type SentenceQuery, type SentenceSources } from './find-sources.ts'
import { sourceNeed } from './needs-source.ts'
import { OWN_ENGINE, type OwnWork, ownReference, readOwnWorks } from './own-works.ts'
import type { RankedSource } from './rank-sources.ts'
import { splitClauses, splitSentences } from './split-sentences.ts'

type Match = typeof api.citing.match
type MatchEvent = OutputOf<Match>
/** The data of the event that proposes references for a sentence. */
export type MatchedData = Extract<MatchEvent, { event: 'matched' }>['data']
type MatchCandidate = MatchedData['candidates'][number]

/** The proposals for a sentence, and the outcome of each external engine (`states`). */
type MatchedSentence = Omit<MatchedData, 'at'> & { states: SentenceSources['states'] }

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

/** Returns the proposals for one sentence. */
export async function matchSentence(
  ctx: Context,
  query: SentenceQuery,
  signal: AbortSignal,
): Promise<MatchedSentence> {
  const found = await findSources(ctx, query, signal)
  const { notes, states } = found
  const { decision, why, sources } = decideSource(found.sources)
  const papers = await findPapersByIds(
    ctx,
    sources.flatMap(({ evidence }) => evidence.paper_id ?? []),
  )
  const byId = new Map(papers.map((paper) => [paper.id, paper]))
  const candidates = sources.flatMap((source) => {
    const { paper_id } = source.evidence
    if (source.evidence.engine === OWN_ENGINE && paper_id === null) return [ownCandidate(source)]
    if (paper_id === null) return [outsideCandidate(ctx, source)]
    // A paper that is no longer in the library is left out.
    const paper = byId.get(paper_id)
    return paper ? [toCandidate(source, paper)] : []
  })
  const decided = candidates.length > 0 ? { decision, why } : NO_SOURCE
  return { ...decided, candidates, notes, states }
}

/** Converts a work that the library lacks, under the key by which it can be imported. */
function outsideCandidate(ctx: Context, source: RankedSource): MatchCandidate {
  const { source_id, engine, work, notice = null } = source.evidence
  // Evidence has its engine as a plain string; this gives it the type that the view requires.
  const engines = ctx.providers.engines.all.map(({ id }) => id).filter((id) => id === engine)
  const outside = toOutsideView({ key: source_id, work, engines, notice })
  return { ...toCandidate(source, { ...outside, id: outside.key }), outside }
}

/** Converts one of the user's own works that the library lacks. */
function ownCandidate(source: RankedSource): MatchCandidate {
  const { source_id: key, work, notice = null } = source.evidence
  const paper = { ...toOutsideView({ key, work, engines: [], notice }), id: key }
  return { ...toCandidate(source, paper), own: ownReference(work) }
}

/** Length to which a quotation is cut, in UTF-16 units. */
const MAX_QUOTE_CHARS = 500
/** The most terms of a sentence that are listed as stated by a source. */
const MAX_STATED_TERMS = 12

/** Converts a source to a candidate for `paper`; `outside` and `own` are null, as for a paper of the library. */
function toCandidate(
  { evidence, quote, score, statedTerms }: RankedSource,
  paper: MatchCandidate['paper'],
): MatchCandidate {
  return {
    // Only these fields are sent: a paper of the library has many more.
    paper: {
      id: paper.id,
      title: paper.title,
      title_zh: paper.title_zh,
      authors_short: paper.authors_short,
      publish_date: paper.publish_date,
      basic_sourcename: paper.basic_sourcename,
      source_name: paper.source_name,
      resource_type: paper.resource_type,
      language: paper.language,
      status: paper.status,
      status_notice: paper.status_notice,
    },
    outside: null,
    own: null,
    quote: quote.slice(0, MAX_QUOTE_CHARS),
    document_id: evidence.file?.document_id ?? null,
    page: evidence.passage.page,
    score: Math.min(1, score),
    said: statedTerms.slice(0, MAX_STATED_TERMS),
  }
}
