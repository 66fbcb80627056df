// Finds many quotations in one text. Text and quotations are folded to letters and digits (`letters.ts`), and all
// offsets here count folded letters. Up to five parts of each quotation, its seeds, are looked up at every position of
// the text by a rolling hash (Karp and Rabin 1987). Where the first seed occurs, the whole quotation is compared; every
// other occurrence is recorded as a mark. For a quotation without an exact hit, places where the marks of several seeds
// agree are similar hits.

/** A place where a quotation or something similar occurs: its first letter, and the one after its last. */
export interface QuoteHit {
  from: number
  to: number
  exact: boolean
}

/** Maximum number of hits of a quotation; of a frequent one, the first are kept. */
const MAX_HITS = 64
/** Maximum number of places that are tried for a quotation without being an exact hit. */
const MAX_TRIES = 256
/** Maximum number of quotations that are searched again as a whole when their seeds occur too often. */
const MAX_WHOLE_SEARCHES = 8
/** Maximum number of seeds, the parts of a quotation by which it is found, and bounds on their length. */
const MAX_SEEDS = 5
const MAX_SEED_LETTERS = 16
const MIN_SEED_LETTERS = 4
/**
 * Bounds on what counts as a similar place. Letters that were added or left out shift the seeds against each other by
 * up to this share of the quotation, or this number of letters if that is more. Quotations of fewer than
 * `SHORT_QUOTE_LETTERS` need three seeds at a place, longer ones two.
 */
const MAX_SHIFT_SHARE = 1 / 20
const MIN_SHIFT_LETTERS = 8
const SHORT_QUOTE_LETTERS = 64
const MIN_SHORT_QUOTE_SEEDS = 3
const MIN_LONG_QUOTE_SEEDS = 2
/** Maximum number of similar places of a quotation. */
const MAX_SIMILAR_HITS = 5
/** Minimum share of a quotation's trigrams that a similar place contains. */
const MIN_TRIGRAM_SHARE = 0.6
/** Number of letters of a quotation and a place that are compared. */
const MAX_COMPARED_LETTERS = 4_000

/** Amount of work before other tasks get a turn, in letters; everything else is counted as so many letters. */
const LETTERS_PER_STEP = 20_000
/** The work of setting up the search for a quotation, beyond its own length. */
const QUOTE_OVERHEAD_LETTERS = 40
/** The work of comparing a place with a quotation. */
const TRY_COST_LETTERS = 20

/** Size of the filter of hashes, a power of two; few hashes without a seed pass it. */
const FILTER_SIZE = 1 << 20
/** Base of the polynomial hash: the prime of FNV-1a. */
const HASH_BASE = 0x01000193

/** A quotation and what was found of it so far. */
interface QuoteSearch {
  letters: string
  seedCount: number
  /** The exact hits, ascending. */
  hits: QuoteHit[]
  /** Occurrences of single seeds: the seed's number, and where the whole quotation would begin, perhaps below 0. */
  marks: { seed: number; at: number }[]
  /** Number of places that were tried and are no hit. */
  tries: number
}

/** A part of a quotation. */
interface QuoteSeed {
  search: QuoteSearch
  /** Index among the seeds of the quotation, from 0, and offset in it. */
  number: number
  offset: number
}

/**
 * Seeds of one length by their letters, and a filter of the hashes that are worth a lookup: `filter[i]` is 1 if a
 * seed has a hash whose lowest bits are i.
 */
interface SeedIndex {
  byLetters: Map<string, QuoteSeed[]>
  filter: Uint8Array
}

/**
 * Finds quotations in a text, both given as folded letters. The text is read once for every length of seeds (4 to 16
 * letters), whatever the number of quotations.
 *
 * @yields where other tasks may get a turn.
 * @returns the hits of each distinct quotation that is not empty: up to 64 exact ones in the order of the text, else
 * up to five similar ones, which may overlap, else none.
 */
export function* findQuotes(
  text: string,
  quotes: Iterable<string>,
): Generator<void, Map<string, QuoteHit[]>> {
  const seeds = new Map<number, SeedIndex>()
  const searches = yield* createSearches(quotes, seeds)
  for (const [length, index] of seeds) yield* scanText(text, length, index)
  if (searches.size <= MAX_WHOLE_SEARCHES)
    for (const search of searches.values()) yield* findWholeQuote(text, search)
  const found = new Map<string, QuoteHit[]>()
  for (const [letters, search] of searches) {
    found.set(letters, search.hits.length > 0 ? search.hits : findSimilarHits(text, search))
    if (search.hits.length === 0 && search.marks.length > 0) yield
  }
  return found
}

