import { citationMarks } from '@scinav/contract/cited-text'
import { getEmbeddingModel, modelWithConsent } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type Retrieval, retrieve } from '../../retrieval/index.ts'
import { findLikelyOwnWorks, type OwnWork } from './own-works.ts'
import { extractNames, type RankedSource, rankSources } from './rank-sources.ts'

/**
 * The least share of a sentence that a paper must state; lower than for a question, because a sentence says more than
 * it cites for.
 */
const MIN_SENTENCE_SHARE = 0.12
/** The most passages that are ranked. */
const MAX_CANDIDATES = 40
/** The most names of a sentence that are searched for in addition. */
const MAX_NAMES = 6
/** Bounds the part of a sentence that is searched, in UTF-16 units. */
const MAX_SENTENCE_CHARS = 600

/** A sentence, and where its sources are sought. */
export interface SentenceQuery {
  sentence: string
  dataset_ids: string[]
  /** `local` and ids of external engines; empty for the library alone. */
  engines: string[]
  /** The user's own works to consider too. */
  own?: OwnWork[]
}

/** The ranked sources of a sentence, with the notes and engine states of the retrieval. */
export interface SentenceSources extends Pick<Retrieval, 'notes' | 'states'> {
  sources: RankedSource[]
}

/**
 * Finds papers that may be the source of a sentence with the retrieval of answers, best first: by words, by meaning
 * when an embedding model may be used, and from the chosen external engines. Engines that failed are named in the
 * notes.
 *
 * @throws the errors of `retrieve`.
 */
export async function findSources(
  ctx: Context,
  { sentence, dataset_ids, engines, own = [] }: SentenceQuery,
  signal: AbortSignal,
): Promise<SentenceSources> {
  const text = plainSentence(sentence).slice(0, MAX_SENTENCE_CHARS)
  const scope = { paper_ids: [], dataset_id: null, dataset_ids, document_ids: [], engines }
  const found: Retrieval = await retrieve(
    ctx,
    {
      question: text,
      further_query: [...new Set(extractNames(text))].slice(0, MAX_NAMES).join(' '),
      earlier: [],
      given_works: findLikelyOwnWorks(own, text),
      scope,
      min_share: MIN_SENTENCE_SHARE,
      embedding: await modelWithConsent(ctx, await getEmbeddingModel(ctx)),
      rerank: null,
      most: MAX_CANDIDATES,
      most_tokens: Number.POSITIVE_INFINITY,
    },
    signal,
  )
  return { sources: rankSources(text, found), notes: found.notes, states: found.states }
}

/** Removes citations, LaTeX commands and Markdown marks from a sentence. */
function plainSentence(sentence: string): string {
  let withoutMarks = ''
  let at = 0
  for (const { start, end } of citationMarks(sentence)) {
    withoutMarks += sentence.slice(at, start)
    at = end
  }
  return (withoutMarks + sentence.slice(at))
    .replace(/\\[a-z]{1,30}\*?/gi, ' ')
    .replace(/[{}*_`~$\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
