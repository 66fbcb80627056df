import type { Creator } from '@scinav/contract'
import { fold } from '@scinav/search'
import { unscanned } from './alike.ts'

type PersonName = Pick<Creator, 'family' | 'given'>

interface Token {
  /** As written, without marks of letters. */
  word: string
  /** The folded word, with one sign for all that look like it. */
  form: string
  /** What stands between this word and the one before it. */
  before: string
}

/** In small letters: Le and Di are given names too. */
const PARTICLE = /^(?:von|van|der|den|de|la|le|du|di|da|dos|del|ter|zu|zur|el|bin|ibn|al)$/u
const SUFFIX = /^(?:jr|sr|ii|iii|iv)$/iu
/** An initial Y joins nothing. */
const JOINS = /^(?:and|AND|et|ET|with|und|y|others|[Ee]ds?)$/u
/** What separates one name from the next, or a family name from the given names behind it. */
const SEPARATOR = /[,，;；、&…()（）“"]/u

const tokensOf = (text: string): Token[] =>
  [
    ...text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map((match, at, all) => {
    const last = all[at - 1]
    return {
      word: match[0],
      form: unscanned(fold(match[0], false).text),
      before: match.input.slice(last ? last.index + last[0].length : 0, match.index),
    }
  })

/** Returns the family name's last word as tokens have it: `meer` of `van der Meer`. */
const lastForm = ({ family = '' }: PersonName): string => tokensOf(family).at(-1)?.form ?? ''

/**
 * Returns whether the given names beside each family name begin as the record's do, wherever an entry states them: before
 * the family name (`W. Zhang`) or behind it (`Zhang W`, `Zhang, Wei`).
 *
 * @param text the names of an entry, and nothing else.
 */
export function givenNamesAgree(authors: readonly PersonName[], text: string): boolean {
  const tokens = tokensOf(text)
  const families = new Set(authors.map(lastForm))
  const isInverted = authors.some((author) => tokens[0]?.form === tokensOf(author.family ?? '')[0]?.form)
  return authors.every((author) => {
    const places = tokens.flatMap(({ form }, at) => (form === lastForm(author) ? [at] : []))
    if (places.length === 0 || !author.given) return true
    return places.some((at) => {
      const [before, behind] = [wordsBefore(tokens, at, author), wordsBehind(tokens, at, families)]
      const stated = [before, isInverted || before.length === 0 ? behind : []].filter(
        ({ length }) => length > 0,
      )
      return stated.length === 0 || stated.some((words) => agree(words, author.given ?? ''))
    })
  })
}

function wordsBefore(tokens: readonly Token[], at: number, { family = '' }: PersonName): string[] {
  const words: string[] = []
  for (let place = at; place > 0 && !SEPARATOR.test(tokens[place]?.before ?? ''); place -= 1) {
    const { word = '' } = tokens[place - 1] ?? {}
    if (JOINS.test(word)) break
    words.unshift(word)
  }
  const leading = tokensOf(family).slice(0, -1)
  const { length } = words
  const isLed = leading.every(
    ({ word }, each) => words[length - leading.length + each]?.toLowerCase() === word.toLowerCase(),
  )
  return isLed ? words.slice(0, length - leading.length) : words
}

function wordsBehind(tokens: readonly Token[], at: number, families: ReadonlySet<string>): string[] {
  const words: string[] = []
  for (const { word, form, before } of tokens.slice(at + 1)) {
    const isFirst = words.length === 0
    const isNext = isFirst ? !/^[,，]?$/u.test(before.trim()) : SEPARATOR.test(before)
    // Family names alone: LeCun, Bengio & Hinton.
    if (isNext || JOINS.test(word) || /\d/.test(word) || (isFirst && families.has(form))) break
    words.push(word)
  }
  return words
}

/** Initials that are written together are as long as this: `JR`. */
const MAX_JOINED_INITIALS = 3

const isInitials = (word: string): boolean => word.length <= MAX_JOINED_INITIALS && /^\p{Lu}+$/u.test(word)

function initialsOf(words: readonly string[]): string[] {
  const names = words.filter((word, at) => !PARTICLE.test(word) && (at === 0 || !SUFFIX.test(word)))
  return names
    .flatMap((word) => (isInitials(word) ? [...word] : [word.charAt(0)]))
    .map((letter) => unscanned(letter.toLowerCase()))
}

/** Compares the first two initials, and whole names where both sides have them: `Wei`, `Weidong` and `Wei-dong` agree. */
function agree(stated: readonly string[], given: string): boolean {
  const known = tokensOf(given).map(({ word }) => word)
  const [a, b] = [initialsOf(stated), initialsOf(known)]
  if (a.length === 0 || b.length === 0 || formOf(known).startsWith(formOf(stated))) return true
  if (a[0] !== b[0] || (a[1] !== undefined && b[1] !== undefined && a[1] !== b[1])) return false
  const [one = '', other = ''] = [stated[0], known[0]]
  if (isInitials(one) || isInitials(other)) return true
  const [whole, knownWhole] = [formOf(stated), formOf(known)]
  return whole.startsWith(formOf([other])) || knownWhole.startsWith(formOf([one]))
}

const formOf = (words: readonly string[]): string => unscanned(fold(words.join(''), false).text)
