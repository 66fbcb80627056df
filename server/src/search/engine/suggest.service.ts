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

/** Maximum number of the user's own queries among the suggestions. */
const MAX_OWN_QUERIES = 5

/**
 * Suggests completions for a typed text: own searches, keywords, titles, authors and journals, each kind best first,
 * up to `limit` in all. Without a text, suggests own searches and the frequent keywords of the library.
 */
export async function suggestQueries(
  ctx: Context,
  { keyword, limit }: ParsedInputOf<Suggest>,
): Promise<OutputOf<Suggest>> {
  // Own searches are compared as typed, values of the library in their folded form.
  const [visible, text] = [visibleText(keyword), typedText(keyword)]
  const [ownQueries, library] = await runForeground(ctx.config, () =>
    Promise.all([
      findOwnQueries(ctx, visible, Math.min(MAX_OWN_QUERIES, limit)),
      text === '' && visible !== '' ? NO_SUGGESTIONS : getLibrarySuggestions(ctx, text),
    ]),
  )
  const ownInLowerCase = new Set(ownQueries.map((query) => query.toLowerCase()))
  const kinds = [
    ownQueries.map((text) => buildSuggestion('history', { text })),
    library.keywords
      .filter(({ text }) => !ownInLowerCase.has(text.toLowerCase()))
      .map((value) => buildSuggestion('keyword', value)),
    library.titles.map((title) => buildSuggestion('title', title)),
    library.authors.map((value) => buildSuggestion('author', value)),
    library.journals.map((value) => buildSuggestion('journal', value)),
  ]
  return limitInTurns(kinds, limit)
}

const buildSuggestion = (
  type: Suggestion['type'],
  values: Pick<Suggestion, 'text'> & Partial<Suggestion>,
): Suggestion => ({ paper_id: null, authors: [], year: null, count: null, ...values, type })

/**
 * Limits suggestions to `limit` in all: takes the first of every kind, then the second of every kind, and so on. The
 * result keeps the kinds together.
 */
function limitInTurns(kinds: Suggestion[][], limit: number): Suggestion[] {
  /** The number of suggestions taken of each kind. */
  const taken = kinds.map(() => 0)
  let remaining = limit
  for (let turn = 0; remaining > 0 && kinds.some((kind) => turn < kind.length); turn += 1)
    for (const [index, kind] of kinds.entries())
      if (turn < kind.length && remaining > 0) {
        taken[index] = turn + 1
        remaining -= 1
      }
  return kinds.flatMap((kind, index) => kind.slice(0, taken[index]))
}
