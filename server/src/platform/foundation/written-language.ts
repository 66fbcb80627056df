/** A language in which texts are written. */
export type WrittenLanguage = 'zh' | 'en'

const HAN_CHARACTER = /\p{Script=Han}/gu
const LATIN_WORD = /\p{Script=Latin}{2,}/gu
const HAN_CHARACTERS_PER_WORD = 1.7
/** Fewer words of another language may be names, which stay as they are. */
const MIN_FOREIGN_WORDS = 6
/** The least words of its own language, as a factor of the foreign ones: Chinese texts are full of Latin terms. */
const MIN_OWN_SHARE = { zh: 0.15, en: 1 } as const

/** Returns the numbers of words of a text by language; those of Chinese are estimated. */
export const countWords = (text: string): Record<WrittenLanguage, number> => ({
  zh: (text.match(HAN_CHARACTER)?.length ?? 0) / HAN_CHARACTERS_PER_WORD,
  en: text.match(LATIN_WORD)?.length ?? 0,
})

/** Returns whether a text is in the other language: it has words of that one and (almost) none of its own. */
export function isInOtherLanguage(text: string, language: WrittenLanguage): boolean {
  const { [language]: own, [language === 'zh' ? 'en' : 'zh']: foreign } = countWords(text)
  return foreign >= MIN_FOREIGN_WORDS && own < foreign * MIN_OWN_SHARE[language]
}
