import { wordSet, words } from '../phrases.ts'
import { plainWords } from './plain-words.ts'

/**
 * English function words, words that name no subject, and words that form a question or name the kind of answer; they are
 * dropped from the query.
 */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set([
  ...plainWords('en'),
  ...words('en', 'sentences/function-words'),
  ...words('en', 'question-words/stop-words'),
])

/** Chinese phrases of that kind, longest first; they are removed before the text is segmented. */
export const CHINESE_STOP_PHRASES = words('zh', 'question-words/stop-phrases').toSorted(
  (a, b) => b.length - a.length,
)

/** Chinese words of that kind; they are removed after the text is segmented. */
export const CHINESE_STOP_WORDS = new Set([...plainWords('zh'), ...words('zh', 'question-words/stop-words')])
/** Single characters that are dropped at the end of a run but may begin a term: 句法网络强 against 强监督. */
export const CHINESE_FINAL_STOP_WORDS = wordSet('zh', 'question-words/final-stop-words')
