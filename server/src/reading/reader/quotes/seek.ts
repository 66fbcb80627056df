/** A place in a text's letters where a quote stands, or something like it. */
export interface Hit {
  from: number
  to: number
  exact: boolean
}

/** So many places of one quote are looked at: of a word that stands everywhere, the first ones. */
const MOST_HITS = 64
/** So many beginnings of one are tried where it seems to stand. */
const MOST_TRIES = 256
const LONGEST_SEED = 16
const SHORTEST_SEED = 4
const MOST_NEAR = 5
/** How much of a quote has to be there, by its groups of three letters. */
const LEAST_ALIKE = 0.6
const COMPARED = 4_000

interface Sought {
  letters: string
  seeds: number
  hits: Hit[]
  /** Where a part of it stands, and where the whole would begin by that. */
  marks: { seed: number; at: number }[]
  tries: number
}

interface Seed {
  sought: Sought
  /** Which of the seeds, and where in the quote it stands. */
  number: number
  offset: number
}

/** Seeds of one length by their letters, and which hashes of so many letters are worth a look. */
interface Seeds {
  byLetters: Map<string, Seed[]>
  filter: Uint8Array
}

/** Letters that are looked at, and comparisons, before others have their turn. */
const STRIDE = 20_000

/**
 * Where quotes stand in the letters of a text: word for word, else where most of them does. One pass over the text for
 * every length of their seeds (4 to 16 letters), however many they are.
 *
 * @yields where others may have their turn.
 */
export function* seek(text: string, quotes: Iterable<string>): Generator<void, Map<string, Hit[]>> {
  const seeds = new Map<number, Seeds>()
  const all = yield* soughtOf(quotes, seeds)
  for (const [length, some] of seeds) yield* scan(text, length, some)
  if (all.size <= FEW) for (const sought of all.values()) yield* seekWhole(text, sought)
  const found = new Map<string, Hit[]>()
  for (const [letters, sought] of all) {
    found.set(letters, sought.hits.length > 0 ? sought.hits : nearHits(text, sought))
    if (sought.hits.length === 0 && sought.marks.length > 0) yield
  }
  return found
}

/** So many quotes are looked for once more where their parts stand everywhere. */
const FEW = 8

/** A quote whose parts stood too often to be followed: as a whole, in a pass of its own. */
function* seekWhole(text: string, sought: Sought): Generator<void> {
  const { letters } = sought
  if (sought.hits.length > 0 || !hasEnough(sought)) return
  const filter = new Uint8Array(FILTER)
  filter[hashOf(letters, 0, letters.length) & (FILTER - 1)] = 1
  sought.tries = 0
  yield* scan(text, letters.length, {
    byLetters: new Map([[letters, [{ sought, number: 0, offset: 0 }]]]),
    filter,
  })
}

/** What a quote takes however short it is, in letters. */
const A_QUOTE = 40

/** Each quote once, and its seeds. */
function* soughtOf(
  quotes: Iterable<string>,
  seeds: Map<number, Seeds>,
): Generator<void, Map<string, Sought>> {
  const all = new Map<string, Sought>()
  let since = 0
  for (const letters of quotes) {
    since += letters.length + A_QUOTE
    if (since >= STRIDE) {
      since = 0
      yield
    }
    if (letters !== '' && !all.has(letters)) all.set(letters, newSought(letters, seeds))
  }
  return all
}

function newSought(letters: string, seeds: Map<number, Seeds>): Sought {
  const length = Math.min(
    letters.length,
    LONGEST_SEED,
    Math.max(SHORTEST_SEED, Math.floor(letters.length / 4)),
  )
  const room = letters.length - length
  const offsets = [...new Set([0, 1, 2, 3, 4].map((quarter) => Math.floor((room * quarter) / 4)))]
  const sought: Sought = { letters, seeds: offsets.length, hits: [], marks: [], tries: 0 }
  const own = seeds.get(length) ?? { byLetters: new Map<string, Seed[]>(), filter: new Uint8Array(FILTER) }
  seeds.set(length, own)
  for (const [number, offset] of offsets.entries()) {
    const seed = letters.slice(offset, offset + length)
    own.filter[hashOf(seed, 0, length) & (FILTER - 1)] = 1
    const list = own.byLetters.get(seed)
    if (list) list.push({ sought, number, offset })
    else own.byLetters.set(seed, [{ sought, number, offset }])
  }
  return sought
}

