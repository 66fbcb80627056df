// Looks up in external engines what the library did not settle of a list of references. In the result for an entry,
// - `paper` is the work of the library that the entry refers to, and `other` the work of the library that has the entry's
//   identifier (DOI or arXiv) but another title: the owner of the identifier;
// - `outside` and `outside_other` are the same two of the engines;
// - `asked` are the engines that answered, the library first.
// Where only the owner of the identifier was found, it is reported as both, so that the reader can compare it.

import type { EngineId } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { type OutsideWork, toOutsideView } from '../../search/federated/index.ts'
import type { ReferenceEntry } from './entry.ts'
import {
  type EngineAnswers,
  type EngineCheckStatus,
  lookUpEntry,
  type OutsideCandidate,
  type OutsideLookup,
  type ReferenceCheck,
} from './outside-answers.ts'
import { judgeEntry, statesTitleOf } from './same-work.ts'

type CheckedReference = ReferenceCheck['list'][number]

/** A check with the record of the outside work that the entry was compared with. */
export type ResolvedReference = CheckedReference & { outside_record?: OutsideWork['work'] }

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
