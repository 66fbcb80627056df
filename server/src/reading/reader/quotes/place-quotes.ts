import type { BaseContext } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import type { ReadyText } from '../text/readable.ts'
import { allBlocks, blocksAt, blocksOfPages, type PlacedBlock } from '../text/text.ts'
import { gatherLetters, type Letters, lettersOf } from './letters.ts'
import { type Hit, seek } from './seek.ts'

type Reader = Pick<BaseContext, 'db' | 'now'>

/** A quote with what is known of its place. */
export interface QuoteSought {
  quote: string
  prefix: string
  suffix: string
  /** Where it stood, or should: null where nobody says. */
  page: number | null
  start: number | null
}

/** Where a quote stands in the canonical text. */
export interface QuotePlace {
  start: number
  end: number
  page: number
  /** Whether it is there word for word, signs and spaces apart. */
  exact: boolean
}

/** The letters of some blocks, and which block each of them is of. */
interface Searched {
  letters: Letters
  /** Number of the first letter of each block, and the block's page. */
  firsts: number[]
  pages: number[]
}

/**
 * Where quotes stand in a text: each on its own page, else beside it, else anywhere; word for word before what is only
 * like it. Null for what is not there. Takes about as long for many quotes as for one.
 */
export async function placeQuotes(
  ctx: Reader,
  text: ReadyText,
  quotes: QuoteSought[],
): Promise<(QuotePlace | null)[]> {
  const gathering = startGathering()
  for await (const part of allBlocks(ctx, text)) for (const block of part) gathering.add(block)
  return placeIn(gathering.done(), quotes)
}

/** Most blocks of a page and its neighbours; formats without pages have all of theirs on one. */
const MOST_NEAR = 400

/**
 * Where one quote stands: word for word in the neighbourhood that is named, else anywhere; else what is like it, there
 * first as well.
 */
export async function placeQuote(
  ctx: Reader,
  text: ReadyText,
  quote: QuoteSought,
): Promise<QuotePlace | null> {
  const gathering = startGathering()
  for (const block of await neighbourhood(ctx, text, quote)) gathering.add(block)
  const [near = null] = await placeIn(gathering.done(), [quote])
  if (near?.exact) return near
  const [place = null] = await placeQuotes(ctx, text, [quote])
  return place?.exact ? place : (near ?? place)
}

async function neighbourhood(ctx: Reader, text: ReadyText, { page, start, quote }: QuoteSought) {
  if (start !== null) return blocksAt(ctx, text, Math.max(0, start - quote.length), start + 2 * quote.length)
  if (page === null) return []
  const pages = { page_from: page - 1, page_to: page + 1 }
  const blocks = await blocksOfPages(ctx, text, { ...pages, after: -1, limit: MOST_NEAR })
  return blocks.length < MOST_NEAR ? blocks : []
}

function startGathering() {
  const letters = gatherLetters()
  const firsts: number[] = []
  const pages: number[] = []
  return {
    add({ block, start }: PlacedBlock): void {
      if (block.type === 'other' || block.text === '') return
      firsts.push(letters.size())
      pages.push(block.page)
      letters.add(block.text, start)
    },
    done: (): Searched => ({ letters: letters.done(), firsts, pages }),
  }
}

async function placeIn(searched: Searched, quotes: QuoteSought[]): Promise<(QuotePlace | null)[]> {
  const wanted = await lettersOfAll(quotes)
  const seeking = seek(searched.letters.text, wanted)
  let step = seeking.next()
  while (!step.done) {
    await breath()
    step = seeking.next()
  }
  const found = step.value
  const places: (QuotePlace | null)[] = []
  for (const [at, quote] of quotes.entries()) {
    places.push(bestOf(searched, quote, found.get(wanted[at] ?? '') ?? []))
    if (at % 500 === 499) await breath()
  }
  return places
}

/** Letters that are read before others have their turn. */
const STRIDE = 100_000

async function lettersOfAll(quotes: QuoteSought[]): Promise<string[]> {
  const all: string[] = []
  let since = 0
  for (const { quote } of quotes) {
    all.push(lettersOf(quote))
    since += quote.length
    if (since < STRIDE) continue
    since = 0
    await breath()
  }
  return all
}

function bestOf(searched: Searched, quote: QuoteSought, hits: Hit[]): QuotePlace | null {
  const before = lettersOf(quote.prefix)
  const behind = lettersOf(quote.suffix)
  const ranked = hits
    .map((hit) => ({ place: placeOf(searched, hit), around: aroundOf(searched, hit, before, behind) }))
    .map((each) => ({ ...each, away: awayOf(each.place, quote), far: farOf(each.place, quote) }))
    .toSorted(
      (one, other) =>
        one.away - other.away ||
        Number(other.place.exact) - Number(one.place.exact) ||
        other.around - one.around ||
        one.far - other.far,
    )
  return ranked[0]?.place ?? null
}

/** The same page, a page beside it, another. */
const awayOf = ({ page }: QuotePlace, { page: wanted }: QuoteSought): number =>
  wanted === null ? 0 : Math.min(2, Math.abs(page - wanted))

const farOf = ({ start }: QuotePlace, { start: wanted }: QuoteSought): number =>
  wanted === null ? 0 : Math.abs(start - wanted)

/** How many letters before and behind a place are those that stood there. */
function aroundOf(
  { letters: { text } }: Searched,
  { from, to }: Hit,
  before: string,
  behind: string,
): number {
  let shared = 0
  while (shared < before.length && text[from - 1 - shared] === before[before.length - 1 - shared]) shared += 1
  let ahead = 0
  while (ahead < behind.length && text[to + ahead] === behind[ahead]) ahead += 1
  return shared + ahead
}

function placeOf({ letters, firsts, pages }: Searched, { from, to, exact }: Hit): QuotePlace {
  let low = 0
  let high = firsts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((firsts[middle] ?? 0) <= from) low = middle
    else high = middle - 1
  }
  return { start: letters.starts[from] ?? 0, end: letters.ends[to - 1] ?? 0, page: pages[low] ?? 1, exact }
}
