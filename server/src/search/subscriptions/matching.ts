import { curatedTopics } from '../../library/dictionaries/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { searchPapers } from '../engine/index.ts'
import type * as subscriptions from './subscription.store.ts'

/** The kind and value that a subscription follows. */
export type Interest = Pick<subscriptions.SubscriptionRow, 'kind' | 'value'>

/**
 * Returns the search that expresses an interest. Only the kind `query` is parsed as a query; other values are a topic
 * or a name.
 */
export function interestQuery({ kind, value }: Interest): string {
  if (kind === 'query') return value
  // A quotation mark would end the phrase.
  const phrase = value.replace(/[\s"“”„‟]+/g, ' ').trim()
  if (kind === 'journal') return `JN="${phrase}"`
  if (kind === 'author') return `AU="${phrase}"`
  // The kind is a topic.
  const curated = curatedTopics.find(({ name, name_en }) => name === phrase || name_en === phrase)
  if (curated) return topicQuery([curated.name, curated.name_en])
  return isPlainWords(phrase) ? phrase : topicQuery([phrase])
}

/**
 * Returns whether a text is only words, without signs or operators of the query language, unlike `A AND B` or `甲 与 乙`.
 * Plain words are searched unquoted, because only then are their translations found too.
 */
function isPlainWords(text: string): boolean {
  // 与, 或 and 非 are operators only before a space; otherwise they are part of a word.
  return (
    /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u.test(text) && !/\b(?:AND|OR|NOT|NEAR)\b|[与或非] /u.test(text)
  )
}

/** Returns the query for papers on a topic by any of its names, each a phrase; they contain no quotation marks. */
export function topicQuery(names: string[]): string {
  return names.map((name) => `"${name}"`).join(' OR ')
}

interface ResultRange {
  /** Restricts the result to papers with a greater sequence number than this one. */
  after_seq?: number
  /** Number of papers to skip, and the maximum number to return. */
  from: number
  size: number
}

/**
 * Returns the papers that match an interest, newest first.
 *
 * @throws AppError `search.too_long`
 */
export function findMatching(
  ctx: BaseContext,
  interest: Interest,
  range: ResultRange,
): Promise<{ ids: string[]; total: number }> {
  return searchPapers(ctx, { query: interestQuery(interest), sort: 'date', ...range })
}

/**
 * Returns an empty result for a search that took too long, where a list or a mail combines many searches; rethrows
 * other errors.
 */
export function emptyOnTimeout(error: unknown): { ids: string[]; total: number } {
  if (error instanceof AppError && error.id === 'search.too_long') return { ids: [], total: 0 }
  throw error
}

/**
 * Counts the papers that match a query, of those with a sequence number above `after_seq`.
 *
 * @throws AppError `search.too_long`
 */
export async function countMatching(ctx: BaseContext, query: string, after_seq = 0): Promise<number> {
  return (await searchPapers(ctx, { query, sort: 'date', from: 0, size: 0, after_seq })).total
}