/** Searches a quotation whose seeds occur too often to be followed, as a whole in a pass of its own. */
function* findWholeQuote(text: string, search: QuoteSearch): Generator<void> {
  const { letters } = search
  if (search.hits.length > 0 || !hasEnough(search)) return
  const filter = new Uint8Array(FILTER_SIZE)
  filter[hashOf(letters, 0, letters.length) & (FILTER_SIZE - 1)] = 1
  search.tries = 0
  yield* scanText(text, letters.length, {
    byLetters: new Map([[letters, [{ search, number: 0, offset: 0 }]]]),
    filter,
  })
}

/** Creates a search for each distinct quotation, by its letters, and adds its seeds to `seeds` (by their length). */
function* createSearches(
  quotes: Iterable<string>,
  seeds: Map<number, SeedIndex>,
): Generator<void, Map<string, QuoteSearch>> {
  const searches = new Map<string, QuoteSearch>()
  let work = 0
  for (const letters of quotes) {
    work += letters.length + QUOTE_OVERHEAD_LETTERS
    if (work >= LETTERS_PER_STEP) {
      work = 0
      yield
    }
    if (letters !== '' && !searches.has(letters)) searches.set(letters, createSearch(letters, seeds))
  }
  return searches
}

/** Creates the search for a quotation, with up to five seeds spread evenly over it. */
function createSearch(letters: string, seeds: Map<number, SeedIndex>): QuoteSearch {
  const gaps = MAX_SEEDS - 1
  const length = Math.min(
    letters.length,
    MAX_SEED_LETTERS,
    Math.max(MIN_SEED_LETTERS, Math.floor(letters.length / gaps)),
  )
  /** The largest offset at which a seed fits. */
  const lastOffset = letters.length - length
  const spread = Array.from({ length: MAX_SEEDS }, (_, number) => Math.floor((lastOffset * number) / gaps))
  const offsets = [...new Set(spread)]
  const search: QuoteSearch = { letters, seedCount: offsets.length, hits: [], marks: [], tries: 0 }
  const index = seeds.get(length) ?? {
    byLetters: new Map<string, QuoteSeed[]>(),
    filter: new Uint8Array(FILTER_SIZE),
  }
  seeds.set(length, index)
  for (const [number, offset] of offsets.entries()) {
    const seed = letters.slice(offset, offset + length)
    index.filter[hashOf(seed, 0, length) & (FILTER_SIZE - 1)] = 1
    const list = index.byLetters.get(seed)
    if (list) list.push({ search, number, offset })
    else index.byLetters.set(seed, [{ search, number, offset }])
  }
  return search
}

/** Returns the polynomial hash of some letters, modulo 2³². */
const hashOf = (text: string, from: number, length: number): number => {
  let hash = 0
  for (let at = from; at < from + length; at += 1)
    hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at)) | 0
  return hash
}

/**
 * Tries the seeds of one length at every position of a text; each hash is derived from the one before (rolling hash).
 */
function* scanText(text: string, length: number, { byLetters, filter }: SeedIndex): Generator<void> {
  // The factor with which the character that leaves the window is contained in the hash.
  let leavingFactor = 1
  for (let power = 1; power < length; power += 1) leavingFactor = Math.imul(leavingFactor, HASH_BASE)
  let hash = hashOf(text, 0, length)
  let work = 0
  for (let at = 0; at + length <= text.length && byLetters.size > 0; at += 1) {
    if (filter[hash & (FILTER_SIZE - 1)] === 1) work += trySeedsAt(text, at, length, byLetters)
    hash =
      Math.imul(hash - Math.imul(text.charCodeAt(at), leavingFactor), HASH_BASE) +
      text.charCodeAt(at + length)
    work += 1
    if (work < LETTERS_PER_STEP) continue
    work = 0
    yield
  }
}

/**
 * Tries the seeds of one length at a position.
 *
 * @returns the cost, in letters.
 */
