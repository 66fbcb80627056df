// Finds where quotations stand in the canonical text of a document: an annotation of another program, a citation or a
// reader's own mark names its words and perhaps a page, and the place is to be found again. Texts are compared by
// their letters and digits alone (`letters.ts`); `find-quotes.ts` finds the hits, and this file chooses the best of
// them.

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
  /** The text directly before and after it; `''` when unknown. They decide between several hits. */
  prefix: string
  suffix: string
  /** Former or expected page, from 1, and offset in the canonical text; null when unknown. */
  page: number | null
  start: number | null
}

/** The place of a quotation in the canonical text. */
export interface QuotePlace {
  /** Offsets in the canonical text, in UTF-16 code units, `end` exclusive. */
  start: number
  end: number
  /** From 1; the page on which the quotation begins. */
  page: number
  /** True for a literal match, apart from case, punctuation and spaces. */
  exact: boolean
}

/**
 * The letters of some blocks, joined; the block numbered i holds those from `firsts[i]` to before `firsts[i + 1]`.
 */
interface SearchedBlocks {
  letters: FoldedText
  /** Index of the first letter of each block, ascending. */
  firsts: number[]
  /** Page of each block. */
  pages: number[]
}

/**
 * A page and its neighbors with this many blocks or more are not read first: in formats without pages, all blocks are
 * on one page.
 */
const MAX_NEARBY_BLOCKS = 400
/** Number of quotations placed, and of code units of quotations folded, before other tasks get a turn. */
const QUOTES_PER_TURN = 500
const UNITS_PER_TURN = 100_000

/**
 * Finds the places of many quotations in a text, null for one that does not occur, in about the time that one
 * takes: the whole text is read once. Similar hits count only where there is no exact one in the text
 * (`findQuotes`). Of several hits the page decides first: the given one, a neighboring one, any other.
 */
export async function placeQuotes(
  ctx: ReaderContext,
  text: ReadyText,
  quotes: QuoteQuery[],
): Promise<(QuotePlace | null)[]> {
  const collector = createBlockCollector()
  for await (const blocks of iterateBlocks(ctx, text)) for (const block of blocks) collector.add(block)
  return placeInBlocks(collector.done(), quotes)
}

/**
 * Finds the place of one quotation, null when it does not occur: an exact match near the given place, else an
 * exact one anywhere, else a similar one near the given place, else any. Unlike `placeQuotes` it rarely reads
 * the whole text, as most quotations are near.
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

/**
 * Reads the blocks in which a quotation is expected: those within its length of the given offset, else those of the
 * given page and its neighbors; none when neither is known or the pages hold too many.
 */
async function loadNeighborhood(ctx: ReaderContext, text: ReadyText, { page, start, quote }: QuoteQuery) {
  if (start !== null)
    return findBlocksAt(ctx, text, Math.max(0, start - quote.length), start + 2 * quote.length)
  if (page === null) return []
  const pages = { page_from: page - 1, page_to: page + 1 }
  const blocks = await findBlocksOnPages(ctx, text, { ...pages, after: -1, limit: MAX_NEARBY_BLOCKS })
  return blocks.length < MAX_NEARBY_BLOCKS ? blocks : []
}

/** Creates a collector of the letters of blocks; blocks without text, such as pictures, are skipped. */
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

/** Finds the best place of each quotation in these blocks, in the order of the quotations; null where it has none. */
async function placeInBlocks(searched: SearchedBlocks, quotes: QuoteQuery[]): Promise<(QuotePlace | null)[]> {
  const folded = await foldQuotes(quotes)
  const hitsByQuote = await runInTurns(findQuotes(searched.letters.text, folded))
  const places: (QuotePlace | null)[] = []
  for (const [at, quote] of quotes.entries()) {
    places.push(bestHit(searched, quote, hitsByQuote.get(folded[at] ?? '') ?? []))
    if (at % QUOTES_PER_TURN === QUOTES_PER_TURN - 1) await yieldToEventLoop()
  }
  return places
}

/** Runs a generator to its result; other tasks get a turn at each of its pauses. */
async function runInTurns<Result>(work: Generator<unknown, Result>): Promise<Result> {
  let step = work.next()
  while (!step.done) {
    await yieldToEventLoop()
    step = work.next()
  }
  return step.value
}

/** Returns the letters of each quotation, in their order. */
async function foldQuotes(quotes: QuoteQuery[]): Promise<string[]> {
  const folded: string[] = []
  let foldedSinceTurn = 0
  for (const { quote } of quotes) {
    folded.push(foldQuote(quote))
    foldedSinceTurn += quote.length
    if (foldedSinceTurn < UNITS_PER_TURN) continue
    foldedSinceTurn = 0
    await yieldToEventLoop()
  }
  return folded
}

/**
 * Returns the place of the best hit, null when there is none. In this order it is the one on or near the
 * expected page, with the most letters of the expected context, and nearest to the expected offset. The hits
 * are all exact or all similar.
 */
function bestHit(searched: SearchedBlocks, quote: QuoteQuery, hits: QuoteHit[]): QuotePlace | null {
  const [prefix, suffix] = [foldQuote(quote.prefix), foldQuote(quote.suffix)]
  const ranked = hits
    .map((hit) => {
      const place = toQuotePlace(searched, hit)
      return {
        place,
        sharedContext: contextOverlap(searched, hit, prefix, suffix),
        pageDistance: pageDistance(place, quote),
        offsetDistance: offsetDistance(place, quote),
      }
    })
    .toSorted(
      (one, other) =>
        one.pageDistance - other.pageDistance ||
        other.sharedContext - one.sharedContext ||
        one.offsetDistance - other.offsetDistance,
    )
  return ranked[0]?.place ?? null
}

/** Returns 0 for the given page or none given, 1 for a neighboring page, 2 for any other. */
const pageDistance = ({ page }: QuotePlace, { page: expected }: QuoteQuery): number =>
  expected === null ? 0 : Math.min(2, Math.abs(page - expected))

/** Returns the distance to the given offset in code units; 0 when none is given. */
const offsetDistance = ({ start }: QuotePlace, { start: expected }: QuoteQuery): number =>
  expected === null ? 0 : Math.abs(start - expected)

/**
 * Returns how many letters directly before and after a hit agree with the expected context, which is given as
 * letters.
 */
function contextOverlap(
  { letters: { text } }: SearchedBlocks,
  { from, to }: QuoteHit,
  prefix: string,
  suffix: string,
): number {
  let before = 0
  while (before < prefix.length && text[from - 1 - before] === prefix[prefix.length - 1 - before]) before += 1
  let after = 0
  while (after < suffix.length && text[to + after] === suffix[after]) after += 1
  return before + after
}

/** Converts a hit to offsets in the canonical text; its page is that of the block in which it begins. */
function toQuotePlace({ letters, firsts, pages }: SearchedBlocks, { from, to, exact }: QuoteHit): QuotePlace {
  const page = pages[lastAtMost(firsts, from)] ?? 1
  return { start: letters.starts[from] ?? 0, end: letters.ends[to - 1] ?? 0, page, exact }
}

/** Returns the index of the last element of an ascending list that is not above `limit`; 0 when all are. */
function lastAtMost(ascending: number[], limit: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
