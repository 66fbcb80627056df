// Parses names of BibTeX and biblatex. LaTeX is decoded afterwards, because braces determine the parts of a name.
import type { Creator } from '@scinav/contract'
import { markOthers, splitNames } from '../fields/name-lists.ts'
import {
  bodyName,
  type CreatorRole,
  isSuffix,
  type NameParts,
  nameFromParts,
  parseName,
  withSuffix,
} from '../fields/names.ts'
import { latexToText } from './latex.ts'

/**
 * Parses `A and B and others`, `and` in any letter case, into creators in their order; `others` marks the last of them.
 * None for undefined.
 */
export function bibtexNames(text: string | undefined, role: CreatorRole): Creator[] {
  if (!text) return []
  const names = splitOutside(
    text.replace(/(?<![\s,])[\s,]+(?:(?:and|&)\s+)?(?:et\s+al\.?|others)\s*$/i, ' and others'),
    /(?<!\s)\s+and(?=\s)/,
  ).filter((name) => name !== '')
  const creators = names
    .flatMap(splitUnjoinedNames)
    .map((name): Creator => ({ ...parseBibtexName(name), role, affiliations: [] }))
  return markOthers(creators.filter((creator) => creator.name !== ''))
}

/** Splits a text at a separator outside of braces and environments; the pieces are trimmed and may be ''. */
function splitOutside(text: string, separator: RegExp): string[] {
  const tokens = new RegExp(`\\\\begin\\b|\\\\end\\b|\\\\.|[{}]|${separator.source}`, 'gis')
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const found of text.matchAll(tokens)) {
    const [token] = found
    if (token === '{' || token === '\\begin') depth++
    else if (token === '}' || token === '\\end') depth--
    else if (depth === 0 && !token.startsWith('\\')) {
      parts.push(text.slice(from, found.index))
      from = found.index + token.length
    }
  }
  parts.push(text.slice(from))
  return parts.map((part) => part.trim())
}

/** Matches the beginning of biblatex's labeled form: `given=`, `family-i =`. */
const LABELED_NAME = /^"?\s*(?:given|family|prefix|suffix)(?:-i)?\s*=/i

/** Splits lists that are not joined by `and`: `Ness, Ada; Ruud, Bo`, `Ness, A., Ruud, B.`, `李岩, 王平, 等`. */
function splitUnjoinedNames(name: string): string[] {
  // A single Chinese name has at most one comma, another one at most two: `Last, Jr, First`.
  const maxParts = /\p{Script=Han}/u.test(name) ? 2 : 3
  const isList = splitOutside(name, /[;；、]/).length > 1 || splitOutside(name, /[,，]/).length > maxParts
  return isList && !LABELED_NAME.test(name) ? splitNames(latexToText(name)) : [name]
}

/** Parses one name; one in braces alone is that of a body, unless it is Chinese. */
function parseBibtexName(text: string): NameParts {
  if (/^\{.*\}$/s.test(text) && splitOutside(text, /\s+/).length === 1) {
    const literal = latexToText(text).trim()
    return /^\p{Script=Han}+$/u.test(literal) ? parseName(literal) : bodyName(literal)
  }
  if (LABELED_NAME.test(text)) return parseLabeledName(text)
  const parts = splitOutside(text, /,/).filter((part) => part !== '')
  const [family = '', second = '', third = ''] = parts
  if (parts.length < 2)
    return /\p{Script=Han}/u.test(family) ? parseName(latexToText(family)) : parseNaturalName(family)
  if (third === '' && isSuffix(second)) return withSuffix(parseNaturalName(family), latexToText(second))
  // BibTeX puts a suffix in the middle, other programs at the end.
  const [given, junior] = third === '' || isSuffix(third) ? [second, third] : [third, second]
  return withSuffix(nameFromParts(latexToText(family), latexToText(given)), latexToText(junior))
}

/** Parses the labeled form of biblatex: `given=Hans, family=Harman, prefix=von, suffix=Jr`. */
function parseLabeledName(text: string): NameParts {
  const parts = new Map<string, string>()
  for (const part of splitOutside(text, /,/)) {
    const found = /^"?\s*([a-z-]+)\s*=(.*)$/is.exec(part)
    if (found)
      parts.set((found[1] ?? '').toLowerCase(), latexToText((found[2] ?? '').trimStart().replace(/"$/, '')))
  }
  const family = [parts.get('prefix'), parts.get('family')].filter((part) => part).join(' ')
  const name = nameFromParts(family, parts.get('given') ?? '')
  return withSuffix(name, parts.get('suffix'))
}

/** Parses `First von Last Jr.`; the particle starts at the first lower-case word and belongs to the family name. */
function parseNaturalName(text: string): NameParts {
  const words = splitOutside(text, /\s+/).filter((word) => word !== '')
  const junior = words.length > 2 && isSuffix(words.at(-1) ?? '') ? words.pop() : undefined
  const particleAt = words.slice(0, -1).findIndex(isParticle)
  const familyAt = particleAt < 0 ? words.length - 1 : particleAt
  return withSuffix(
    nameFromParts(decodeWords(words.slice(familyAt)), decodeWords(words.slice(0, familyAt))),
    junior,
  )
}

/** Returns whether a word is a particle such as `von` or `de la`: it starts in lower case outside of braces. */
function isParticle(word: string): boolean {
  return !word.startsWith('{') && /^\p{Ll}/u.test(latexToText(word))
}

/** Joins words of LaTeX and converts them to plain text. */
const decodeWords = (words: readonly string[]): string => latexToText(words.join(' '))

/** Adds ORCID iDs from biblatex annotations: `1="0000-0002-4751-4637"; 2="…"`, with creators numbered from 1. */
export function applyAnnotations(creators: readonly Creator[], annotation: string | undefined): void {
  for (const [, number, value] of (annotation ?? '').matchAll(/(?<!\d)(\d+)\s*=\s*"([^"]*)"/g)) {
    const creator = creators[Number(number) - 1]
    if (creator && value) creator.orcid = value
  }
}
