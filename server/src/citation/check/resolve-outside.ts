// Looks up in external engines what the library did not settle of a list of references. In the result for an entry,
// - `paper` is the work of the library that the entry refers to, and `other` the work of the library that has the entry's
//   identifier (DOI or arXiv) but another title: the owner of the identifier;
// - `outside` and `outside_other` are the same two of the engines;
// - `asked` are the engines that answered, the library first.
// Where only the owner of the identifier was found, it is reported as both, so that the reader can compare it.
import type { api, EngineId, OutputOf } from '@scinav/contract'
import { authorNames } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type OutsideWork, searchOutside, toOutsideView } from '../../search/federated/index.ts'
import { differingFields } from './compare-fields.ts'
import type { ComparableRecord, ReferenceEntry } from './entry.ts'
import type { ReferenceCandidate } from './find-references.ts'
import { findByTitle, findNearest, judgeEntry, plainWords, statesTitleOf } from './same-work.ts'

type ReferenceCheck = OutputOf<typeof api.references.check>
type CheckedReference = ReferenceCheck['list'][number]
/** A check with the record of the outside work that the entry was compared with. */
export type ResolvedReference = CheckedReference & { outside_record?: OutsideWork['work'] }
type EngineCheckStatus = ReferenceCheck['engines'][number]

/** The state of the external lookups for one list. */
interface OutsideLookup {
  ctx: Context
  chosen: readonly EngineId[]
  /** Engines still searched: one that failed, or timed out twice, is skipped for the rest of the list. */
  open: Set<EngineId>
  states: Map<EngineId, EngineCheckStatus>
  /** Number of searches that an engine did not answer in time. */
  timedOut: Map<EngineId, number>
}

/**
 * Searches external engines, one entry after the other, for entries that the library does not settle; the checks of the
 * others stay as they are. An entry is `unanswered` instead of `missing` when an engine that may have the work did not
 * answer. Returns the checks in the order of the entries, and what came of each engine.
 *
 * @param list the checks of the entries against the library.
 */
export async function resolveOutside(
  ctx: Context,
  entries: readonly ReferenceEntry[],
  list: readonly CheckedReference[],
  engines: readonly EngineId[],
): Promise<Pick<ReferenceCheck, 'list' | 'engines'>> {
  const { resolve, states } = createOutsideResolver(ctx, engines)
  const resolved: CheckedReference[] = []
  for (const [at, checked] of list.entries()) {
    const entry = entries[at]
    resolved.push(entry ? await resolve(entry, checked) : checked)
  }
  return { list: resolved, engines: states() }
}

/** Creates the external lookups for one list, whose entries come one after the other. */
export function createOutsideResolver(ctx: Context, engines: readonly EngineId[]) {
  const lookup: OutsideLookup = {
    ctx,
    chosen: engines,
    open: new Set(engines),
    states: new Map(),
    timedOut: new Map(),
  }
  return {
    /** Returns the check of an entry with what the engines know of it; a settled one stays as it is. */
    resolve: async (entry: ReferenceEntry, checked: ResolvedReference): Promise<ResolvedReference> =>
      lookup.chosen.length > 0 && isUnresolved(checked) ? resolveEntry(lookup, entry, checked) : checked,
    /** Returns what came of each engine so far. */
    states: (): EngineCheckStatus[] => [...lookup.states.values()],
  }
}

/** Returns whether the library lacks the work of an entry, or has only the identifier's owner or one of another title. */
function isUnresolved(checked: CheckedReference): boolean {
  if (checked.status === 'missing') return true
  if (checked.status !== 'differs') return false
  return !hasLibraryMatch(checked) || checked.fields.some(({ field }) => field === 'title')
}

/** Returns whether the library has the work itself, not only the owner of the entry's identifier. */
const hasLibraryMatch = ({ paper, other }: CheckedReference): boolean =>
  paper !== null && paper.id !== other?.id

/** Looks an entry up and combines what was found with its check. */
async function resolveEntry(
  lookup: OutsideLookup,
  entry: ReferenceEntry,
  checked: ResolvedReference,
): Promise<ResolvedReference> {
  const answer = await lookUpEntry(lookup, entry)
  const resolved = resolveFromAnswers(answer, entry, checked)
  const isUnanswered = resolved.status === 'missing' && answer.isIncomplete
  return isUnanswered ? { ...resolved, status: 'unanswered' } : resolved
}

