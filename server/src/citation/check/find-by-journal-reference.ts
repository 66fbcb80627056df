import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { differingAuthorsOnly, differingFields } from './compare-fields.ts'
import { type DifferingField, plainTitles, type ReferenceEntry } from './entry.ts'
import { normalizedWords } from './fuzzy-match.ts'
import {
  type JournalReference,
  journalWords,
  parseReferenceAfterTitle,
  textBeforeJournal,
} from './journal-reference.ts'
import { TYPE_MARK } from './parse-reference.ts'
import * as store from './reference.store.ts'

/** The paper at the journal reference of an entry, and the fields in which the entry differs. */
export interface JournalReferenceMatch {
  paper: Paper
  fields: DifferingField[]
}

/** The most words at which a journal name may begin, because names of authors may precede it. */
const MAX_JOURNAL_PREFIXES = 8

/** Finds the paper of an entry without a title by journal, year, volume and first page. */
export async function findByJournalReference(
  ctx: Context,
  entry: ReferenceEntry,
): Promise<JournalReferenceMatch | undefined> {
  const { place, title } = entry.parsed
  if (!place || title !== null) return undefined
  for (const { paper, names } of await findPapersAt(ctx, place))
    return { paper, fields: allDifferingFields(paper, entry, names) }
  return undefined
}

/**
 * Finds the paper at the journal reference of an entry whose title or authors match nothing. Title or authors must
 * agree, because an invented reference may have the journal reference of another paper.
 */
export async function findByReferenceOnly(
  ctx: Context,
  entry: ReferenceEntry,
): Promise<JournalReferenceMatch | undefined> {
  for (const title of referencePrefixes(entry)) {
    const place = parseReferenceAfterTitle(entry.text, title)
    for (const { paper, names } of place ? await findPapersAt(ctx, place) : []) {
      const fields = differingFieldsWithoutTitle(paper, entry, title)
      if (journalWords(names).length === 0 && fields !== null) return { paper, fields }
    }
  }
  return undefined
}

/**
 * Returns texts after which a journal reference may follow: possible titles, and the type mark, which follows short
 * titles too.
 */
function referencePrefixes({ text, parsed }: ReferenceEntry): string[] {
  const mark = TYPE_MARK.exec(text)?.[0]
  return [...parsed.titles.slice(0, MAX_TRIED_TITLES), ...(mark === undefined ? [] : [mark])]
}

/**
 * Returns the differing fields; null when neither the title nor the authors agree.
 *
 * @param given the text before the journal reference, which stands in for a title when the entry has none.
 */
function differingFieldsWithoutTitle(
  paper: Paper,
  entry: ReferenceEntry,
  given: string,
): DifferingField[] | null {
  const stated = plainTitles(paper).find((each) => entry.key.includes(titleKey(each)))
  const title = stated ?? entry.parsed.titles[0] ?? given
  const fields = differingFields(paper, { ...entry, parsed: { ...entry.parsed, title } })
  const differs = new Set(fields.map(({ field }) => field))
  return differs.has('title') && differs.has('authors') ? null : fields
}

const MAX_TRIED_TITLES = 2

/** Finds the papers at a journal reference, each with the names that the entry has before the journal. */
async function findPapersAt(
  ctx: Context,
  place: JournalReference,
): Promise<{ paper: Paper; names: string }[]> {
  const [first = ''] = place.pages.split('-')
  const journals = await findJournals(ctx, place)
  const ids = await store.findPapersAtPage(ctx.db, { journals, year: place.year, page: first })
  return (await findPapersByIds(ctx, ids)).flatMap((paper) => {
    const names = namesBeforeReference(paper, place, first)
    return names === null ? [] : [{ paper, names }]
  })
}

/** Returns the names before the journal when a paper has the journal reference of an entry; null otherwise. */
function namesBeforeReference(paper: Paper, place: JournalReference, first: string): string | null {
  const [volume] = normalizedWords(paper.basic_source_vo ?? '').slice(-1)
  if (volume !== place.volume) return null
  if (/[A-Za-z]?\d+/.exec(paper.basic_page ?? '')?.[0].toLowerCase() !== first.toLowerCase()) return null
  const before = textBeforeJournal(place.journal, paper.basic_sourcename ?? '')
  return before === null ? null : `${place.names} ${before}`.trim()
}

/** @param names the names that the entry has before the journal. */
function allDifferingFields(paper: Paper, entry: ReferenceEntry, names: string): DifferingField[] {
  const authors = differingAuthorsOnly(paper, names)
  return [...(authors ? [authors] : []), ...differingFields(paper, entry)]
}

async function findJournals(ctx: Context, { journal }: JournalReference): Promise<string[]> {
  const words = journalWords(journal).slice(-MAX_JOURNAL_PREFIXES)
  const journals = words.length > 0 ? await store.findJournalsByFirstWords(ctx.db, words) : []
  return journals
    .filter(({ title, title_zh }) =>
      [title, title_zh ?? ''].some((name) => textBeforeJournal(journal, name) !== null),
    )
    .map(({ id }) => id)
}
