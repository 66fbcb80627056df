import { countWords, type WrittenLanguage } from '../../platform/foundation/written-language.ts'
import { anyOf, phrasePattern } from '../phrases.ts'
import { ownWords } from '../text/own-words.ts'
import { readQuestion } from './question.ts'

/**
 * Returns a pattern of wishes for an answer in a language.
 *
 * @param namesList the list of the names of the language, such as `languages/english`.
 */
function wishPattern(namesList: string): RegExp {
  // "answer the question in English"
  const written = `${anyOf('languages/write', { language: 'en' })}(?: [a-z]{1,8}){0,2} (?:in|to|into) (?:simplified )?${anyOf(namesList, { language: 'en' })}`
  // 用英文来写
  const said = `(?:用|以|使用)(?:简体)?${anyOf(namesList, { language: 'zh' })}来?${anyOf('languages/write', { language: 'zh' })}`
  // 译成中文
  const turned = `${anyOf('languages/turn', { language: 'zh' })}(?:成|为)(?:简体)?${anyOf(namesList, { language: 'zh' })}`
  return new RegExp(`${written}|${said}|${turned}`, 'iu')
}

/** Matches wishes for the language of an answer. */
const WISHES = [
  { language: 'zh', pattern: wishPattern('languages/chinese') },
  { language: 'en', pattern: wishPattern('languages/english') },
] as const
/** Matches other wishes about a language, which leave the language of the answer open. */
const OTHER_WISH = phrasePattern('languages/written-in')
/** A question of fewer words may be a name or a term, which does not tell its writer's language. */
const MIN_QUESTION_WORDS = 3
/** The most words of the other language in a question, as a share of its own: Chinese ones are full of Latin terms. */
const MAX_FOREIGN_SHARE = { zh: 1, en: 0.15 } as const

/**
 * Returns the language in which an answer has to be: the one that the question asks for, else its own. Null when it is
 * unclear: the question is short or mixed, asks for both, or speaks of a language in another way. Its own
 * language is judged without quotations, titles, code and formulas.
 */
export function answerLanguage(question: string): WrittenLanguage | null {
  const wished = WISHES.filter(({ pattern }) => pattern.test(question))
  if (wished.length > 0) return wished.length === 1 ? (wished[0]?.language ?? null) : null
  if (OTHER_WISH.test(question)) return null
  const { zh, en } = countWords(ownWords(question))
  if (zh + en < MIN_QUESTION_WORDS) return null
  const { language } = readQuestion(question)
  const [own, foreign] = language === 'zh' ? [zh, en] : [en, zh]
  return foreign > own * MAX_FOREIGN_SHARE[language] ? null : language
}

/** How many times more words a text has of its own language than of the other. */
const MIN_DOMINANCE = 5

/**
 * Returns the language into which a text is to be translated: the one that a phrase names (译成英文), else the other one
 * than the text's own. Null when neither is clear. A phrase that names both means Chinese.
 */
export function translationLanguage(text: string, phrase: string): WrittenLanguage | null {
  const named = WISHES.find(({ pattern }) => pattern.test(phrase))
  if (named) return named.language
  const { zh, en } = countWords(text)
  if (zh > en * MIN_DOMINANCE) return 'en'
  return en > zh * MIN_DOMINANCE ? 'zh' : null
}
