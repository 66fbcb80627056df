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

/** Searches external engines, one entry after the other, for entries that the library does not settle. */
export async function resolveOutside(
  ctx: Context,
  entries: readonly ReferenceEntry[],
  list: readonly CheckedReference[],
  engines: readonly EngineId[],
): Promise<Pick<ReferenceCheck, 'list' | 'engines'>> {
  const lookup: OutsideLookup = {
    ctx,
    chosen: engines,
    open: new Set(engines),
    states: new Map(),
    timedOut: new Map(),
  }
  const resolved: CheckedReference[] = []
  for (const [at, checked] of list.entries()) {
    const entry = entries[at]
    resolved.push(entry && isUnresolved(checked) ? await resolveEntry(lookup, entry, checked) : checked)
  }
  return { list: resolved, engines: [...lookup.states.values()] }
}

/**
 * Returns whether an entry is missing in the library, matches under another title, or by an identifier of another work
 * only. In the last case `other`, the work that the identifier belongs to, is also the only match, `paper`.
 */
function isUnresolved({ status, paper, other, fields }: CheckedReference): boolean {
  if (status === 'missing') return true
  const isMatchedByIdentifierOnly = !hasLibraryMatch({ paper, other })
  return status === 'differs' && (isMatchedByIdentifierOnly || fields.some(({ field }) => field === 'title'))
}

/** Returns whether the library has the work itself, not only a work with the identifier of the entry. */
const hasLibraryMatch = ({ paper, other }: Pick<CheckedReference, 'paper' | 'other'>): boolean =>
  paper !== null && paper.id !== other?.id

async function resolveEntry(
  lookup: OutsideLookup,
  entry: ReferenceEntry,
  checked: CheckedReference,
): Promise<CheckedReference> {
  const answer = await lookUpEntry(lookup, entry)
  const resolved = resolveFromAnswers(answer, entry, checked)
  const isUnanswered = resolved.status === 'missing' && answer.silent
  return isUnanswered ? { ...resolved, status: 'unanswered' } : resolved
}

/**
 * Combines the check against the library with the answers of the engines. In the result:
 *
 * - `paper` and `other` are works of the library: the match, and the work with the entry's identifier but another title
 * - `outside` and `outside_other` are the same of the engines
 * - `asked` are the engines that answered
 *
 * Without a match, a work that merely has the identifier is reported as both, so that the reader can compare it. A
 * match of the engines replaces that of the library unless the library has the work itself and the engines' differs in
 * a field.
 */
function resolveFromAnswers(
  { identified, titled, answered }: EngineAnswers,
  entry: ReferenceEntry,
  checked: CheckedReference,
): CheckedReference {
  const asked = [...checked.asked, ...answered]
  const match = identified.find(({ paper }) => statesTitleOf(paper, entry)) ?? titled
  // The identifier of the entry may belong to a work with another title.
  const [candidate] = identified.filter((each) => each !== match)
  const other = candidate && !statesTitleOf(candidate.paper, entry) ? candidate : undefined
  const resolved = match
    ? resolveFromMatch(match, other, entry, checked)
    : resolveWithoutMatch(other, entry, checked)
  return { ...resolved, asked }
}

/** @param other a work of the engines that has only the identifier of the entry. */
function resolveWithoutMatch(
  other: OutsideCandidate | undefined,
  entry: ReferenceEntry,
  checked: CheckedReference,
): CheckedReference {
  // A work of the library that has the identifier is shown already.
  if (!other || checked.paper) return checked
  const shown = toOutsideView(other.paper.found)
  return {
    ...checked,
    ...judgeEntry(entry, other),
    status: 'differs',
    outside: shown,
    outside_other: shown,
  }
}

/** @param other as for `resolveWithoutMatch`, besides the match. */
function resolveFromMatch(
  match: OutsideCandidate,
  other: OutsideCandidate | undefined,
  entry: ReferenceEntry,
  checked: CheckedReference,
): CheckedReference {
  const judged = judgeEntry(entry, match)
  // The match of the library is no worse than this one.
  if (hasLibraryMatch(checked) && judged.fields.length > 0) return checked
  const namesOtherWork = other !== undefined || checked.other !== null
  return {
    ...judged,
    status: namesOtherWork ? 'differs' : judged.status,
    paper: null,
    other: checked.other,
    outside: toOutsideView(match.paper.found),
    outside_other: other ? toOutsideView(other.paper.found) : null,
    asked: checked.asked,
  }
}

type OutsideRecord = ComparableRecord & { found: OutsideWork }
type OutsideCandidate = ReferenceCandidate<OutsideRecord>

interface EngineAnswers {
  /** The works with the identifier of the entry. */
  identified: OutsideCandidate[]
  /** The work with the title of the entry, searched for when no identified work has it. */
  titled: OutsideCandidate | undefined
  /** The engines that answered the last search. */
  answered: EngineId[]
  /** Whether an engine that might have the work did not answer the last search. */
  silent: boolean
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
    const silent = identifier !== null && isAnySilent(chosen, byIdentifier.answered)
    return { identified, titled: undefined, answered: byIdentifier.answered, silent }
  }
  const byTitle = await searchEngines(lookup, plainWords(title), enginesForTitle(lookup, title, lookup.open))
  const silent = isAnySilent(enginesForTitle(lookup, title, chosen), byTitle.answered)
  return {
    identified,
    titled: bestTitleMatch(entry, title, byTitle.records),
    answered: byTitle.answered,
    silent,
  }
}

const NO_ANSWERS: Awaited<ReturnType<typeof searchEngines>> = { records: [], answered: [] }

const isAnySilent = (chosen: readonly EngineId[], answered: readonly EngineId[]): boolean =>
  chosen.some((id) => !answered.includes(id))

/** Leaves out engines with English papers only for a Chinese title. */
function enginesForTitle({ ctx }: OutsideLookup, title: string, engines: Iterable<EngineId>): EngineId[] {
  const english = new Set<EngineId>(
    ctx.providers.engines.all.flatMap((each) => (each.english ? [each.id] : [])),
  )
  const isChinese = /\p{Script=Han}/u.test(title)
  return [...engines].filter((id) => !isChinese || !english.has(id))
}

/** Returns the work with the title, or nearly so, from which an entry differs in the fewest fields. */
function bestTitleMatch(
  entry: ReferenceEntry,
  title: string,
  records: readonly OutsideRecord[],
): OutsideCandidate | undefined {
  const all = records.map((paper): OutsideCandidate => ({ by: 'title', title, paper }))
  const [best] = all
    .flatMap((each) => findByTitle(entry, [each]) ?? [])
    .toSorted((a, b) => differingFields(a.paper, entry).length - differingFields(b.paper, entry).length)
  if (best) return best
  const near = findNearest(entry, title, records)
  return near && { by: 'title', title, paper: near.paper }
}

/** The most hits examined; later ones are unrelated. */
const MAX_HITS = 20
const MAX_TIMEOUTS = 2

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

const outsideRecord = (found: OutsideWork): OutsideRecord => {
  const { work } = found
  return { ...work, authors: authorNames(work).join('; '), versions: [], found }
}
