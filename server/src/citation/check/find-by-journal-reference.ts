import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { titleKey } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { JournalReference } from '../reference-text/index.ts'
import { differingAuthorsOnly, ET_AL } from './compare-authors.ts'
import { differingFields } from './compare-fields.ts'
import { type DifferingField, plainTitles, type ReferenceEntry } from './entry.ts'
import { normalizedWords } from './fuzzy-match.ts'
import { journalWords, textBeforeJournal } from './journal-reference.ts'
import * as store from './reference.store.ts'

/** The paper at the journal reference of an entry, and the fields in which the entry differs. */
export interface JournalReferenceMatch {
  paper: Paper
  fields: DifferingField[]
}

/** The number of last words tried as the beginning of the journal's name, because authors may precede it. */
const MAX_JOURNAL_PREFIXES = 8

/** Finds the paper of an entry without a title by journal, year, volume and first page; undefined without one. */
export async function findByJournalReference(
  ctx: Context,
  entry: ReferenceEntry,
): Promise<JournalReferenceMatch | undefined> {
  const { place, title, fields } = entry.parsed
  if (!place || title !== null) return undefined
  const [found] = await findPapersAt(ctx, place)
  if (!found) return undefined
  const { paper, before } = found
  const printed = [...(fields.author ?? []), before].filter((name) => name !== '').join(', ')
  const names = printed !== '' && ET_AL.test(entry.text) ? `${printed} et al.` : printed
  return { paper, fields: allDifferingFields(paper, entry, names) }
}

/**
 * Finds the paper by the journal reference of an entry that was not found by its title. The title or the authors must
 * still agree, because an invented reference may have the journal reference of another paper. Returns undefined without
 * such a paper.
 */
export async function findByReferenceOnly(
  ctx: Context,
  entry: ReferenceEntry,
): Promise<JournalReferenceMatch | undefined> {
  const { place } = entry.parsed
  for (const { paper, before } of place ? await findPapersAt(ctx, place) : []) {
    // Words before the name would make it the name of another journal.
    if (journalWords(before).length > 0) continue
    const fields = differingFieldsUnlessUnrelated(paper, entry)
    if (fields !== null) return { paper, fields }
  }
  return undefined
}

/** Returns the differing fields; null when neither the title nor the authors agree. */
function differingFieldsUnlessUnrelated(paper: Paper, entry: ReferenceEntry): DifferingField[] | null {
  const statedTitle = plainTitles(paper).find((each) => entry.key.includes(titleKey(each)))
  const title = statedTitle ?? entry.parsed.title ?? entry.parsed.titles[0] ?? null
  const fields = differingFields(paper, { ...entry, parsed: { ...entry.parsed, title } })
  const differs = new Set(fields.map(({ field }) => field))
  return differs.has('title') && differs.has('authors') ? null : fields
}

/** Finds the papers at a journal reference, each with what the entry has before the name of the journal. */
async function findPapersAt(
  ctx: Context,
  reference: JournalReference,
): Promise<{ paper: Paper; before: string }[]> {
  const journals = await findJournals(ctx, reference)
  const ids = await store.findPapersAtPage(ctx.db, { journals, year: reference.year, page: reference.page })
  return (await findPapersByIds(ctx, ids)).flatMap((paper) => {
    const before = textBeforeReference(paper, reference)
    return before === null ? [] : [{ paper, before }]
  })
}

/** Returns the text before the journal when a paper has the journal reference of an entry; null otherwise. */
function textBeforeReference(paper: Paper, { volume, page, journal }: JournalReference): string | null {
  const [recorded] = normalizedWords(paper.basic_source_vo ?? '').slice(-1)
  if (recorded !== volume) return null
  const [first] = /[A-Za-z]?\d+/.exec(paper.basic_page ?? '') ?? []
  return first?.toLowerCase() === page.toLowerCase()
    ? textBeforeJournal(journal, paper.basic_sourcename ?? '')
    : null
}

/** Returns the differing fields of an entry without a title, whose `names` are what it has before the journal. */
function allDifferingFields(paper: Paper, entry: ReferenceEntry, names: string): DifferingField[] {
  const authors = differingAuthorsOnly(paper, names)
  return [...(authors ? [authors] : []), ...differingFields(paper, entry)]
}

/** Returns the ids of the journals whose name the text of a journal reference ends in. */
async function findJournals(ctx: Context, { journal }: JournalReference): Promise<string[]> {
  const words = journalWords(journal).slice(-MAX_JOURNAL_PREFIXES)
  const journals = words.length > 0 ? await store.findJournalsByFirstWords(ctx.db, words) : []
  return journals
    .filter(({ title, title_zh }) =>
      [title, title_zh ?? ''].some((name) => textBeforeJournal(journal, name) !== null),
    )
    .map(({ id }) => id)
}