/** Combines the check against the library with the answers of the engines. */
function resolveFromAnswers(
  { identified, titled, answered }: EngineAnswers,
  entry: ReferenceEntry,
  checked: ResolvedReference,
): ResolvedReference {
  const asked = [...checked.asked, ...answered]
  const match = identified.find(({ paper }) => statesTitleOf(paper, entry)) ?? titled
  const identifierOwner = findIdentifierOwner(identified, match, entry)
  const resolved = match
    ? resolveFromMatch(match, identifierOwner, entry, checked)
    : resolveWithoutMatch(identifierOwner, entry, checked)
  return { ...resolved, asked }
}

/**
 * Returns the first work with the identifier of an entry besides its match, if that has another title; undefined
 * otherwise.
 */
function findIdentifierOwner(
  identified: readonly OutsideCandidate[],
  match: OutsideCandidate | undefined,
  entry: ReferenceEntry,
): OutsideCandidate | undefined {
  const first = identified.find((each) => each !== match)
  return first && !statesTitleOf(first.paper, entry) ? first : undefined
}

/** Returns the check with the owner of the identifier as both works, where nothing else was found. */
function resolveWithoutMatch(
  identifierOwner: OutsideCandidate | undefined,
  entry: ReferenceEntry,
  checked: ResolvedReference,
): ResolvedReference {
  // A work of the library that has the identifier is shown already.
  if (!identifierOwner || checked.paper) return checked
  const owner = toOutsideView(identifierOwner.paper.found)
  return {
    ...checked,
    ...judgeEntry(entry, identifierOwner),
    status: 'differs',
    outside: owner,
    outside_other: owner,
    outside_record: identifierOwner.paper.found.work,
  }
}

/** Returns the check with the match of the engines in the place of that of the library. */
function resolveFromMatch(
  match: OutsideCandidate,
  identifierOwner: OutsideCandidate | undefined,
  entry: ReferenceEntry,
  checked: ResolvedReference,
): ResolvedReference {
  const judged = judgeEntry(entry, match)
  if (keepsLibraryMatch(checked, judged)) return checked
  const namesOtherWork = identifierOwner !== undefined || checked.other !== null
  return {
    ...checked,
    ...judged,
    status: namesOtherWork ? 'differs' : judged.status,
    paper: null,
    outside: toOutsideView(match.paper.found),
    outside_record: match.paper.found.work,
    outside_other: identifierOwner ? toOutsideView(identifierOwner.paper.found) : null,
  }
}

/** Returns whether the match of the library stays: an outside match replaces the work itself only if no field differs. */
const keepsLibraryMatch = (checked: CheckedReference, judged: ReturnType<typeof judgeEntry>): boolean =>
  hasLibraryMatch(checked) && judged.fields.length > 0

type OutsideRecord = ComparableRecord & { found: OutsideWork }
type OutsideCandidate = ReferenceCandidate<OutsideRecord>

/**
 * What the engines know of an entry. `answered` and `isIncomplete` tell of the last search for it, which decides: the
 * search by title also finds a work whose identifier the entry misprints, so an engine has given its answer only there.
 */
interface EngineAnswers {
  /** The works with the identifier of the entry. */
  identified: OutsideCandidate[]
  /** The work with the title of the entry, searched for when no identified work has it. */
  titled: OutsideCandidate | undefined
  answered: EngineId[]
  /** Whether a chosen engine that may have the work did not answer; false when nothing could be searched for. */
  isIncomplete: boolean
}

/** Searches engines by the identifier of an entry, then by its likeliest title unless the identified work has it. */
async function lookUpEntry(lookup: OutsideLookup, entry: ReferenceEntry): Promise<EngineAnswers> {
  const { doi, arxiv, title } = entry.parsed
  const identifier = doi ?? (arxiv ? `arXiv:${arxiv}` : null)
  const byIdentifier =
    identifier === null ? NO_ANSWERS : await searchEngines(lookup, identifier, [...lookup.open])
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