/** A power of two: of hashes that no seed has, few are looked up all the same. */
const FILTER = 1 << 20
const BASE = 0x01000193

const hashOf = (text: string, from: number, length: number): number => {
  let hash = 0
  for (let at = from; at < from + length; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  return hash
}

/** Looks at every stretch of so many letters; the hash of each is made of the one before. */
function* scan(text: string, length: number, { byLetters, filter }: Seeds): Generator<void> {
  let leaving = 1
  for (let power = 1; power < length; power += 1) leaving = Math.imul(leaving, BASE)
  let hash = hashOf(text, 0, length)
  let work = 0
  for (let at = 0; at + length <= text.length && byLetters.size > 0; at += 1) {
    if (filter[hash & (FILTER - 1)] === 1) work += tryAt(text, at, length, byLetters)
    hash = Math.imul(hash - Math.imul(text.charCodeAt(at), leaving), BASE) + text.charCodeAt(at + length)
    work += 1
    if (work < STRIDE) continue
    work = 0
    yield
  }
}

/** @returns how much that was, in letters looked at. */
function tryAt(text: string, at: number, length: number, seeds: Map<string, Seed[]>): number {
  const here = text.slice(at, at + length)
  const list = seeds.get(here)
  if (!list) return TRIED
  let isOver = false
  for (const seed of list) isOver = take(text, at, seed) || isOver
  // Whoever has enough is not asked again: many quotes of one beginning stay cheap.
  if (isOver) keepOpen(seeds, here, list)
  return TRIED * (1 + list.length)
}

const TRIED = 20

function keepOpen(seeds: Map<string, Seed[]>, letters: string, list: Seed[]): void {
  const open = list.filter(({ sought }) => !hasEnough(sought))
  if (open.length > 0) seeds.set(letters, open)
  else seeds.delete(letters)
}

const hasEnough = ({ hits, tries }: Sought) => hits.length >= MOST_HITS || tries >= MOST_TRIES

/** @returns whether its quote has enough now. */
function take(text: string, at: number, { sought, number, offset }: Seed): boolean {
  sought.tries += 1
  const whole = at - offset
  if (number === 0 && text.startsWith(sought.letters, whole)) {
    sought.hits.push({ from: whole, to: whole + sought.letters.length, exact: true })
    sought.tries -= 1
  } else sought.marks.push({ seed: number, at: whole })
  return hasEnough(sought)
}

/** Where several parts of a quote stand about as far from one another as in it, and most of it is there. */
function nearHits(text: string, { letters, seeds, marks }: Sought): Hit[] {
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
    .slice(0, MOST_NEAR)
    .flatMap(({ marks: inside }) => hitOf(text, letters, inside))
}

function hitOf(text: string, letters: string, marks: Sought['marks']): Hit[] {
  const bySeed = marks.toSorted((one, other) => one.seed - other.seed)
  const from = Math.max(0, bySeed[0]?.at ?? 0)
  const to = Math.min(text.length, (bySeed.at(-1)?.at ?? 0) + letters.length)
  return to > from && alike(letters, text.slice(from, to)) >= LEAST_ALIKE ? [{ from, to, exact: false }] : []
}

/** The share of a text's groups of three letters that another has, 0–1. */
function alike(wanted: string, there: string): number {
  const size = Math.min(3, wanted.length)
  const groups = new Set<string>()
  for (let at = 0; at + size <= Math.min(there.length, COMPARED); at += 1)
    groups.add(there.slice(at, at + size))
  let shared = 0
  const all = Math.min(wanted.length, COMPARED) - size + 1
  for (let at = 0; at < all; at += 1) if (groups.has(wanted.slice(at, at + size))) shared += 1
  return shared / all
}
