import { curatedTopics } from '../../library/dictionaries/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { searchPapers } from '../engine/index.ts'
import type * as subscriptions from './subscription.store.ts'

/** What is followed. */
export type Interest = Pick<subscriptions.SubscriptionRow, 'kind' | 'value'>

/** The search that means an interest. Only a query is read as one; other values are a topic or a name. */
export function interestQuery({ kind, value }: Interest): string {
  if (kind === 'query') return value
  const plain = value.replace(/[\s"“”„‟]+/g, ' ').trim()
  if (kind === 'journal') return `JN="${plain}"`
  if (kind === 'author') return `AU="${plain}"`
  const curated = curatedTopics.find(({ name, name_en }) => name === plain || name_en === plain)
  if (curated) return topicQuery([curated.name, curated.name_en])
  return isPlainWords(plain) ? plain : topicQuery([plain])
}

/** Words that hold no sign and no operator of the query language, so that they also find their translations. */
function isPlainWords(text: string): boolean {
  return (
    /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u.test(text) && !/\b(?:AND|OR|NOT|NEAR)\b|[与或非] /u.test(text)
  )
}

/** Papers about a topic, by any of its names, each as it is written. */
export function topicQuery(names: string[]): string {
  return names.map((name) => `"${name}"`).join(' OR ')
}

interface ResultRange {
  /** Only papers that arrived after the one with this number. */
  after_seq?: number
  from: number
  size: number
}

/** Papers that match an interest, newest first. */
export function findMatching(
  ctx: BaseContext,
  interest: Interest,
  part: ResultRange,
): Promise<{ ids: string[]; total: number }> {
  return searchPapers(ctx, { query: interestQuery(interest), sort: 'date', ...part })
}

/** Of a search that takes too long nothing is found, where a list or a mail is made of many. */
export function emptyOnTimeout(error: unknown): { ids: string[]; total: number } {
  if (error instanceof AppError && error.id === 'search.too_long') return { ids: [], total: 0 }
  throw error
}

/** How many papers match a query. */
export async function countMatching(ctx: BaseContext, query: string, after_seq = 0): Promise<number> {
  return (await searchPapers(ctx, { query, sort: 'date', from: 0, size: 0, after_seq })).total
}
