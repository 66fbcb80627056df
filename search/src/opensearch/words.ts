import { EXACT_MARK, isExactForm } from '../analysis/word-forms.ts'
import { SPACES } from '../index/terms.ts'
import type { WordCount } from '../planning/term-index.ts'
import type { OpenedIndex } from './opened-index.ts'
import { prefixExpression } from './pattern.ts'
import { searchEach } from './searches.ts'

/**
 * Lists words that begin with a text, most frequent first. Only words of Latin letters and cited names are stored for
 * listing; [] for other texts.
 */
export async function findWordsWith(
  { client, target }: OpenedIndex,
  text: string,
  limit: number,
): Promise<WordCount[]> {
  if (!/^[a-z]+$/.test(text) && !text.startsWith(SPACES.cited_name)) return []
  const prefixes = [text, EXACT_MARK + text].map((value) => ({ prefix: { terms: { value } } }))
  const [result] = await searchEach(client, target, [
    {
      query: { bool: { should: prefixes } },
      size: 0,
      aggs: { words: { terms: { field: 'words', include: prefixExpression(text), size: limit } } },
    },
  ])
  const buckets = result?.aggregations.words?.buckets ?? []
  return buckets.map(({ key, doc_count }) => ({ word: String(key), papers: doc_count }))
}

/** Words of fewer letters are searched within one edit instead of two. */
const MIN_TWO_EDIT_LETTERS = 5
/** Number of words that each shard returns, so that the merged frequencies are nearly correct. */
const SHARD_SIZE = 500

/** Response of a search for similar terms. */
interface SuggestResponse {
  suggest?: Record<string, { options: { text: string; freq: number }[] }[]>
}

/** Lists other words within two edits of a word (one edit for short words), most frequent first. */
export async function findWordsLike(
  { client, target }: OpenedIndex,
  word: string,
  limit: number,
): Promise<WordCount[]> {
  const suggestion = (text: string, prefix_length: number) => ({
    text,
    term: {
      field: 'terms',
      suggest_mode: 'always',
      sort: 'frequency',
      size: limit,
      shard_size: SHARD_SIZE,
      max_edits: word.length < MIN_TWO_EDIT_LETTERS ? 1 : 2,
      prefix_length,
      min_word_length: 1,
      // Low enough that only the number of edits decides.
      accuracy: 0.1,
    },
  })
  const { suggest = {} } = await client.ask<SuggestResponse>(
    'POST',
    `/${target.index}/_search?filter_path=suggest`,
    {
      size: 0,
      suggest: { stem: suggestion(word, 1), exact: suggestion(EXACT_MARK + word, 2) },
    },
  )
  // A word is counted by its stem in some papers and as it is written in others.
  const counts = new Map<string, number>()
  for (const { options } of Object.values(suggest).flat())
    for (const { text, freq } of options) {
      const form = isExactForm(text) ? text.slice(EXACT_MARK.length) : text
      if (form !== word) counts.set(form, (counts.get(form) ?? 0) + freq)
    }
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return ordered.slice(0, limit).map(([form, papers]) => ({ word: form, papers }))
}
