import { simplifyCharacter } from './traditional.ts'

const CJK_CHARACTER = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u
const LETTER_EXPANSIONS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }),
)

/**
 * Returns the search form of one character, a base with its combining marks: NFKC, lower case, Latin and Greek letters
 * without diacritics, traditional characters simplified, one kind of hyphen and apostrophe. Symbols that NFKC would
 * turn into letters (™) become a space, and invisible characters are removed.
 */
export function foldCharacter(character: string): string {
  if (/^[©®™℠…\u200b]/.test(character)) return ' '
  const visible = character.replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
  return Array.from(stripDiacritics(visible.normalize('NFKC').toLowerCase()), foldLetter).join('')
}

function stripDiacritics(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  const apart = text.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '$1')
  return apart.normalize('NFC')
}

function foldLetter(letter: string): string {
  if (CJK_CHARACTER.test(letter)) return simplifyCharacter(letter)
  if (/[\u2010-\u2013\u2212]/.test(letter)) return '-'
  if (/[\u2018\u2019\u02bc\u2032]/.test(letter)) return "'"
  if (/[\ud800-\udfff]/.test(letter) && /[^\p{L}\p{N}\p{M}]/u.test(letter)) return ' '
  return LETTER_EXPANSIONS.get(letter) ?? letter
}
