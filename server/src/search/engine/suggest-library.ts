import { authorNames, readWork } from '@scinav/contract'
import { beginsWord, type SearchEngine, textWithoutMarkup, typedText } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import * as store from './papers.store.ts'

/** Suggestions that the library makes for a text; the same for all users. */
export interface LibrarySuggestions {
  keywords: CountedText[]
  authors: CountedText[]
  journals: CountedText[]
  /** Best first. */
  titles: TitleSuggestion[]
}

/** A value with the number of papers that have it. */
interface CountedText {
  text: string
  count: number
}

interface TitleSuggestion {
  text: string
  paper_id: string
  authors: string[]
  year: number | null
}

type SuggestContext = Pick<BaseContext, 'library' | 'db'>

/** Maximum number of texts with cached suggestions; the cache is dropped when the library changes. */
const MAX_CACHED_TEXTS = 2_000
interface SuggestionCache {
  /** The last change of the library that the suggestions cover. */
  change: number
  byText: Map<string, Promise<LibrarySuggestions>>
}
const suggestionCaches = new WeakMap<BaseContext['library'], SuggestionCache>()

/**
 * Returns the suggestions for a text in the form of `typedText`, cached per state of the library: users type the same
 * beginnings, and the short ones, which match the most, are the most frequent.
 */
export async function getLibrarySuggestions(
  { library, db }: SuggestContext,
  text: string,
): Promise<LibrarySuggestions> {
  const index = await library.current()
  const { change } = index.state()
  let cache = suggestionCaches.get(library)
  if (cache?.change !== change) {
    cache = { change, byText: new Map() }
    suggestionCaches.set(library, cache)
  }
  const { byText } = cache
  const cached = byText.get(text)
  if (cached) return cached
  const found = findSuggestions(index, db, text)
  if (byText.size >= MAX_CACHED_TEXTS) byText.clear()
  byText.set(text, found)
  // A failure is not cached; those who await the suggestions still receive the error.
  found.catch(() => byText.delete(text))
  return found
}

/** Completes a text, and finds the titles that contain it; frequent keywords for an empty text. */
async function findSuggestions(
  index: SearchEngine,
  db: BaseContext['db'],
  text: string,
): Promise<LibrarySuggestions> {
  const { keywords, authors, sources, titles } = await index.suggest(text)
  return {
    keywords: keywords.map(toCountedText),
    authors: authors.map(toCountedText),
    journals: sources.map(toCountedText),
    titles: titles.length === 0 ? [] : await suggestTitles(db, titles, text),
  }
}

const toCountedText = ({ text, papers }: { text: string; papers: number }): CountedText => ({
  text,
  count: papers,
})

/** Maximum number of titles that are suggested. */
const MAX_TITLES = 5

/**
 * Returns up to five titles that contain the text at the beginning of a word. Titles that begin with it come first,
 * and a title occurs once, however many versions of the paper there are.
 */
async function suggestTitles(
  db: BaseContext['db'],
  seqs: number[],
  text: string,
): Promise<TitleSuggestion[]> {
  const rows = new Map((await store.findTitles(db, seqs)).map((row) => [Number(row.seq), row]))
  const byTitle = new Map<
    string,
    Pick<TitleSuggestion, 'text'> & { row: store.TitleRow; isPrefix: boolean }
  >()
  for (const row of seqs.flatMap((seq) => rows.get(seq) ?? [])) {
    const title = textWithoutMarkup(row.title)
    const folded = typedText(title)
    if (!byTitle.has(folded) && beginsWord(folded, text))
      byTitle.set(folded, { text: title, row, isPrefix: folded.startsWith(text) })
  }
  return [...byTitle.values()]
    .sort((a, b) => Number(b.isPrefix) - Number(a.isPrefix))
    .slice(0, MAX_TITLES)
    .map(({ text, row: { id, year, record } }) => {
      const authors = authorNames(readWork(record))
      return { text, paper_id: id, authors, year }
    })
}
