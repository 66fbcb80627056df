import type { BaseContext } from '../../../platform/context/context.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import type { ReadyText } from '../text/readable.ts'
import { findBlocksAt, findBlocksOnPages, iterateBlocks, type PlacedBlock } from '../text/text.ts'
import { findQuotes, type QuoteHit } from './find-quotes.ts'
import { createLetterCollector, type FoldedText, foldQuote } from './letters.ts'

type ReaderContext = Pick<BaseContext, 'db' | 'now'>

/** A quotation with what is known about its place. */
export interface QuoteQuery {
  quote: string
  prefix: string
  suffix: string
  /** Former or expected place; null when unknown. */
  page: number | null
  start: number | null
}

/** The place of a quotation in the canonical text. */
export interface QuotePlace {
  start: number
  end: number
  page: number
  /** True for a literal match, apart from punctuation and spaces. */
  exact: boolean
}

/** The letters of some blocks, with the block of each letter. */
interface SearchedBlocks {
  letters: FoldedText
  /** Index of the first letter of each block, and the page of each block. */
  firsts: number[]
  pages: number[]
}

/**
 * Finds the places of quotations in a text: on the given page, on a neighboring page, else anywhere, exact matches
 * before similar ones; null for a quotation that does not occur. Many quotations take about as long as one.
 */
export async function placeQuotes(
  ctx: ReaderContext,
  text: ReadyText,
  quotes: QuoteQuery[],
): Promise<(QuotePlace | null)[]> {
  const collector = createBlockCollector()
  for await (const part of iterateBlocks(ctx, text)) for (const block of part) collector.add(block)
  return placeInBlocks(collector.done(), quotes)
}

/** Maximum number of blocks of a page and its neighbors; in formats without pages all blocks are on one page. */
const MAX_NEARBY_BLOCKS = 400

/**
 * Finds the place of one quotation: an exact match near the given place, else anywhere; else a similar place, near the
 * given one first.
 */
export async function placeQuote(
  ctx: ReaderContext,
  text: ReadyText,
  quote: QuoteQuery,
): Promise<QuotePlace | null> {
  const collector = createBlockCollector()
  for (const block of await loadNeighborhood(ctx, text, quote)) collector.add(block)
  const [near = null] = await placeInBlocks(collector.done(), [quote])
  if (near?.exact) return near
  const [place = null] = await placeQuotes(ctx, text, [quote])
  return place?.exact ? place : (near ?? place)
}

async function loadNeighborhood(ctx: ReaderContext, text: ReadyText, { page, start, quote }: QuoteQuery) {
  if (start !== null)
    return findBlocksAt(ctx, text, Math.max(0, start - quote.length), start + 2 * quote.length)
  if (page === null) return []
  const pages = { page_from: page - 1, page_to: page + 1 }
  const blocks = await findBlocksOnPages(ctx, text, { ...pages, after: -1, limit: MAX_NEARBY_BLOCKS })
  return blocks.length < MAX_NEARBY_BLOCKS ? blocks : []
}

function createBlockCollector() {
  const letters = createLetterCollector()
  const firsts: number[] = []
  const pages: number[] = []
  return {
    add({ block, start }: PlacedBlock): void {
      if (block.type === 'other' || block.text === '') return
      firsts.push(letters.size())
      pages.push(block.page)
      letters.add(block.text, start)
    },
    done: (): SearchedBlocks => ({ letters: letters.done(), firsts, pages }),
  }
}

async function placeInBlocks(searched: SearchedBlocks, quotes: QuoteQuery[]): Promise<(QuotePlace | null)[]> {
  const folded = await foldQuotes(quotes)
  const search = findQuotes(searched.letters.text, folded)
  let step = search.next()
  while (!step.done) {
    await yieldToEventLoop()
    step = search.next()
  }
  const hitsByQuote = step.value
  const places: (QuotePlace | null)[] = []
  for (const [at, quote] of quotes.entries()) {
    places.push(bestHit(searched, quote, hitsByQuote.get(folded[at] ?? '') ?? []))
    if (at % QUOTES_PER_TURN === QUOTES_PER_TURN - 1) await yieldToEventLoop()
  }
  return places
}

/** Number of quotations placed, and of letters folded, before other tasks get a turn. */
const QUOTES_PER_TURN = 500
const LETTERS_PER_STEP = 100_000

async function foldQuotes(quotes: QuoteQuery[]): Promise<string[]> {
  const all: string[] = []
  let since = 0
  for (const { quote } of quotes) {
    all.push(foldQuote(quote))
    since += quote.length
    if (since < LETTERS_PER_STEP) continue
    since = 0
    await yieldToEventLoop()
  }
  return all
}

/** Returns the hit nearest to the expected page, exact before similar, with most of the expected context, nearest first. */
function bestHit(searched: SearchedBlocks, quote: QuoteQuery, hits: QuoteHit[]): QuotePlace | null {
  const [prefix, suffix] = [foldQuote(quote.prefix), foldQuote(quote.suffix)]
  const ranked = hits
    .map((hit) => {
      const place = toQuotePlace(searched, hit)
      return {
        place,
        sharedContext: contextOverlap(searched, hit, prefix, suffix),
        pages: pageDistance(place, quote),
        letters: offsetDistance(place, quote),
      }
    })
    .toSorted(
      (one, other) =>
        one.pages - other.pages ||
        Number(other.place.exact) - Number(one.place.exact) ||
        other.sharedContext - one.sharedContext ||
        one.letters - other.letters,
    )
  return ranked[0]?.place ?? null
}

/** Returns 0 for the given page or none given, 1 for a neighboring page, 2 for any other. */
const pageDistance = ({ page }: QuotePlace, { page: expected }: QuoteQuery): number =>
  expected === null ? 0 : Math.min(2, Math.abs(page - expected))

const offsetDistance = ({ start }: QuotePlace, { start: expected }: QuoteQuery): number =>
  expected === null ? 0 : Math.abs(start - expected)

/** Returns the number of letters before and after a place that agree with the expected context. */
function contextOverlap(
  { letters: { text } }: SearchedBlocks,
  { from, to }: QuoteHit,
  before: string,
  behind: string,
): number {
  let shared = 0
  while (shared < before.length && text[from - 1 - shared] === before[before.length - 1 - shared]) shared += 1
  let ahead = 0
  while (ahead < behind.length && text[to + ahead] === behind[ahead]) ahead += 1
  return shared + ahead
}

/** Converts a hit to offsets in the canonical text; its page is that of the block in which it begins. */
function toQuotePlace({ letters, firsts, pages }: SearchedBlocks, { from, to, exact }: QuoteHit): QuotePlace {
  let low = 0
  let high = firsts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((firsts[middle] ?? 0) <= from) low = middle
    else high = middle - 1
  }
  return { start: letters.starts[from] ?? 0, end: letters.ends[to - 1] ?? 0, page: pages[low] ?? 1, exact }
}
