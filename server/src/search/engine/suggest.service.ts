import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { typedText, visibleText } from '@scinav/search'
import type { Context } from '../../platform/context/context.ts'
import { runForeground } from '../../platform/foundation/foreground.ts'
import { findOwnQueries } from '../history/index.ts'
import { getLibrarySuggestions, type LibrarySuggestions } from './suggest-library.ts'

type Suggest = typeof api.papers.suggest
type Suggestion = OutputOf<Suggest>[number]

/** The empty result, used when a text consists of punctuation only. */
const NO_SUGGESTIONS: LibrarySuggestions = { keywords: [], authors: [], journals: [], titles: [] }

const MAX_OWN_QUERIES = 5

/**
 * Suggests completions for a typed text: own searches, keywords, titles, authors and journals, each kind best first,
 * up to `limit` in all. Without a text, suggests own searches and the frequent keywords of the library.
 */
export async function suggestQueries(
  ctx: Context,
  { keyword, limit }: ParsedInputOf<Suggest>,
): Promise<OutputOf<Suggest>> {
  const [visible, text] = [visibleText(keyword), typedText(keyword)]
  const [own, library] = await runForeground(ctx.config, () =>
    Promise.all([
      findOwnQueries(ctx, visible, Math.min(MAX_OWN_QUERIES, limit)),
      text === '' && visible !== '' ? NO_SUGGESTIONS : getLibrarySuggestions(ctx, text),
    ]),
  )
  const ownLowerCase = new Set(own.map((query) => query.toLowerCase()))
  const kinds = [
    own.map((text) => buildSuggestion('history', { text })),
    library.keywords
      .filter(({ text }) => !ownLowerCase.has(text.toLowerCase()))
      .map((value) => buildSuggestion('keyword', value)),
    library.titles.map((title) => buildSuggestion('title', title)),
    library.authors.map((value) => buildSuggestion('author', value)),
    library.journals.map((value) => buildSuggestion('journal', value)),
  ]
  return interleave(kinds, limit)
}

const buildSuggestion = (
  type: Suggestion['type'],
  values: Pick<Suggestion, 'text'> & Partial<Suggestion>,
): Suggestion => ({ paper_id: null, authors: [], year: null, count: null, ...values, type })

/**
 * Takes the first of every kind, then the second of every kind, until `limit` is reached; the result keeps the kinds
 * together.
 */
function interleave(kinds: Suggestion[][], limit: number): Suggestion[] {
  const taken = kinds.map(() => 0)
  let left = limit
  for (let place = 0; left > 0 && kinds.some((kind) => place < kind.length); place += 1)
    for (const [at, kind] of kinds.entries())
      if (place < kind.length && left > 0) {
        taken[at] = place + 1
        left -= 1
      }
  return kinds.flatMap((kind, at) => kind.slice(0, taken[at]))
}
