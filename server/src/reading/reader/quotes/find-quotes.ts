/** A place, in letters of the folded text, where a quotation or something similar occurs. */
export interface QuoteHit {
  from: number
  to: number
  exact: boolean
}

/** Maximum number of hits of a quotation; of a frequent one, the first are kept. */
const MAX_HITS = 64
/** Maximum number of candidate places that are tried for a quotation. */
const MAX_TRIES = 256
const MAX_SEED_LETTERS = 16
const MIN_SEED_LETTERS = 4
const MAX_SIMILAR_HITS = 5
/** Minimum share of a quotation's trigrams that a similar place contains. */
const MIN_TRIGRAM_SHARE = 0.6
const MAX_COMPARED_LETTERS = 4_000

interface QuoteSearch {
  letters: string
  seeds: number
  hits: QuoteHit[]
  /** Places of a part of the quotation, and where the whole would begin. */
  marks: { seed: number; at: number }[]
  tries: number
}

interface QuoteSeed {
  sought: QuoteSearch
  /** Index of the seed, and its offset in the quotation. */
  number: number
  offset: number
}

/** Seeds of one length by their letters, and a filter of the hashes that are worth a lookup. */
interface SeedIndex {
  byLetters: Map<string, QuoteSeed[]>
  filter: Uint8Array
}

/** Amount of work before other tasks get a turn, in letters; comparisons are counted as letters. */
const LETTERS_PER_STEP = 20_000

/**
 * Finds quotations in the letters of a text: exact occurrences, else similar places. The text is read once for every
 * length of seeds (4 to 16 letters), whatever the number of quotations.
 *
 * @yields where other tasks may get a turn.
 */
export function* findQuotes(
  text: string,
  quotes: Iterable<string>,
): Generator<void, Map<string, QuoteHit[]>> {
  const seeds = new Map<number, SeedIndex>()
  const all = yield* createSearches(quotes, seeds)
  for (const [length, some] of seeds) yield* scanText(text, length, some)
  if (all.size <= MAX_WHOLE_SEARCHES) for (const sought of all.values()) yield* findWholeQuote(text, sought)
  const found = new Map<string, QuoteHit[]>()
  for (const [letters, sought] of all) {
    found.set(letters, sought.hits.length > 0 ? sought.hits : findSimilarHits(text, sought))
    if (sought.hits.length === 0 && sought.marks.length > 0) yield
  }
  return found
}

/** Maximum number of quotations that are searched again as a whole when their seeds occur too often. */
const MAX_WHOLE_SEARCHES = 8

/** Searches a quotation whose seeds occur too often to be followed, as a whole in a pass of its own. */
function* findWholeQuote(text: string, sought: QuoteSearch): Generator<void> {
  const { letters } = sought
  if (sought.hits.length > 0 || !hasEnough(sought)) return
  const filter = new Uint8Array(FILTER_SIZE)
  filter[hashOf(letters, 0, letters.length) & (FILTER_SIZE - 1)] = 1
  sought.tries = 0
  yield* scanText(text, letters.length, {
    byLetters: new Map([[letters, [{ sought, number: 0, offset: 0 }]]]),
    filter,
  })
}

/** Fixed cost of a quotation, in letters. */
const QUOTE_OVERHEAD_LETTERS = 40

/** Returns the distinct quotations, and adds their seeds to the index. */
function* createSearches(
  quotes: Iterable<string>,
  seeds: Map<number, SeedIndex>,
): Generator<void, Map<string, QuoteSearch>> {
  const all = new Map<string, QuoteSearch>()
  let since = 0
  for (const letters of quotes) {
    since += letters.length + QUOTE_OVERHEAD_LETTERS
    if (since >= LETTERS_PER_STEP) {
      since = 0
      yield
    }
    if (letters !== '' && !all.has(letters)) all.set(letters, createSearch(letters, seeds))
  }
  return all
}

function createSearch(letters: string, seeds: Map<number, SeedIndex>): QuoteSearch {
  const length = Math.min(
    letters.length,
    MAX_SEED_LETTERS,
    Math.max(MIN_SEED_LETTERS, Math.floor(letters.length / 4)),
  )
  const room = letters.length - length
  const offsets = [...new Set([0, 1, 2, 3, 4].map((quarter) => Math.floor((room * quarter) / 4)))]
  const sought: QuoteSearch = { letters, seeds: offsets.length, hits: [], marks: [], tries: 0 }
  const own = seeds.get(length) ?? {
    byLetters: new Map<string, QuoteSeed[]>(),
    filter: new Uint8Array(FILTER_SIZE),
  }
  seeds.set(length, own)
  for (const [number, offset] of offsets.entries()) {
    const seed = letters.slice(offset, offset + length)
    own.filter[hashOf(seed, 0, length) & (FILTER_SIZE - 1)] = 1
    const list = own.byLetters.get(seed)
    if (list) list.push({ sought, number, offset })
    else own.byLetters.set(seed, [{ sought, number, offset }])
  }
  return sought
}

