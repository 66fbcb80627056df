import { citationMarks } from '@scinav/contract/cited-text'
import { getEmbeddingModel, modelWithConsent } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type Retrieval, retrieve } from '../../retrieval/index.ts'
import { findLikelyOwnWorks, type OwnWork } from './own-works.ts'
import { extractNames, type RankedSource, rankSources } from './rank-sources.ts'

/** A paper has to say so much of a sentence: less than of a question, since a sentence says more than it cites for. */
const MIN_SENTENCE_SHARE = 0.12
const MAX_CANDIDATES = 40
const MAX_NAMES = 6
/** So much of a sentence is looked up. */
const MAX_SENTENCE_CHARS = 600

/** A sentence, and where a source of it is looked for. */
export interface SentenceQuery {
  sentence: string
  dataset_ids: string[]
  /** `local` and engines outside; empty for the library alone. */
  engines: string[]
  /** Works of the person's own that are looked at besides. */
  own?: OwnWork[]
}

export interface SentenceSources extends Pick<Retrieval, 'notes' | 'states'> {
  sources: RankedSource[]
}

/**
 * Papers that may be the source of a sentence, found as answers find evidence, best first: by words, by meaning
 * where an embedding model may be used, and by the engines outside that were chosen. Who gave no answer is noted.
 *
 * @throws what `retrieve` throws.
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
      also: [...new Set(extractNames(text))].slice(0, MAX_NAMES).join(' '),
      earlier: [],
      given: findLikelyOwnWorks(own, text),
      scope,
      share: MIN_SENTENCE_SHARE,
      embedding: await modelWithConsent(ctx, await getEmbeddingModel(ctx)),
      rerank: null,
      most: MAX_CANDIDATES,
      most_tokens: Number.POSITIVE_INFINITY,
    },
    signal,
  )
  return { sources: rankSources(text, found), notes: found.notes, states: found.states }
}

/** Without citations, commands of LaTeX and signs of Markdown. */
function plainSentence(sentence: string): string {
  let [plain, at] = ['', 0]
  for (const { start, end } of citationMarks(sentence)) {
    plain += sentence.slice(at, start)
    at = end
  }
  return (plain + sentence.slice(at))
    .replace(/\\[a-z]{1,30}\*?/gi, ' ')
    .replace(/[{}*_`~$\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
