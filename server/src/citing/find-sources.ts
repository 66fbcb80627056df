import { citationMarks } from '@scinav/contract/cited-text'
import { type Retrieval, retrieve } from '../answers/index.ts'
import type { Context } from '../context/context.ts'
import { namesIn, type RankedSource, rankSources } from './rank-sources.ts'

/** A paper has to say so much of a sentence: less than of a question, since a sentence says more than it cites for. */
const SHARE = 0.12
const LOOKED_AT = 40
const MOST_NAMES = 6
/** So much of a sentence is looked up. */
const LONGEST = 600

/**
 * Papers that may be the source of a sentence, found as answers find evidence, best first.
 *
 * @throws what `retrieve` throws.
 */
export async function findSources(
  ctx: Context,
  { sentence, dataset_ids }: { sentence: string; dataset_ids: string[] },
  signal: AbortSignal,
): Promise<RankedSource[]> {
  const text = plainSentence(sentence).slice(0, LONGEST)
  const scope = { paper_ids: [], dataset_id: null, dataset_ids, document_ids: [], engines: [] }
  const found: Retrieval = await retrieve(
    ctx,
    {
      question: text,
      also: [...new Set(namesIn(text))].slice(0, MOST_NAMES).join(' '),
      earlier: [],
      scope,
      share: SHARE,
      embedding: null,
      rerank: null,
      most: LOOKED_AT,
      most_tokens: Number.POSITIVE_INFINITY,
    },
    signal,
  )
  return rankSources(text, found)
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
