import type { api, EngineId, OutputOf, ParsedInputOf } from '@scinav/contract'
import { anyOf } from '../../language/phrases.ts'
import { findIdsBySeqs, findPapersByIds, type Paper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { differingNames } from './compare-fields.ts'
import { type ReferenceEntry, readEntry } from './entry.ts'
import {
  findByJournalReference,
  findByReferenceOnly,
  type JournalReferenceMatch,
} from './find-by-journal-reference.ts'
import { findReferenceCandidates, type ReferenceCandidate } from './find-references.ts'
import { plainWords } from './fuzzy-match.ts'
import { findNearest, type NearestRecord } from './nearest-record.ts'
import { resolveOutside } from './resolve-outside.ts'
import { findByTitle, judgeEntry, statesTitleOf } from './same-work.ts'

type References = typeof api.references
type CheckedReference = OutputOf<References['check']>['list'][number]

const LIBRARY_ENGINE: EngineId = 'local'
/** The most entries when external engines are searched, which may take up to eight seconds per entry. */
const MAX_OUTSIDE_ENTRIES = 10

/**
 * Compares references with the records of the library and, for those it lacks, of the chosen external engines. A
 * reference that none of them has may still exist elsewhere.
 *
 * @throws AppError `input.invalid` for more entries than external engines are searched for at a time.
 */
export async function checkReferences(
  ctx: Context,
  { entries: texts, engines: chosen }: ParsedInputOf<References['check']>,
): Promise<OutputOf<References['check']>> {
  const outside = chosen.filter((id) => id !== LIBRARY_ENGINE)
  if (outside.length > 0 && texts.length > MAX_OUTSIDE_ENTRIES)
    throw invalidInput('entries', `同时查站外检索来源时一次最多 ${MAX_OUTSIDE_ENTRIES} 条`)
  const entries: ReferenceEntry[] = []
  for (const text of texts) {
    entries.push(readEntry(text))
    await yieldToEventLoop()
  }
  const list = await checkInLibrary(ctx, entries)
  // The empty query matches every paper; only their number is needed.
  const { total } = await (await ctx.library.current()).search({ query: '', size: 0 })
  return { papers: total, ...(await resolveOutside(ctx, entries, list, outside)) }
}

/** Compares entries with the records of the library; returns the results in the order of the entries. */
export async function checkInLibrary(
  ctx: Context,
  entries: readonly ReferenceEntry[],
): Promise<CheckedReference[]> {
  const candidates = await findReferenceCandidates(ctx, entries)
  const list: CheckedReference[] = []
  for (const entry of entries) {
    list.push(await checkOne(ctx, entry, candidates.get(entry) ?? []))
    await yieldToEventLoop()
  }
  return list
}

/** Entries with fewer words cannot name a work. */
const MIN_ENTRY_WORDS = 4
/** 「同上，第 45 页」 refers to the entry before it and names no work. */
const IBID = new RegExp(
  `^\\s*(?:(?:\\[\\d{1,4}\\]|\\d{1,4}[.)、])\\s*)?(?:${anyOf('citations/same-source')}|${anyOf('citations/earlier-source')})`,
  'iu',
)

/** Compares one entry with the library: by its identifiers first, then by its title, journal reference and text. */
async function checkOne(
  ctx: Context,
  entry: ReferenceEntry,
  candidates: ReferenceCandidate[],
): Promise<CheckedReference> {
  const { doi, arxiv } = entry.parsed
  const namesNothing = entry.index.words.length < MIN_ENTRY_WORDS || IBID.test(entry.text)
  if (!doi && !arxiv && namesNothing) return { ...MISSING_REFERENCE, status: 'unread' }
  const identified = candidates.filter(({ by }) => by !== 'title')
  const same = identified.find(({ paper }) => statesTitleOf(paper, entry))
  if (same) return libraryMatch(entry, same)
  // A work that has the identifier of the entry but another title.
  const [identifierOwner] = identified
  const byContent = await checkByContent(ctx, entry, candidates)
  if (byContent) return { ...byContent, other: identifierOwner?.paper ?? null }
  // Without a title and an identifier there is nothing to compare.
  if (!identifierOwner)
    return {
      ...MISSING_REFERENCE,
      status: doi || arxiv || entry.parsed.title !== null ? 'missing' : 'unread',
    }
  // The strongest sign of an error: the identifier belongs to a work with another title.
  return { ...libraryMatch(entry, identifierOwner), status: 'differs', other: identifierOwner.paper }
}

/**
 * Matches an entry by its title, by its journal reference when it has no title, by its whole text, and finally by its
 * journal reference despite another title. Returns undefined when no paper of the library matches.
 */
async function checkByContent(
  ctx: Context,
  entry: ReferenceEntry,
  candidates: ReferenceCandidate[],
): Promise<CheckedReference | undefined> {
  const byTitle = findByTitle(entry, candidates)
  if (byTitle) return libraryMatch(entry, byTitle)
  const byReference = await findByJournalReference(ctx, entry)
  if (byReference) return { ...NO_MATCH, ...journalMatch(byReference) }
  const byText = await findByWholeEntry(ctx, entry)
  if (byText) return libraryMatch(entry, byText)
  const byReferenceOnly = await findByReferenceOnly(ctx, entry)
  return byReferenceOnly && { ...NO_MATCH, ...journalMatch(byReferenceOnly) }
}

const NO_MATCH = { paper: null, other: null, outside: null, outside_other: null, asked: [LIBRARY_ENGINE] }
const MISSING_REFERENCE: CheckedReference = { ...NO_MATCH, status: 'missing', by: null, fields: [] }

const libraryMatch = (entry: ReferenceEntry, candidate: ReferenceCandidate): CheckedReference => ({
  ...NO_MATCH,
  ...judgeEntry(entry, candidate),
  paper: candidate.paper,
})

const journalMatch = ({ paper, fields }: JournalReferenceMatch) => ({
  paper,
  fields,
  by: 'place' as const,
  status: fields.length > 0 ? ('differs' as const) : ('found' as const),
})

/** The length of the query made from a whole entry, in UTF-16 units. */
const MAX_QUERY_CHARS = 300
/** The hits of that query that are examined. */
const MAX_MENTIONED_HITS = 10

/** Finds a paper by the whole text of an entry, or by a title that differs in some words; undefined without one. */
async function findByWholeEntry(
  ctx: Context,
  entry: ReferenceEntry,
): Promise<ReferenceCandidate | undefined> {
  const papers = await searchLibrary(
    ctx,
    plainWords(entry.text.slice(0, MAX_QUERY_CHARS)),
    MAX_MENTIONED_HITS,
  )
  return findMentioned(entry, papers) ?? (await findLikeliest(ctx, entry, papers))
}

/**
 * Returns the paper whose title, first author and year an entry has; short titles alone identify nothing.
 * Returns undefined without one.
 */
function findMentioned(entry: ReferenceEntry, papers: readonly Paper[]): ReferenceCandidate | undefined {
  const paper = papers.find((each) => {
    const { title, authors, year } = differingNames(each, {
      ...entry,
      parsed: { ...entry.parsed, title: each.title },
    })
    return !title && !authors && !year && each.creators.length > 0
  })
  return paper && { by: 'title', title: paper.title, paper }
}

/** Returns the first papers that a query finds, best first; none for an empty query. */
async function searchLibrary(ctx: Context, query: string, size: number): Promise<Paper[]> {
  if (query === '') return []
  const engine = await ctx.library.current()
  const { hits } = await engine.search({ query, fallback: true, correct: true, size })
  const ids = await findIdsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  return findPapersByIds(
    ctx,
    hits.flatMap(({ seq }) => ids.get(seq) ?? []),
  )
}

/** The possible titles of an entry that are searched for. */
const MAX_TRIED_TITLES = 2
/** The hits examined for each. */
const MAX_TITLE_HITS = 5

/** Returns the paper whose title an entry has except for some words; undefined without one. */
async function findLikeliest(
  ctx: Context,
  entry: ReferenceEntry,
  mentioned: readonly Paper[],
): Promise<ReferenceCandidate | undefined> {
  let best: NearestRecord<Paper> | undefined
  for (const title of entry.parsed.titles.slice(0, MAX_TRIED_TITLES)) {
    const next = findNearest(entry, title, [
      ...(await searchLibrary(ctx, plainWords(title), MAX_TITLE_HITS)),
      ...mentioned,
    ])
    if (next && next.share > (best?.share ?? 0)) best = next
  }
  return best && { by: 'title', title: best.paper.title, paper: best.paper }
}
