import type { api, EngineId, OutputOf } from '@scinav/contract'
import { namesOf } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type OutsideWork, searchOutside, shownOutside } from '../../search/federated/index.ts'
import type { Comparable } from './comparable.ts'
import { differingFields } from './compare-fields.ts'
import type { Entry } from './entry.ts'
import type { Candidate } from './find-references.ts'
import { byTitle, judged, nearest, saysTitleOf, wordsIn } from './same-work.ts'

type Answer = OutputOf<typeof api.references.check>
type Checked = Answer['list'][number]
type Status = Answer['engines'][number]

/** The engines that are asked for one list. */
interface Asking {
  ctx: Context
  chosen: readonly EngineId[]
  /** Still asked: who failed, or was waited for in vain twice, is left alone for the rest of the list. */
  open: Set<EngineId>
  states: Map<EngineId, Status>
  waited: Map<EngineId, number>
}

/** Asks engines about the entries that the library does not settle, one after the other. */
export async function settleOutside(
  ctx: Context,
  entries: readonly Entry[],
  list: readonly Checked[],
  engines: readonly EngineId[],
): Promise<Pick<Answer, 'list' | 'engines'>> {
  const asking: Asking = {
    ctx,
    chosen: engines,
    open: new Set(engines),
    states: new Map(),
    waited: new Map(),
  }
  const settled: Checked[] = []
  for (const [at, checked] of list.entries()) {
    const entry = entries[at]
    settled.push(entry && isUnsettled(checked) ? await settle(asking, entry, checked) : checked)
  }
  return { list: settled, engines: [...asking.states.values()] }
}

/** What the library lacks, has under another title, or knows only by an identifier that leads elsewhere. */
const isUnsettled = ({ status, paper, other, fields }: Checked): boolean =>
  status === 'missing' ||
  (status === 'differs' && (paper?.id === other?.id || fields.some(({ field }) => field === 'title')))

async function settle(asking: Asking, entry: Entry, checked: Checked): Promise<Checked> {
  const answer = await ask(asking, entry)
  const settled = settledBy(answer, entry, checked)
  const isUnanswered = settled.status === 'missing' && answer.silent
  return isUnanswered ? { ...settled, status: 'unanswered' } : settled
}

function settledBy({ named, titled, answered }: EngineAnswers, entry: Entry, checked: Checked): Checked {
  const asked = [...checked.asked, ...answered]
  const known = named.find(({ paper }) => saysTitleOf(paper, entry)) ?? titled
  const [elsewhere] = named.filter((each) => each !== known)
  const other = elsewhere && !saysTitleOf(elsewhere.paper, entry) ? elsewhere : undefined
  if (!known) {
    if (!other || checked.paper) return { ...checked, asked }
    const shown = shownOutside(other.paper.found)
    return {
      ...checked,
      ...judged(entry, other),
      status: 'differs',
      outside: shown,
      outside_other: shown,
      asked,
    }
  }
  const told = judged(entry, known)
  const isLibraryNearer = checked.paper && checked.paper.id !== checked.other?.id && told.fields.length > 0
  if (isLibraryNearer) return { ...checked, asked }
  const isElsewhere = other !== undefined || checked.other !== null
  return {
    ...told,
    status: isElsewhere ? 'differs' : told.status,
    paper: null,
    other: checked.other,
    outside: shownOutside(known.paper.found),
    outside_other: other ? shownOutside(other.paper.found) : null,
    asked,
  }
}

type OutsideRecord = Comparable & { found: OutsideWork }
type OutsideCandidate = Candidate<OutsideRecord>

type EngineAnswers = Awaited<ReturnType<typeof ask>>

/**
 * Works that engines have under the identifier and under the likeliest title of an entry, who answered, and whether somebody
 * who could know it did not.
 */
async function ask(asking: Asking, entry: Entry) {
  const { doi, arxiv, title } = entry.parsed
  const name = doi ?? (arxiv ? `arXiv:${arxiv}` : null)
  const byName = name === null ? NOBODY : await search(asking, name, [...asking.open])
  const named = byName.records
    .filter(({ found: { work } }) => doi === null || work.doi === doi)
    .map((paper): OutsideCandidate => ({ by: doi ? 'doi' : 'arxiv', title: '', paper }))
  const isKnown = named.some(({ paper }) => saysTitleOf(paper, entry))
  const { chosen } = asking
  if (title === null || isKnown) {
    const silent = name !== null && isAnySilent(chosen, byName.answered)
    return { named, titled: undefined, answered: byName.answered, silent }
  }
  const byWords = await search(asking, wordsIn(title), readersOf(asking, title, asking.open))
  const silent = isAnySilent(readersOf(asking, title, chosen), byWords.answered)
  return { named, titled: titledAs(entry, title, byWords.records), answered: byWords.answered, silent }
}

const NOBODY: Awaited<ReturnType<typeof search>> = { records: [], answered: [] }

const isAnySilent = (chosen: readonly EngineId[], answered: readonly EngineId[]): boolean =>
  chosen.some((id) => !answered.includes(id))

/** Engines that have papers in English alone know nothing by a Chinese title. */
function readersOf({ ctx }: Asking, title: string, engines: Iterable<EngineId>): EngineId[] {
  const english = new Set<EngineId>(
    ctx.providers.engines.all.flatMap((each) => (each.english ? [each.id] : [])),
  )
  const isChinese = /\p{Script=Han}/u.test(title)
  return [...engines].filter((id) => !isChinese || !english.has(id))
}

/** Of works with the title, or all but some words of it, the one of which an entry says least otherwise. */
function titledAs(
  entry: Entry,
  title: string,
  records: readonly OutsideRecord[],
): OutsideCandidate | undefined {
  const all = records.map((paper): OutsideCandidate => ({ by: 'title', title, paper }))
  const [best] = all
    .flatMap((each) => byTitle(entry, [each]) ?? [])
    .toSorted((a, b) => differingFields(a.paper, entry).length - differingFields(b.paper, entry).length)
  if (best) return best
  const near = nearest(entry, title, records)
  return near && { by: 'title', title, paper: near.paper }
}

/** Hits behind these are about something else. */
const LOOKED_AT = 20
const MOST_WAITED = 2

async function search(
  asking: Asking,
  query: string,
  engines: EngineId[],
): Promise<{ records: OutsideRecord[]; answered: EngineId[] }> {
  if (query === '' || engines.length === 0) return { records: [], answered: [] }
  const found = await searchOutside(asking.ctx, query, engines, asking.ctx.stream.signal)
  for (const state of found.engines) note(asking, state)
  const answered = found.engines.filter(({ state }) => state === 'ok').map(({ id }) => id)
  return { records: found.works.slice(0, LOOKED_AT).map(recordOf), answered }
}

/** How an engine did, added up; its last trouble is told. */
function note({ open, states, waited }: Asking, state: Status): void {
  const { id } = state
  const before = states.get(id) ?? state
  const last = state.state === 'ok' && before.state !== 'ok' ? before : state
  const sum = { count: before.count + state.count, took_ms: before.took_ms + state.took_ms }
  states.set(id, states.has(id) ? { ...last, ...sum } : state)
  const times = (waited.get(id) ?? 0) + Number(state.state === 'slow')
  waited.set(id, times)
  if (state.state === 'failed' || times >= MOST_WAITED) open.delete(id)
}

const recordOf = (found: OutsideWork): OutsideRecord => {
  const { work } = found
  return { ...work, authors: namesOf(work).join('; '), versions: [], found }
}
