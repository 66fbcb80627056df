import type { api, OutputOf } from '@scinav/contract'
import { findPapersByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { toOutsideView } from '../../search/federated/index.ts'
import { decideSource, NO_SOURCE } from './decide.ts'
import { findSources, type SentenceQuery, type SentenceSources } from './find-sources.ts'
import { OWN_ENGINE, ownReference } from './own-works.ts'
import type { RankedSource } from './rank-sources.ts'

/** The call that proposes references for a text. */
export type Match = typeof api.citing.match
/** An event of its stream. */
export type MatchEvent = OutputOf<Match>

/** The data of the event that proposes references for a sentence. */
export type MatchedData = Extract<MatchEvent, { event: 'matched' }>['data']

type MatchCandidate = MatchedData['candidates'][number]

/** The proposals for a sentence, and the outcome of each external engine (`states`). */
export type MatchedSentence = Omit<MatchedData, 'at'> & { states: SentenceSources['states'] }

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