function trySeedsAt(text: string, at: number, length: number, byLetters: SeedIndex['byLetters']): number {
  const letters = text.slice(at, at + length)
  const list = byLetters.get(letters)
  if (!list) return TRY_COST_LETTERS
  let isAnyFinished = false
  for (const seed of list) isAnyFinished = recordOccurrence(text, at, seed) || isAnyFinished
  // Finished quotations are removed, so that many quotations with the same beginning stay cheap.
  if (isAnyFinished) dropFinishedSeeds(byLetters, letters, list)
  return TRY_COST_LETTERS * (1 + list.length)
}

/** Removes the seeds of finished quotations from those with the same letters. */
function dropFinishedSeeds(byLetters: SeedIndex['byLetters'], letters: string, list: QuoteSeed[]): void {
  const unfinished = list.filter(({ search }) => !hasEnough(search))
  if (unfinished.length > 0) byLetters.set(letters, unfinished)
  else byLetters.delete(letters)
}

/** Returns whether a quotation is finished: no more hits or places of it are looked for. */
const hasEnough = ({ hits, tries }: QuoteSearch) => hits.length >= MAX_HITS || tries >= MAX_TRIES

/**
 * Records the occurrence of a seed: as a hit when the whole quotation stands there, otherwise as a mark. Only the
 * first seed leads to a hit, so that each is recorded once.
 *
 * @returns whether the quotation is finished.
 */
function recordOccurrence(text: string, at: number, { search, number, offset }: QuoteSeed): boolean {
  const { letters, hits, marks } = search
  const quoteStart = at - offset
  if (number === 0 && text.startsWith(letters, quoteStart))
    hits.push({ from: quoteStart, to: quoteStart + letters.length, exact: true })
  else {
    search.tries += 1
    marks.push({ seed: number, at: quoteStart })
  }
  return hasEnough(search)
}

/**
 * Returns places where several seeds of a quotation have about the same distances as in it, and most of it occurs;
 * those with most seeds first.
 */
function findSimilarHits(text: string, { letters, seedCount, marks }: QuoteSearch): QuoteHit[] {
  const maxShift = Math.max(MIN_SHIFT_LETTERS, Math.floor(letters.length * MAX_SHIFT_SHARE))
  const minSeeds =
    letters.length < SHORT_QUOTE_LETTERS ? Math.min(MIN_SHORT_QUOTE_SEEDS, seedCount) : MIN_LONG_QUOTE_SEEDS
  const sorted = marks.toSorted((one, other) => one.at - other.at)
  // Each window holds the marks within the greatest shift before some mark, which is its last one.
  const windows: { marks: typeof marks; distinctSeeds: number }[] = []
  let from = 0
  for (const [end, last] of sorted.entries()) {
    while (last.at - (sorted[from]?.at ?? 0) > maxShift) from += 1
    const inside = sorted.slice(from, end + 1)
    const distinctSeeds = new Set(inside.map(({ seed }) => seed)).size
    if (distinctSeeds >= minSeeds) windows.push({ marks: inside, distinctSeeds })
  }
  return windows
    .toSorted((one, other) => other.distinctSeeds - one.distinctSeeds)
    .slice(0, MAX_SIMILAR_HITS)
    .flatMap(({ marks: inside }) => similarHit(text, letters, inside))
}

/**
 * Returns the place that the marks of a window suggest, from the beginning by the first seed to the end by the last,
 * if it is similar enough to the quotation.
 */
function similarHit(text: string, letters: string, marks: QuoteSearch['marks']): QuoteHit[] {
  const bySeed = marks.toSorted((one, other) => one.seed - other.seed)
  const from = Math.max(0, bySeed[0]?.at ?? 0)
  const to = Math.min(text.length, (bySeed.at(-1)?.at ?? 0) + letters.length)
  return to > from && trigramSimilarity(letters, text.slice(from, to)) >= MIN_TRIGRAM_SHARE
    ? [{ from, to, exact: false }]
    : []
}

/** Returns the share of the trigrams of a quotation that a place contains, 0 to 1. */
function trigramSimilarity(quotation: string, place: string): number {
  const size = Math.min(3, quotation.length)
  const trigrams = new Set<string>()
  for (let at = 0; at + size <= Math.min(place.length, MAX_COMPARED_LETTERS); at += 1)
    trigrams.add(place.slice(at, at + size))
  let shared = 0
  const total = Math.min(quotation.length, MAX_COMPARED_LETTERS) - size + 1
  for (let at = 0; at < total; at += 1) if (trigrams.has(quotation.slice(at, at + size))) shared += 1
  return shared / total
}