/** Size of the filter, a power of two; few hashes without a seed pass it. */
const FILTER_SIZE = 1 << 20
const HASH_BASE = 0x01000193

const hashOf = (text: string, from: number, length: number): number => {
  let hash = 0
  for (let at = from; at < from + length; at += 1)
    hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at)) | 0
  return hash
}

/** Visits every substring of a length; each hash is derived from the one before (rolling hash). */
function* scanText(text: string, length: number, { byLetters, filter }: SeedIndex): Generator<void> {
  let leaving = 1
  for (let power = 1; power < length; power += 1) leaving = Math.imul(leaving, HASH_BASE)
  let hash = hashOf(text, 0, length)
  let work = 0
  for (let at = 0; at + length <= text.length && byLetters.size > 0; at += 1) {
    if (filter[hash & (FILTER_SIZE - 1)] === 1) work += trySeedsAt(text, at, length, byLetters)
    hash = Math.imul(hash - Math.imul(text.charCodeAt(at), leaving), HASH_BASE) + text.charCodeAt(at + length)
    work += 1
    if (work < LETTERS_PER_STEP) continue
    work = 0
    yield
  }
}

/**
 * Tries the seeds at a position.
 *
 * @returns the cost, in letters.
 */
function trySeedsAt(text: string, at: number, length: number, seeds: Map<string, QuoteSeed[]>): number {
  const here = text.slice(at, at + length)
  const list = seeds.get(here)
  if (!list) return TRY_COST_LETTERS
  let isOver = false
  for (const seed of list) isOver = recordHit(text, at, seed) || isOver
  // Finished quotations are removed, so that many quotations with the same beginning stay cheap.
  if (isOver) dropFinishedSeeds(seeds, here, list)
  return TRY_COST_LETTERS * (1 + list.length)
}

const TRY_COST_LETTERS = 20

function dropFinishedSeeds(seeds: Map<string, QuoteSeed[]>, letters: string, list: QuoteSeed[]): void {
  const open = list.filter(({ sought }) => !hasEnough(sought))
  if (open.length > 0) seeds.set(letters, open)
  else seeds.delete(letters)
}

const hasEnough = ({ hits, tries }: QuoteSearch) => hits.length >= MAX_HITS || tries >= MAX_TRIES

/**
 * Records a hit or a mark of a seed.
 *
 * @returns whether the quotation is finished.
 */
function recordHit(text: string, at: number, { sought, number, offset }: QuoteSeed): boolean {
  sought.tries += 1
  const whole = at - offset
  if (number === 0 && text.startsWith(sought.letters, whole)) {
    sought.hits.push({ from: whole, to: whole + sought.letters.length, exact: true })
    sought.tries -= 1
  } else sought.marks.push({ seed: number, at: whole })
  return hasEnough(sought)
}

/** Returns places where several seeds of a quotation have about the same distances as in it, and most of it occurs. */
function findSimilarHits(text: string, { letters, seeds, marks }: QuoteSearch): QuoteHit[] {
  const slack = Math.max(8, Math.floor(letters.length / 20))
  const least = letters.length < 64 ? Math.min(3, seeds) : 2
  const sorted = marks.toSorted((one, other) => one.at - other.at)
  const windows: { marks: typeof marks; seeds: number }[] = []
  let from = 0
  for (const [end, last] of sorted.entries()) {
    while (last.at - (sorted[from]?.at ?? 0) > slack) from += 1
    const inside = sorted.slice(from, end + 1)
    const kinds = new Set(inside.map(({ seed }) => seed)).size
    if (kinds >= least) windows.push({ marks: inside, seeds: kinds })
  }
  return windows
    .toSorted((one, other) => other.seeds - one.seeds)
    .slice(0, MAX_SIMILAR_HITS)
    .flatMap(({ marks: inside }) => similarHit(text, letters, inside))
}

function similarHit(text: string, letters: string, marks: QuoteSearch['marks']): QuoteHit[] {
  const bySeed = marks.toSorted((one, other) => one.seed - other.seed)
  const from = Math.max(0, bySeed[0]?.at ?? 0)
  const to = Math.min(text.length, (bySeed.at(-1)?.at ?? 0) + letters.length)
  return to > from && trigramSimilarity(letters, text.slice(from, to)) >= MIN_TRIGRAM_SHARE
    ? [{ from, to, exact: false }]
    : []
}

/** Returns the share of the trigrams of one text that another contains, 0 to 1. */
function trigramSimilarity(wanted: string, there: string): number {
  const size = Math.min(3, wanted.length)
  const groups = new Set<string>()
  for (let at = 0; at + size <= Math.min(there.length, MAX_COMPARED_LETTERS); at += 1)
    groups.add(there.slice(at, at + size))
  let shared = 0
  const all = Math.min(wanted.length, MAX_COMPARED_LETTERS) - size + 1
  for (let at = 0; at < all; at += 1) if (groups.has(wanted.slice(at, at + size))) shared += 1
  return shared / all
}
