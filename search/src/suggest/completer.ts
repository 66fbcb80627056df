import { facetSizes } from '../facets/facet-sizes.ts'
import { createFacetMemory, type FacetMemory, followSegments } from '../facets/facets.ts'
import { createCollector } from '../index/collect.ts'
import { MASKS, MOST_DOCS, openSegment, type Segment, type SegmentData } from '../index/layout.ts'
import { type AllMemory, type AllValues, emptyMemory, valuesIn } from '../index/values.ts'
import type { Plan } from '../planning/plan.ts'
import type { Counts } from '../planning/request.ts'
import type { Completions } from '../planning/term-index.ts'
import { COMPLETED, type Completed, wantedBeginnings } from './beginnings.ts'
import { type CitedTitles, makeCitedTitles } from './cited-titles.ts'
import {
  beginningSo,
  type FrequentValues,
  frequent,
  MOST_FREQUENT,
  makeFrequentValues,
} from './frequent-values.ts'
import { textPlan } from './plans.ts'
import { type Library, rareTitles, rareValues } from './rare.ts'
import { rehearsal } from './rehearsal.ts'
import { isMatchable, matchTitles, type TitleHit } from './title-match.ts'
import { isShort } from './typed.ts'

/** What changed in the index. */
export interface CompleterUpdate {
  added: SegmentData[]
  removed: number[]
  values: AllMemory
  papers: number
  /** Whether segments are being merged: those that may be part of it will be gone soon. */
  merging: boolean
}

/** Knows what texts may go on to; see `TermIndex.complete`. */
export interface Completer {
  take: (update_number: CompleterUpdate) => void
  /** Gets ready for a moment of so many milliseconds; false where nothing is left to do for now. */
  prepare: (moment_ms: number) => boolean
  /** Answers with what is ready; before that with the values that came first, which are mostly frequent ones. */
  complete: (text: string) => Completions
}

type AllFrequent = Record<Completed, FrequentValues>

interface State {
  memory: FacetMemory
  segments: Segment[]
  values: AllValues
  papers: number
  merging: boolean
  /** Papers that came, changed or went, in all. */
  moved: number
  made: Made | null
  titles: Map<Segment, CitedTitles>
  /** Whether texts were completed that nobody asked for: see `rehearsal`. */
  rehearsed: boolean
  /** What is being made. */
  steps: Generator<void, void> | null
}

/** What is frequent, and how the index stood when they were made. */
interface Made {
  all: AllFrequent
  moved: number
  counts: Record<Completed, number>
}

/** Suggestions of a kind; some titles turn out to be those of versions of one work. */
const MOST = 30
const MOST_TITLES = 15
/** Where the frequent values give fewer than this, rare ones are looked for. */
const SCARCE = 3
/** Titles of frequently cited papers that are enough. */
const TITLES = 12

/**
 * @param now the time in milliseconds.
 * @param most values of a table that are kept ready.
 */
export function createCompleter(now = () => performance.now(), most = MOST_FREQUENT): Completer {
  const state: State = {
    memory: createFacetMemory(),
    segments: [],
    values: valuesIn(emptyMemory()),
    papers: 0,
    merging: false,
    moved: 0,
    made: null,
    titles: new Map(),
    rehearsed: false,
    steps: null,
  }
  const collect = createCollector(() => followSegments(state.memory, state.segments))
  return {
    take: (update_number) => collect(take(state, update_number)),
    prepare: (moment_ms) => prepare(state, most, now, now() + moment_ms),
    complete: (text) => complete(state, text),
  }
}

function complete(state: State, text: string): Completions {
  const { segments, values, memory } = state
  const library = { segments, values, sizes: facetSizes(values), memory }
  return {
    keyword: valuesFor(state, library, 'keyword', text),
    author: valuesFor(state, library, 'author', text),
    source: valuesFor(state, library, 'source', text),
    titles: titlesFor(state, library, text),
  }
}

/** Answers the segments that are gone. */
function take(state: State, { added, removed, values, papers, merging }: CompleterUpdate): Segment[] {
  const ids = new Set(removed)
  const kept = state.segments.filter(({ head }) => !ids.has(head.id))
  const gone = state.segments.filter(({ head }) => ids.has(head.id))
  for (const segment of gone) state.titles.delete(segment)
  // What takes the place of other segments brings nothing new.
  const came = gone.length > 0 ? 0 : added.reduce((sum, { head }) => sum + head.doc_count, 0)
  state.moved += came + Math.max(0, state.papers + came - papers)
  const known = state.made?.counts
  // An index that begins anew numbers its values anew.
  if (known && COMPLETED.some((table) => values[table].count < known[table])) {
    state.made = null
    state.steps = null
  }
  state.segments = [...kept, ...added.map(openSegment)]
  state.values = valuesIn(values)
  state.papers = papers
  state.merging = merging
  return gone
}

