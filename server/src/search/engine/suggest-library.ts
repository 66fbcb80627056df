import { readWork } from '@scinav/contract'
import { beginsWord, plainText, type SearchEngine, typedText } from '@scinav/search'
import { namesOf } from '../../library/papers/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import * as store from './suggest.store.ts'

/** What the library itself suggests for a text; the same for everybody. */
export interface LibrarySuggestions {
  keywords: Counted[]
  authors: Counted[]
  journals: Counted[]
  /** Best first. */
  titles: Title[]
}

/** A value, and how many papers have it. */
interface Counted {
  text: string
  count: number
}

interface Title {
  text: string
  paper_id: string
  authors: string[]
  year: number | null
}

type Asking = Pick<BaseContext, 'library' | 'db'>

/** Texts whose suggestions are cached, until the library changes. */
const MOST_CACHED = 2_000
interface Cached {
  change: number
  byText: Map<string, Promise<LibrarySuggestions>>
}
const cached = new WeakMap<BaseContext['library'], Cached>()

/** People type the same beginnings; the short ones, which find the most, are asked for the most. */
export async function librarySuggestions({ library, db }: Asking, text: string): Promise<LibrarySuggestions> {
  const index = await library.current()
  const { change } = index.state()
  let own = cached.get(library)
  if (own?.change !== change) {
    own = { change, byText: new Map() }
    cached.set(library, own)
  }
  const known = own.byText.get(text)
  if (known) return known
  const found = findSuggestions(index, db, text)
  if (own.byText.size >= MOST_CACHED) own.byText.clear()
  own.byText.set(text, found)
  found.catch(() => own.byText.delete(text))
  return found
}

async function findSuggestions(
  index: SearchEngine,
  db: BaseContext['db'],
  text: string,
): Promise<LibrarySuggestions> {
  const { keywords, authors, sources, titles } = await index.suggest(text)
  return {
    keywords: keywords.map(counted),
    authors: authors.map(counted),
    journals: sources.map(counted),
    titles: titles.length === 0 ? [] : await titlesOf(db, titles, text),
  }
}

const counted = ({ text, papers }: { text: string; papers: number }): Counted => ({ text, count: papers })

const TITLES = 5

/** Titles that begin with the text stand first; one title once, however many versions there are. */
async function titlesOf(db: BaseContext['db'], seqs: number[], text: string): Promise<Title[]> {
  const rows = new Map((await store.titlesOf(db, seqs)).map((row) => [Number(row.seq), row]))
  const byTitle = new Map<string, Pick<Title, 'text'> & { row: store.TitleRow; begins: boolean }>()
  for (const row of seqs.flatMap((seq) => rows.get(seq) ?? [])) {
    const plain = plainText(row.title)
    const folded = typedText(plain)
    if (!byTitle.has(folded) && beginsWord(folded, text))
      byTitle.set(folded, { text: plain, row, begins: folded.startsWith(text) })
  }
  return [...byTitle.values()]
    .sort((a, b) => Number(b.begins) - Number(a.begins))
    .slice(0, TITLES)
    .map(({ text, row: { id, year, record } }) => {
      const authors = namesOf(readWork(record))
      return { text, paper_id: id, authors, year }
    })
}
