import { fold } from './fold.ts'
import { inChineseOrder, isPinyinSurname, type LatinName, nameWords, splitLatinName } from './latin-name.ts'
import { type ChineseName, readGiven, readSurname, splitChineseName } from './pinyin.ts'

/**
 * Returns the terms by which an author is found, each once, folded, in no particular order; [] for a name without
 * letters. Terms of several words have single spaces between them.
 *
 * 张晓明: the whole name, surname and given name in Chinese; in pinyin both orders, joined (`zhangxiaoming`) and spaced
 * (`xiaoming zhang`, `xiao ming zhang`), each part alone, with initials (`zhang xm`, `x zhang`) and `zxm`. Yann LeCun:
 * `yann`, `lecun`, `yann lecun`, `lecun yann`, `lecun y`, `y lecun`.
 */
export function nameTerms(name: string, name_zh?: string): string[] {
  const terms: string[] = []
  addTerms(terms, name)
  if (name_zh) addTerms(terms, name_zh)
  return terms
}

/** Adds the terms of one spelling of a name. */
function addTerms(terms: string[], name: string): void {
  const folded = foldNameText(name)
  if (isCjkName(folded)) addCjkTerms(terms, folded)
  else addLatinTerms(terms, name, nameOrders(folded))
}

/** Folds a name: lower case, without diacritics and in simplified characters; hyphens and commas stay. */
function foldNameText(name: string): string {
  return fold(name, false).text
}

/** Matches a character of a Chinese, Japanese or Korean name. */
const CJK_NAME_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a folded name is written in Chinese, Japanese or Korean characters. */
function isCjkName(folded: string): boolean {
  return !isAscii(folded) && CJK_NAME_CHARACTER.test(folded)
}

/** Returns whether a text is ASCII, which is tested first because most names are. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Matches a name that can be divided into surname and given name: two to four Chinese characters. */
const CHINESE_NAME = /^\p{Script=Han}{2,4}$/u

/** Adds the terms of a folded name in Chinese, Japanese or Korean characters. */
function addCjkTerms(terms: string[], folded: string): void {
  const parts = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const whole = parts.join('')
  addUnique(terms, whole)
  // A transliterated name has a point between its parts: 阿尔伯特·爱因斯坦.
  if (/[·・.]/.test(folded)) for (const part of parts) addUnique(terms, part)
  else if (CHINESE_NAME.test(whole)) addChineseTerms(terms, splitChineseName(whole))
}

/** Adds a term unless it is '' or there already. A name has about a dozen; searching these is faster than a set. */
function addUnique(terms: string[], term: string): void {
  if (term !== '' && !terms.includes(term)) terms.push(term)
}

/** Adds both parts of a Chinese name, and its pinyin in every reading of its characters. */
function addChineseTerms(terms: string[], name: ChineseName): void {
  addUnique(terms, name.surname)
  addUnique(terms, name.given)
  for (const family of readSurname(name.surname)) {
    for (const given of readGiven(name.given)) {
      addPinyinTerms(terms, family, given)
    }
  }
}

/**
 * Adds the pinyin terms of `nameTerms` for one reading of a Chinese name.
 *
 * @param given the syllables of the given name
 */
function addPinyinTerms(terms: string[], family: string, given: string[]): void {
  const joined = given.join('')
  const initials = given.map((syllable) => syllable.charAt(0)).join('')
  for (const part of [family, joined, ...given]) addUnique(terms, part)
  for (const part of [joined, given.join(' '), initials, initials.charAt(0)])
    addBothOrders(terms, part, family)
  addUnique(terms, family + joined)
  addUnique(terms, joined + family)
  addUnique(terms, family.charAt(0) + initials)
}

/** Adds two parts of a name in both orders. */
function addBothOrders(terms: string[], first: string, last: string): void {
  addUnique(terms, `${first} ${last}`)
  addUnique(terms, `${last} ${first}`)
}

/**
 * Adds the terms of a Latin name.
 *
 * @param orders readings of the name; the one as written comes first.
 */
function addLatinTerms(terms: string[], name: string, orders: LatinName[]): void {
  const { given = [], family = [] } = orders[0] ?? {}
  for (const words of [given, family]) for (const word of words) if (word.length > 1) addUnique(terms, word)
  for (const order of orders) addArrangements(terms, order)
  const joined = joinGivenName(name)
  if (joined) addBothOrders(terms, joined, family.join(' '))
}

/** Adds the family name with the given name, its first word and its initials, in both orders. */
function addArrangements(terms: string[], { given, family }: LatinName): void {
  const last = family.join(' ')
  if (last === '' || given.length === 0) {
    addUnique(terms, last)
    return
  }
  const initials = given.map((word) => word.charAt(0)).join('')
  for (const first of [joinInitials(given), given[0] ?? '', initials, initials.charAt(0)]) {
    addBothOrders(terms, first, last)
  }
}

