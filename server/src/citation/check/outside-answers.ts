import { type api, authorNames, type EngineId, type OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { type OutsideWork, searchOutside } from '../../search/federated/index.ts'
import { differingFields } from './compare-fields.ts'
import type { ComparableRecord, ReferenceEntry } from './entry.ts'
import type { ReferenceCandidate } from './find-references.ts'
import { plainWords } from './fuzzy-match.ts'
import { findNearest } from './nearest-record.ts'
import { findByTitle, statesTitleOf } from './same-work.ts'

/** The state of the external lookups for one list. */
export interface OutsideLookup {
  ctx: Context
  chosen: readonly EngineId[]
  /** Engines still searched: one that failed, or timed out twice, is skipped for the rest of the list. */
  open: Set<EngineId>
  states: Map<EngineId, EngineCheckStatus>
  /** Number of searches that an engine did not answer in time. */
  timedOut: Map<EngineId, number>
}

/** The result of checking a list of references. */
export type ReferenceCheck = OutputOf<typeof api.references.check>
/** What came of searching one engine for the entries of a list. */
export type EngineCheckStatus = ReferenceCheck['engines'][number]

/** A work of an engine, in the form in which records are compared, and as it was found. */
type OutsideRecord = ComparableRecord & { found: OutsideWork }
/** A work of an engine that an entry may refer to. */
export type OutsideCandidate = ReferenceCandidate<OutsideRecord>

/** What the engines know of an entry. */
export interface EngineAnswers {
  /** The works with the DOI of the entry or, of an entry without one, those found for its arXiv id. */
  identified: OutsideCandidate[]
  /** The work with the title of the entry, searched for when no identified work has it. */
  titled: OutsideCandidate | undefined
  /**
   * The engines that answered the last search: that by title, or that by identifier where none by title was
   * made. The last one decides, because the search by title also finds a work whose identifier the entry
   * misprints.
   */
  answered: EngineId[]
  /**
   * Whether a chosen engine that may have the work did not answer the last search; false when nothing could
   * be searched for.
   */
  isIncomplete: boolean
}

/** Searches engines by the identifier of an entry, then by its likeliest title unless the identified work has it. */
export async function lookUpEntry(lookup: OutsideLookup, entry: ReferenceEntry): Promise<EngineAnswers> {
  const { doi, arxiv, title } = entry.parsed
  const identifier = doi ?? (arxiv ? `arXiv:${arxiv}` : null)
  const byIdentifier =
    identifier === null ? NO_ANSWERS : await searchEngines(lookup, identifier, [...lookup.open])
  // Only DOIs are compared.
  const identified = byIdentifier.records
    .filter(({ found: { work } }) => doi === null || work.doi === doi)
    .map((paper): OutsideCandidate => ({ by: doi ? 'doi' : 'arxiv', title: '', paper }))
  const isFound = identified.some(({ paper }) => statesTitleOf(paper, entry))
  const { chosen } = lookup
  if (title === null || isFound) {
    const isIncomplete = identifier !== null && lacksAnswer(chosen, byIdentifier.answered)
    return { identified, titled: undefined, answered: byIdentifier.answered, isIncomplete }
  }
  const byTitle = await searchEngines(lookup, plainWords(title), enginesForTitle(lookup, title, lookup.open))
  return {
    identified,
    titled: bestTitleMatch(entry, title, byTitle.records),
    answered: byTitle.answered,
    isIncomplete: lacksAnswer(enginesForTitle(lookup, title, chosen), byTitle.answered),
  }
}

/** The result of a search for nothing. */
const NO_ANSWERS: Awaited<ReturnType<typeof searchEngines>> = { records: [], answered: [] }

/** Returns whether one of the engines did not answer. */
const lacksAnswer = (engines: readonly EngineId[], answered: readonly EngineId[]): boolean =>
  engines.some((id) => !answered.includes(id))

/** Leaves out engines with English papers only for a Chinese title. */
function enginesForTitle({ ctx }: OutsideLookup, title: string, engines: Iterable<EngineId>): EngineId[] {
  const english = new Set<EngineId>(
    ctx.providers.engines.all.flatMap((each) => (each.english ? [each.id] : [])),
  )
  const isChinese = /\p{Script=Han}/u.test(title)
  return [...engines].filter((id) => !isChinese || !english.has(id))
}

/**
 * Returns the work with the title, or nearly so, from which an entry differs in the fewest fields; undefined without
 * one.
 */
function bestTitleMatch(
  entry: ReferenceEntry,
  title: string,
  records: readonly OutsideRecord[],
): OutsideCandidate | undefined {
  const candidates = records.map((paper): OutsideCandidate => ({ by: 'title', title, paper }))
  const [best] = candidates
    .flatMap((each) => findByTitle(entry, [each]) ?? [])
    .toSorted((a, b) => differingFields(a.paper, entry).length - differingFields(b.paper, entry).length)
  if (best) return best
  const near = findNearest(entry, title, records)
  return near && { by: 'title', title, paper: near.paper }
}

/** The most hits examined; later ones are unrelated. */
const MAX_HITS = 20
/** The number of timeouts after which an engine is skipped for the rest of the list. */
const MAX_TIMEOUTS = 2

/** Searches engines and records what came of each; returns the first works, and the engines that answered. */
async function searchEngines(
  lookup: OutsideLookup,
  query: string,
  engines: EngineId[],
): Promise<{ records: OutsideRecord[]; answered: EngineId[] }> {
  if (query === '' || engines.length === 0) return { records: [], answered: [] }
  const found = await searchOutside(lookup.ctx, query, engines, lookup.ctx.stream.signal)
  for (const state of found.engines) recordStatus(lookup, state)
  const answered = found.engines.filter(({ state }) => state === 'ok').map(({ id }) => id)
  return { records: found.works.slice(0, MAX_HITS).map(outsideRecord), answered }
}

/** Accumulates the status of an engine; a problem stays visible after a later success. */
function recordStatus({ open, states, timedOut }: OutsideLookup, state: EngineCheckStatus): void {
  const { id } = state
  const before = states.get(id) ?? state
  const last = state.state === 'ok' && before.state !== 'ok' ? before : state
  const sum = { count: before.count + state.count, took_ms: before.took_ms + state.took_ms }
  states.set(id, states.has(id) ? { ...last, ...sum } : state)
  const timeouts = (timedOut.get(id) ?? 0) + Number(state.state === 'slow')
  timedOut.set(id, timeouts)
  if (state.state === 'failed' || timeouts >= MAX_TIMEOUTS) open.delete(id)
}

/** Returns a work of an engine in the form in which records are compared. */
const outsideRecord = (found: OutsideWork): OutsideRecord => {
  const { work } = found
  return { ...work, authors: authorNames(work).join('; '), versions: [], found }
}
