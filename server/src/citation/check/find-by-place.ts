import { type Paper, papersByIds } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { wordsOf } from './alike.ts'
import type { Field } from './comparable.ts'
import { differingFields, namesDiffering } from './compare-fields.ts'
import { type Entry, titlesOf } from './entry.ts'
import { KIND } from './parse-reference.ts'
import { beforeJournal, journalWords, type Place, placeBehind } from './place.ts'
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
  for (const { paper, names } of await papersAt(ctx, place))
    return { paper, fields: fieldsOf(paper, entry, names) }
  return undefined
}

/**
 * The paper at the place of an entry whose title nobody has, or whose authors wrote nothing of that title: one of the two
 * has to agree, since an invented reference may have a place that is another paper's.
 */
export async function findByPlaceAlone(ctx: Context, entry: Entry): Promise<AtPlace | undefined> {
  for (const title of behindWhat(entry)) {
    const place = placeBehind(entry.text, title)
    for (const { paper, names } of place ? await papersAt(ctx, place) : []) {
      const fields = fieldsAlone(paper, entry, title)
      if (journalWords(names).length === 0 && fields !== null) return { paper, fields }
    }
  }
  return undefined
}

/** What a place may stand behind: short titles are none by themselves, but have the mark of a kind of literature behind them. */
function behindWhat({ text, parsed }: Entry): string[] {
  const mark = KIND.exec(text)?.[0]
  return [...parsed.titles.slice(0, TITLES_TRIED), ...(mark === undefined ? [] : [mark])]
}

/** What an entry says otherwise; null where neither the title nor who wrote it agrees. */
function fieldsAlone(paper: Paper, entry: Entry, given: string): Field[] | null {
  const said = titlesOf(paper).find((each) => entry.key.includes(titleKey(each)))
  const title = said ?? entry.parsed.titles[0] ?? given
  const fields = differingFields(paper, { ...entry, parsed: { ...entry.parsed, title } })
  const differs = new Set(fields.map(({ field }) => field))
  return differs.has('title') && differs.has('authors') ? null : fields
}

const TITLES_TRIED = 2

async function papersAt(ctx: Context, place: Place): Promise<{ paper: Paper; names: string }[]> {
  const [first = ''] = place.pages.split('-')
  const journals = await journalsOf(ctx, place)
  const ids = await store.papersAtPage(ctx.db, { journals, year: place.year, page: first })
  return (await papersByIds(ctx, ids)).flatMap((paper) => {
    const names = namesAt(paper, place, first)
    return names === null ? [] : [{ paper, names }]
  })
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
