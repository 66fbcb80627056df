import type { Citation } from '@scinav/contract'
import { analyse } from '../search/analyse/analyse.ts'
import { CHINESE_DIRECTIONS, DIRECTIONS, EMPTY } from './check-words.ts'
import { figuresIn, hasFigure } from './figures.ts'
import { locate } from './locate.ts'

export interface Checked {
  support: Citation['support']
  check: Citation['check']
}

/** What a claim says that its source would have to say too. */
interface Reading {
  stems: Set<string>
  up: boolean
  down: boolean
  not: boolean
}

const HAN = /\p{Script=Han}/u

/** A claim says little of its own where so much of it stands in the source. */
const SUPPORTED = 0.6
const RELATED = 0.3

/**
 * Compares a claim with the sentence it rests on, without a model: figures and units, names, negation, direction, and
 * how much of the claim the source says. `context` is what stands around the sentence, such as the title; names may
 * stand there. A claim in another language than its source is judged by its figures and names alone.
 */
export function checkClaim(claim: string, quote: string, context: string): Checked {
  const missing = [...missingQuotes(claim, `${quote}\n${context}`), ...missingFigures(claim, quote, context)]
  if (HAN.test(claim) !== HAN.test(quote))
    return judged(missing.length > 0 ? 'partial' : 'unchecked', missing)
  missing.push(...missingNames(claim, `${quote}\n${context}`))
  const [said, source] = [readingOf(claim), readingOf(quote)]
  const against = oppositions(said, source)
  const share = shareOf(said.stems, source.stems, readingOf(context).stems)
  if (against.length > 0) return judged('unsupported', [...missing, ...against])
  if (share < RELATED) return judged('unsupported', missing)
  return judged(missing.length === 0 && share >= SUPPORTED ? 'supported' : 'partial', missing)
}

const judged = (support: Checked['support'], missing: string[]): Checked => ({
  support,
  check: { method: 'terms', located: true, missing: [...new Set(missing)] },
})

/** What a claim puts in quotes has to stand in the source. */
function missingQuotes(claim: string, source: string): string[] {
  const quotes = [...claim.matchAll(/[“「"]([^”」"]{8,})[”」"]/g)].map(([, text = '']) => text)
  return quotes.filter((text) => !locate(text, source))
}

function missingFigures(claim: string, quote: string, context: string): string[] {
  const known = [...figuresIn(quote), ...figuresIn(context)]
  return figuresIn(claim)
    .filter((figure) => !hasFigure(known, figure))
    .map(({ text }) => text)
}

/** Acronyms, names with figures, and names that are no beginning of a sentence. */
function missingNames(claim: string, source: string): string[] {
  const known = bareName(source)
  return namesIn(claim).filter((name) => !known.includes(bareName(name)))
}

const bareName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

function namesIn(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu)]
  return words
    .filter(({ 0: word, index }) => isName(word, index === 0 || /[.!?。！？]\s*$/.test(text.slice(0, index))))
    .map(([word]) => word.replace(/s$/, ''))
}

function isName(word: string, first: boolean): boolean {
  if (/^\d+$/.test(word)) return false
  if (/\p{Lu}.*\p{Lu}/u.test(word) || (/\p{L}/u.test(word) && /\d/.test(word) && /\p{Lu}/u.test(word)))
    return true
  return !first && /^\p{Lu}\p{Ll}{2,}/u.test(word)
}

function readingOf(text: string): Reading {
  const stems = new Set<string>()
  for (const { term } of analyse(text)) if (!term.startsWith('=') && !EMPTY.has(term)) stems.add(term)
  const words = new Set([...stems, ...(text.toLowerCase().match(/[a-z]+/g) ?? [])])
  const says = (kind: keyof typeof DIRECTIONS) =>
    [...words].some((word) => DIRECTIONS[kind].has(word)) || text.search(CHINESE_DIRECTIONS[kind]) >= 0
  return { stems, up: says('up'), down: says('down'), not: says('not') || /n['’]t\b/.test(text) }
}

/** Where claim and source go opposite ways. */
function oppositions(claim: Reading, source: Reading): string[] {
  const turned = claim.not !== source.not
  const opposite =
    (claim.up && !claim.down && source.down && !source.up) ||
    (claim.down && !claim.up && source.up && !source.down)
  if (turned === opposite) return []
  return [turned ? 'negation' : 'direction']
}

/** How much of a claim its source says; what only stands around the source counts half. */
function shareOf(claim: Set<string>, source: Set<string>, context: Set<string>): number {
  if (claim.size === 0) return 0
  let said = 0
  for (const stem of claim) said += source.has(stem) ? 1 : context.has(stem) ? 0.5 : 0
  return said / claim.size
}
