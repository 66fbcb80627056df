/**
 * Returns the names of a claim that neither its source nor the other evidence has. An acronym whose letters
 * begin consecutive words of the source is no missing name, nor is one in brackets behind the words that it stands for.
 */
export function missingNames(claim: string, source: string, offered: string): string[] {
  const known = lettersAndDigits(withLatinLetters(`${source}\n${offered}`))
  const initials = initialsOf(source)
  const names = claim.matchAll(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}/-]*/gu)
  const missing = [...names].filter(({ 0: name, index }) => {
    // A plural in the claim may be a singular in the source; the result keeps the word of the claim.
    const singular = name.replace(/s$/, '')
    const isSpelledOut = ACRONYM.test(singular) && initials.includes(singular.toLowerCase())
    return (
      isName(name) &&
      !isSpelledOut &&
      !abbreviatesWords(singular, claim.slice(0, index), known) &&
      !isKnown(singular, known)
    )
  })
  return missing.map(([name]) => name)
}

/** A Chinese term before a bracket; longer terms are compared by their end. */
const HAN_TERM_BEFORE_BRACKET = /\p{Script=Han}{2,6}(?=[(（]$)/u

/**
 * Returns whether a name stands in a bracket behind what it abbreviates: words whose first letters it has, or a Chinese
 * term that the source has, given as `lettersAndDigits`.
 *
 * @param before the text before the name.
 */
function abbreviatesWords(name: string, before: string, source: string): boolean {
  if (!/[(（]$/.test(before)) return false
  const [term] = HAN_TERM_BEFORE_BRACKET.exec(before) ?? []
  return term === undefined ? initialsOf(before).endsWith(name.toLowerCase()) : source.includes(term)
}

/** The Latin letters and the English names of the letters of the Greek alphabet. */
const GREEK_LETTERS = new Map(
  (
    'α:a:alpha β:b:beta γ:g:gamma δ:d:delta ε:e:epsilon ζ:z:zeta η:h:eta θ:th:theta ι:i:iota κ:k:kappa λ:l:lambda ' +
    'μ:m:mu ν:n:nu ξ:x:xi ο:o:omicron π:p:pi ρ:r:rho σ:s:sigma ς:s:sigma τ:t:tau υ:u:upsilon φ:f:phi χ:c:chi ψ:ps:psi ω:o:omega'
  )
    .split(' ')
    .map((line) => line.split(':'))
    .map(([greek = '', latin = '', name = '']) => [greek, { latin, name }]),
)

/** Returns a text, followed by itself with Latin letters and then with names in place of Greek letters: ε4, E4, epsilon4. */
function withLatinLetters(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  if (!/\p{Script=Greek}/u.test(lower)) return text
  const replaced = (by: 'latin' | 'name') =>
    lower.replace(/\p{Script=Greek}/gu, (letter) => GREEK_LETTERS.get(letter)?.[by] ?? letter)
  return [text, replaced('latin'), replaced('name')].join('\n')
}

/**
 * Tells whether a text, given as `lettersAndDigits`, has a name as it is, its parts (RANK-RANKL), the part of
 * it that is a name (HIV-positive, M2-like, siRNA), or the name without a number where it has none (Dscam for Dscam1,
 * but not GPT-3 for GPT-4).
 */
function isKnown(name: string, text: string): boolean {
  const has = (part: string) => text.includes(lettersAndDigits(part))
  if (has(name)) return true
  const parts = name.split(/[-/]/).filter((part) => !/^\p{Ll}{3,}$/u.test(part))
  if (parts.every((part) => /\p{L}[\p{L}\d]|\d\p{L}/u.test(part) && has(part))) return true
  const [, core] = /^\p{Ll}+(\p{Lu}{3,})\p{Ll}*$/u.exec(name) ?? []
  if (core !== undefined) return has(core)
  const [, letters] = /^(\p{L}{4,})\d+$/u.exec(name) ?? []
  return letters !== undefined && has(letters) && !new RegExp(`${letters.toLowerCase()}\\d`).test(text)
}

/** Shorter acronyms are the initials of some words in nearly every text. */
const ACRONYM = /^\p{Lu}{3,}$/u

/** Returns the first letters of all words of a text, in lower case. */
const initialsOf = (text: string): string =>
  Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ([word]) => word.charAt(0))
    .join('')
    .toLowerCase()

/** Tells whether a word has two capitals, or a capital and a digit: XLM-R, BLEU, GPT2; but not a number: 120K, II. */
function isName(word: string): boolean {
  if (/^(?:\d+\p{L}|[IVX]+)$/u.test(word)) return false
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0
  return capitals >= 2 || (capitals === 1 && /\d/.test(word))
}

/** Returns the letters and digits of a text in lower case, without what is between them. */
const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
