/** Per language: ISO 639-1, then other names in sources: ISO 639-2 in both forms, English and Chinese names. */
const LANGUAGE_NAMES = `en eng english american british 英文 英语|zh chi zho cmn chinese mandarin 中文 汉语 简体中文 cn chs
ja jpn japanese 日文 日语 jp|ko kor korean 韩文|de ger deu german ngerman deutsch 德文|fr fre fra french francais 法文
es spa spanish|pt por portuguese|it ita italian|ru rus russian 俄文|nl dut nld dutch|sv swe swedish|da dan danish
no nor norwegian|fi fin finnish|pl pol polish|cs cze ces czech|hu hun hungarian|tr tur turkish|ar ara arabic
fa per fas persian|he heb hebrew|uk ukr ukrainian|el gre ell greek|ro rum ron romanian|vi vie vietnamese|th tha thai
id ind indonesian|la lat latin|hi hin hindi|ca cat catalan|hr hrv croatian|sr srp serbian|sl slv|sk slk|bg bul`

const CODE_BY_NAME = new Map<string, string>()
for (const row of LANGUAGE_NAMES.split(/[|\n]/)) {
  const [code = '', ...others] = row.split(' ')
  for (const name of others) CODE_BY_NAME.set(name, code)
}

/**
 * Returns the ISO 639-1 code of a language: `eng`, `English`, `zh-CN`, `中文;` → `en`, `en`, `zh`, `zh`; null where the
 * text is not a language.
 */
export function normalizeLanguage(text: string | null | undefined): string | null {
  const first =
    text
      ?.trim()
      .toLowerCase()
      .split(/[\s;,_-]/)[0] ?? ''
  const code = CODE_BY_NAME.get(first)
  if (code) return code
  return /^[a-z]{2}$/.test(first) ? first : null
}

/** Short words that distinguish languages in Latin script. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  en: 'the of and for in on with to from by an is are at as its their using based between',
  fr: 'le la les des du une et pour dans sur par aux avec est au un',
  de: 'der die das und für von mit eine einer im den zur zum des auf ein als',
  es: 'el los las del para por con una en y un su la de',
  pt: 'os da dos das para uma em com na no o um ao',
  it: 'il lo gli della di per una nel dei delle con e nella alla un',
}

/** Length of the longest word of the lists; longer words need not be looked up. */
const MAX_SHORT_WORD_CHARS = 7

const LANGUAGES_BY_WORD = new Map<string, string[]>()
for (const [language, list] of Object.entries(SHORT_WORDS)) {
  for (const word of list.split(' '))
    LANGUAGES_BY_WORD.set(word, [...(LANGUAGES_BY_WORD.get(word) ?? []), language])
}

/** Letters that occur in one of the languages and not in English. */
const SPECIAL_LETTERS: readonly (readonly [string, RegExp])[] = [
  ['de', /[äöüß]/i],
  ['fr', /[éèêçàœ]/i],
  ['es', /[ñ¿¡]|ción\b/i],
  ['pt', /[ãõ]/i],
]

/** Counts for each language the short words in a title, and one vote for any of its special letters. */
function countVotes(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const vote = (language: string): void => void counts.set(language, (counts.get(language) ?? 0) + 1)
  for (const word of text.toLowerCase().replaceAll("'", ' ').split(' ')) {
    if (word.length <= MAX_SHORT_WORD_CHARS) LANGUAGES_BY_WORD.get(word)?.forEach(vote)
  }
  for (const [language, pattern] of SPECIAL_LETTERS) if (pattern.test(text)) vote(language)
  return counts
}

/**
 * Returns the language with the most words and letters; English unless another one has at least two and more than
 * English.
 */
function guessLatinLanguage(text: string): string {
  const counts = countVotes(text)
  let best = 'en'
  let bestCount = Math.max(counts.get('en') ?? 0, 1)
  for (const [language, count] of counts) {
    if (count > bestCount) {
      best = language
      bestCount = count
    }
  }
  return best
}

/**
 * Guesses the language of a title from its script and, in Latin script, from its short words; null where nothing
 * indicates one.
 */
export function guessLanguage(title: string): string | null {
  // Latin letters and punctuation, as in most titles.
  if (/^[\0-\u024f\u2010-\u2027]*$/.test(title))
    return /[a-z]{2}/i.test(title) ? guessLatinLanguage(title) : null
  if (/[\u3040-\u30ff]/.test(title)) return 'ja'
  if (/\p{Script=Han}/u.test(title)) return 'zh'
  if (/[\uac00-\ud7a3]/.test(title)) return 'ko'
  if (/[\u0400-\u04ff]{3}/.test(title)) return /[іїєґ]/i.test(title) ? 'uk' : 'ru'
  if (/[\u0600-\u06ff]{3}/.test(title)) return 'ar'
  if (/[\u0370-\u03ff]{4}/.test(title)) return 'el'
  return /[a-z]{2}/i.test(title) ? guessLatinLanguage(title) : null
}
