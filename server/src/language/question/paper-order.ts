import { phrasePattern } from '../phrases.ts'

/** The papers that a question wants first; null when it states no order. */
export type PaperOrder = 'newest' | 'overviews' | null

const NEWEST = phrasePattern('papers/newest')
const OVERVIEW = phrasePattern('papers/overviews')
/** Questions about where to begin with a subject, for which overviews come first. */
export const WHERE_TO_BEGIN = phrasePattern('papers/where-to-begin')

/** Bounds the text that is read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 1_000

/** Returns the order that a question requests; newest first takes precedence over overviews. */
export function requestedOrder(question: string): PaperOrder {
  const text = question.slice(0, MAX_QUESTION_CHARS)
  if (NEWEST.test(text)) return 'newest'
  return OVERVIEW.test(text) || WHERE_TO_BEGIN.test(text) ? 'overviews' : null
}

const OVERVIEW_TITLE = phrasePattern('papers/overview-title')

/** Returns whether a title announces an overview of other work. */
export const isOverviewTitle = (title: string): boolean => OVERVIEW_TITLE.test(title)
