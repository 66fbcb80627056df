import type { Context } from '../context/context.ts'
import { type Paper, papersByIds } from '../papers/index.ts'
import { wordsOf } from './alike.ts'
import { differingFields, type Field, namesDiffering } from './compare-fields.ts'
import type { Entry } from './entry.ts'
import { beforeJournal, journalWords, type Place } from './place.ts'
import * as store from './reference.store.ts'

/** The paper that stands where an entry says, and what the entry says of it otherwise. */
export interface AtPlace {
  paper: Paper
  fields: Field[]
}

/** Words with which the name of a journal may begin: names of authors may stand before it. */
const MOST_BEGINNINGS = 8

/** The paper of an entry without a title, by journal, year, volume and first page. */
export async function findByPlace(ctx: Context, entry: Entry): Promise<AtPlace | undefined> {
  const { place, title } = entry.parsed
  if (!place || title !== null) return undefined
  const [first = ''] = place.pages.split('-')
  const journals = await journalsOf(ctx, place)
  const ids = await store.papersAtPage(ctx.db, { journals, year: place.year, page: first })
  const papers = await papersByIds(ctx, ids)
  for (const paper of papers) {
    const names = namesAt(paper, place, first)
    if (names !== null) return { paper, fields: fieldsOf(paper, entry, names) }
  }
  return undefined
}

/** What an entry has before the journal, where a paper stands at its place: the names; null where it does not. */
function namesAt(paper: Paper, place: Place, first: string): string | null {
  const [volume] = wordsOf(paper.basic_source_vo ?? '').slice(-1)
  if (volume !== place.volume) return null
  if (/[A-Za-z]?\d+/.exec(paper.basic_page ?? '')?.[0].toLowerCase() !== first.toLowerCase()) return null
  const before = beforeJournal(place.journal, paper.basic_sourcename ?? '')
  return before === null ? null : `${place.names} ${before}`.trim()
}

function fieldsOf(paper: Paper, entry: Entry, names: string): Field[] {
  const authors = namesDiffering(paper, names)
  return [...(authors ? [authors] : []), ...differingFields(paper, entry)]
}

async function journalsOf(ctx: Context, { journal }: Place): Promise<string[]> {
  const words = journalWords(journal).slice(-MOST_BEGINNINGS)
  const journals = words.length > 0 ? await store.journalsBeginning(ctx.db, words) : []
  return journals
    .filter(({ title, title_zh }) =>
      [title, title_zh ?? ''].some((name) => beforeJournal(journal, name) !== null),
    )
    .map(({ id }) => id)
}