/** Joins adjacent initials to one word: `d e knuth` → `de knuth`. */
function joinInitials(words: string[]): string {
  if (words.length === 1) return words[0] ?? ''
  return words.every((word) => word.length > 1) ? words.join(' ') : mergeInitials(words)
}

/** Joins every run of single letters among the words. */
function mergeInitials(words: string[]): string {
  return words
    .join(' ')
    .replace(/(?<=^|\s)(\p{L}(?:\s\p{L})+)(?=\s|$)/gu, (initials) => initials.replace(/\s/g, ''))
}

/** Returns the first hyphenated name as one folded word, Xiao-Ming as `xiaoming`; '' when there is none. */
function joinGivenName(name: string): string {
  if (!name.includes('-')) return ''
  const pair = /(?:^|[\s,])(\p{Lu}\p{Ll}+)-(\p{L}\p{Ll}+)(?=\s|,|$)/u.exec(name)
  return pair ? foldNameText(`${pair[1]}${pair[2]}`) : ''
}

/** Returns a folded name as it is split and, if its first word can be a Chinese surname, in Chinese order. */
function nameOrders(folded: string): LatinName[] {
  const name = splitLatinName(folded)
  const chinese = folded.includes(',') ? null : inChineseOrder(name)
  return chinese ? [name, chinese] : [name]
}

/**
 * Returns the terms under which an author is indexed: those of `nameTerms` and, if the name is known in Latin letters
 * only, a form by which its Chinese spelling finds it: `Mao-Song Sun` has `~maosong sun`. 孙茂松 and 孙懋嵩 have no such
 * term, so that a query for one of them does not find the other.
 */
export function authorTerms(name: string, name_zh?: string): string[] {
  if (name_zh) return nameTerms(name, name_zh)
  const terms: string[] = []
  const folded = foldNameText(name)
  if (isCjkName(folded)) addCjkTerms(terms, folded)
  else {
    const orders = nameOrders(folded)
    addLatinTerms(terms, name, orders)
    for (const order of orders) addLatinForm(terms, order)
  }
  return terms
}

/** Adds the form of `latinForm`, unless the name cannot be Chinese. */
function addLatinForm(terms: string[], { given, family }: LatinName): void {
  if (given.length === 0 || given.length > 2) return
  const surname = family.length === 1 ? (family[0] ?? '') : family.join('')
  if (isPinyinSurname(surname)) terms.push(latinForm(given, surname))
}

/** Returns the form by which Chinese spellings find a name in Latin letters, as described at `authorTerms`. */
const latinForm = (given: string[], family: string) => `~${given.join('')} ${family}`

/**
 * Returns the terms for a name in a query, best first, at most two; a document matches if its author has one of them.
 * `LeCun, Y.` → `lecun y`; `Xiao-Ming Zhang` → `xiao ming zhang`, `xiaoming zhang`.
 */
export function nameQueryTerms(name: string): string[] {
  const folded = foldNameText(name)
  if (isCjkName(folded)) return [joinCjk(folded)]
  const spaced = joinInitials(nameWords(folded))
  const hyphenless = joinInitials(nameWords(folded.replace(/(?<=\p{L}{2})-(?=\p{L}{2})/gu, '')))
  return [...new Set([spaced, hyphenless])].filter((term) => term !== '')
}

/** Removes everything but letters, digits and marks from a name. */
function joinCjk(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/** The most common surnames; a text that begins with another character is hardly a name. */
const CHINESE_SURNAMES = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧',
)

/**
 * Returns the forms of a Chinese name that match authors known in Latin letters only: 孙茂松 as `~maosong sun`; none for a
 * text that is hardly a name.
 */
export function latinForms(name: string): string[] {
  const folded = foldNameText(name)
  if (!/^\p{Script=Han}{2,3}$/u.test(folded) || !CHINESE_SURNAMES.has(folded.charAt(0))) return []
  const { surname, given } = splitChineseName(folded)
  return readSurname(surname).flatMap((family) =>
    readGiven(given).map((syllables) => latinForm(syllables, family)),
  )
}

/**
 * Returns a key that is equal for all spellings of a name, which may differ in order (with or without comma), case,
 * accents, points, spaces in Chinese names, and traditional characters. `LeCun, Yann` = `Yann LeCun` = `yann lecun`.
 */
export function foldName(name: string): string {
  const folded = foldNameText(name)
  if (isCjkName(folded)) return joinCjk(folded)
  const { given, family } = splitLatinName(folded)
  return joinInitials([...given, ...family])
}
