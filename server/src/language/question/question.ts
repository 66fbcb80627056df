import { anyOf } from '../phrases.ts'
import { contentWords } from './content-words.ts'
import { normalizeQuestion } from './normalize-question.ts'
import { type QuestionType, questionType } from './question-type.ts'

export type Language = 'zh' | 'en'

/** A question prepared for the search engine. */
export interface Question {
  /** The question without the courtesies around it, as `normalizeQuestion` returns it. */
  text: string
  /** The language to answer in. */
  language: Language
  type: QuestionType
  /** Its content words, separated by spaces; empty when it names no subject ("summarize these papers"). */
  query: string
}

/** Bounds the text from which the type and the query are read, in UTF-16 units. */
const MAX_QUESTION_CHARS = 4_000
/** A title or quotation, which does not tell the language of a question. */
const QUOTED_TITLE = /《[^《》]{1,300}》|“[^“”]{1,300}”|"[^"]{1,300}"/gu

/** Reads a question: its normalized text, language, type and content words. */
export function readQuestion(written: string): Question {
  const text = normalizeQuestion(written)
  // 「《Attention is all you need》用了什么方法？」 is a Chinese question, whatever the language of the title.
  const withoutTitles = text.replace(QUOTED_TITLE, ' ')
  const beginning = text.slice(0, MAX_QUESTION_CHARS)
  return {
    text,
    language: detectLanguage(/\p{L}/u.test(withoutTitles) ? withoutTitles : text),
    type: questionType(beginning),
    query: contentWords(beginning),
  }
}

const ASKS_IN_CHINESE = new RegExp(
  `${anyOf('question-words/any', { language: 'zh' })}|${anyOf('question-words/requests', { language: 'zh' })}`,
  'u',
)
const ASKS_IN_ENGLISH = new RegExp(
  `^\\W*(?:please |can you |could you )?(?:${anyOf('question-words/any', { language: 'en' })}|${anyOf('question-words/requests', { language: 'en' })})`,
  'iu',
)

/**
 * Returns the language to answer in: a question asked in Chinese is Chinese, however much English (a title, a term, a
 * pasted record) it contains.
 */
function detectLanguage(text: string): Language {
  const chineseCharacters = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latinWords = text.match(/[a-z]+/gi)?.length ?? 0
  const isMostlyChinese = chineseCharacters >= latinWords
  return isMostlyChinese || (ASKS_IN_CHINESE.test(text) && !ASKS_IN_ENGLISH.test(text)) ? 'zh' : 'en'
}
