/** A language in which texts are written. */
export type WrittenLanguage = 'zh' | 'en'

const HAN_CHARACTER = /\p{Script=Han}/gu
const LATIN_WORD = /\p{Script=Latin}{2,}/gu
const HAN_CHARACTERS_PER_WORD = 1.7
/** Fewer words of another language may be names, which stay as they are. */
const MIN_FOREIGN_WORDS = 6
/** A text has (almost) none of its own words when they are fewer than this share of the others. */
const MIN_OWN_SHARE = { zh: 0.15, en: 1 } as const

/** Returns the number of words of a text by language; that of Chinese is estimated from its characters. */
export const countWords = (text: string): Record<WrittenLanguage, number> => ({
  zh: (text.match(HAN_CHARACTER)?.length ?? 0) / HAN_CHARACTERS_PER_WORD,
  en: text.match(LATIN_WORD)?.length ?? 0,
})

/**
 * Returns whether a text that should be in `language` is in the other one: it has several words of that one and
 * (almost) none of its own.
 */
export function isInOtherLanguage(text: string, language: WrittenLanguage): boolean {
  const { zh, en } = countWords(text)
  const [own, foreign] = language === 'zh' ? [zh, en] : [en, zh]
  return foreign >= MIN_FOREIGN_WORDS && own < foreign * MIN_OWN_SHARE[language]
}