function prepare(state: State, most: number, now: () => number, until: number): boolean {
  state.steps ??= nextSteps(state, most)
  while (state.steps && now() < until) if (state.steps.next().done) state.steps = null
  return state.steps !== null || nextSteps(state, most) !== null
}

/** A small library is looked at anew after every change, a large one when a twentieth of it may be another. */
const SMALL = 1_000
const DRIFT = 20

function isStale({ made, papers, moved }: State): boolean {
  if (!made) return true
  const drift = moved - made.moved
  return papers < SMALL ? drift > 0 : drift * DRIFT > papers
}

function nextSteps(state: State, most: number): State['steps'] {
  if (isStale(state)) return makeAll(state, most)
  const segment = state.segments.find((each) => !state.titles.has(each) && isToStay(state, each))
  if (segment) return makeTitles(state, segment)
  return state.rehearsed || state.papers < SMALL || state.titles.size === 0 ? null : rehearse(state)
}

/** Those that are more than half full are not merged, but for papers that are gone. */
const isToStay = ({ merging }: State, { head }: Segment) => !merging || head.doc_count > MOST_DOCS / 2

function* makeAll(state: State, most: number): Generator<void, void> {
  const { segments, values, moved } = state
  const of = (table: Completed) => makeFrequentValues({ table, segments, values: values[table], most })
  const all = { keyword: yield* of('keyword'), author: yield* of('author'), source: yield* of('source') }
  const counts = {
    keyword: values.keyword.count,
    author: values.author.count,
    source: values.source.count,
  }
  state.made = { all, moved, counts }
}

function* makeTitles(state: State, segment: Segment): Generator<void, void> {
  const cited = yield* makeCitedTitles(segment)
  // It may be part of another one by now.
  if (state.segments.includes(segment)) state.titles.set(segment, cited)
}

function* rehearse(state: State): Generator<void, void> {
  state.rehearsed = true
  if (!state.made) return
  for (const text of rehearsal(state.made.all, state.titles)) {
    complete(state, text)
    yield
  }
}

function valuesFor(state: State, library: Library, table: Completed, text: string): Counts {
  const { made } = state
  if (!made) return earlyValues(state, table, text)
  if (text === '') return table === 'keyword' ? frequent(made.all.keyword, MOST) : []
  const wanted = wantedBeginnings(table, text)
  if (wanted.length === 0) return []
  const found = beginningSo(made.all[table], wanted, MOST)
  const isAll = made.all[table].complete && made.counts[table] === library.values[table].count
  return isAll || found.length >= SCARCE || isShort(text) ? found : rareValues(library, table, text, wanted)
}

/** Values get their numbers as they appear: so many of the first are looked at until the frequent ones are known. */
const EARLY = 20_000

function earlyValues({ values }: State, table: Completed, text: string): Counts {
  const { beginningWith } = values[table]
  const wanted = text === '' && table === 'keyword' ? [''] : wantedBeginnings(table, text)
  const found = wanted.flatMap((each) => beginningWith(each, EARLY, MOST))
  return [...new Set(found)].slice(0, MOST).map((number) => [number, 0])
}

/** Of one word the most cited papers, of several those first that begin with the first of them. */
function titlesFor(state: State, library: Library, text: string): number[] {
  if (isShort(text)) return []
  const plan = textPlan(text, MASKS.title)
  return (
    (isMatchable(plan) ? titlesAmongCited(state, plan, text) : null) ??
    rareTitles(library, plan, text, MOST_TITLES)
  )
}

/**
 * Null where the most cited have too few, or, of one word, where others may be cited as often. While they are not ready, those
 * that are have to do: looking at all papers would take a hundred times as long.
 */
function titlesAmongCited({ segments, titles }: State, plan: Plan, text: string): number[] | null {
  let rest = -1
  const several = text.includes(' ')
  const found: TitleHit[] = []
  const isReady = segments.every((segment) => titles.has(segment))
  for (const segment of segments) {
    const cited = titles.get(segment)
    if (!cited) continue
    rest = Math.max(rest, cited.rest)
    found.push(...matchTitles({ segment, cited }, plan, MOST_TITLES, several))
  }
  const sure = several ? found : found.filter(({ cited }) => cited >= rest)
  if (isReady && rest >= 0 && sure.length < TITLES) return null
  sure.sort((a, b) => Number(b.opening) - Number(a.opening) || b.cited - a.cited || b.seq - a.seq)
  return sure.slice(0, MOST_TITLES).map(({ seq }) => seq)
}
