import type { AclPaper } from './corpus.ts'
import { createRandom, type Random } from './random.ts'

/** How a claim was made of a sentence: as it is, with a figure rounded, another one, or two exchanged. */
export type FigureEdit = 'unchanged' | 'rounded' | 'changed' | 'exchanged'

/** A claim made by rule of a sentence of an abstract, which it cites. */
export interface FigureClaim {
  edit: FigureEdit
  /** What the figure is, by the signs around it. */
  kind: FigureKind
  /** Whether the figure stands elsewhere in the claim than in the sentence. */
  is_moved: boolean
  claim: string
  sentence: string
  paper: AclPaper
}

/** What a figure is, in the order in which the rules are tried. */
const KINDS = {
  range: /\d\s?[-–]\s?$|^\s?(?:[-–]|to)\s?\d/,
  ordinal: /^(?:st|nd|rd|th)\b/,
  share: /^\s?(?:%|percent\b|per cent\b)/i,
  points: /^\s?-?(?:percentage |absolute )?(?:[A-Z]\S* )?points?\b/i,
  times: /^\s?-?(?:[x×]|times|fold)(?![a-z])/i,
  scale: /^\s?-?(?:[kmb]|thousand|million|billion)\b/i,
} as const
export type FigureKind = keyof typeof KINDS | 'bound' | 'year' | 'decimal' | 'word' | 'number'

/** Matches the end of the words before a figure that say that it is a limit or not exact: `more than `. */
const BOUND =
  /\b(?:more than|less than|fewer than|at least|at most|up to|over|under|about|around|approximately|nearly|almost)\s$/i
/** Figures in words that are changed too, by their values. */
const WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
/** The first value of `WORDS`. */
const FIRST_WORD_VALUE = 2
/** Matches a figure: `1,200`, `95.3`, `seven`; not one within a name or a longer number, such as `BERT-2` or `1.2.3`. */
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,_/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d.,]*\d)(?!-[\p{L}]|[\p{L}]{3})|(?<![\p{L}-])(?:${WORDS.join('|')})(?![\p{L}-])`,
  'giu',
)
const MIN_SENTENCE_WORDS = 8
const MAX_SENTENCE_CHARS = 400
/** Factors by which a figure is changed: far enough that no rounding explains the other value. */
const FACTORS = [0.4, 0.6, 0.75, 1.3, 1.6, 2.5]
/** Largest number of years by which a year is changed. */
const MAX_YEAR_STEP = 6
const SEED = 41

/** A figure of a sentence. */
interface Figure {
  /** Its place in the sentence. */
  start: number
  text: string
  value: number
  kind: FigureKind
}

/**
 * Draws papers with a fixed seed and makes claims of one sentence of each that has a figure, by rules that do not know
 * how the product reads figures: one claim as the sentence is, one with the figure rounded, where it can be, one with
 * another value, and one with two figures of a kind exchanged. In every second one the figure with the words around it
 * stands before the rest of the sentence.
 */
export function figureClaims(papers: AclPaper[], count: number): FigureClaim[] {
  const random = createRandom(SEED)
  const undrawn = [...papers]
  const claims: FigureClaim[] = []
  for (let drawn = 0; drawn < count && undrawn.length > 0; ) {
    const [paper] = undrawn.splice(random.below(undrawn.length), 1)
    if (!paper) break
    const made = claimsOf(paper, random, drawn % 2 === 1)
    if (made.length > 0) drawn += 1
    claims.push(...made)
  }
  return claims
}

/** Makes the claims of one sentence of a paper with a figure; empty when its abstract has none. */
function claimsOf(paper: AclPaper, random: Random, is_moved: boolean): FigureClaim[] {
  const sentences = paper.abstract
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .filter((text) => text.length <= MAX_SENTENCE_CHARS && text.split(/\s+/).length >= MIN_SENTENCE_WORDS)
    .map((sentence) => ({ sentence, figures: figuresOf(sentence) }))
    .filter(({ figures }) => figures.length > 0)
  if (sentences.length === 0) return []
  const { sentence, figures } = random.pick(sentences)
  const figure = random.pick(figures)
  const { kind } = figure
  const claim = (edit: FigureEdit, text: string): FigureClaim => ({
    ...{ edit, kind, is_moved, sentence, paper },
    claim: is_moved ? withFigureFirst(text, figure) : text,
  })
  const other = otherFigure(figure, random)
  const rounded = roundedFigure(figure)
  const rival = figures.find((each) => each.kind === kind && each.value !== figure.value)
  return [
    claim('unchanged', sentence),
    ...(rounded === null ? [] : [claim('rounded', replaced(sentence, figure, rounded))]),
    ...(other === null ? [] : [claim('changed', replaced(sentence, figure, other))]),
    ...(rival && kind !== 'range' ? [claim('exchanged', exchanged(sentence, figure, rival))] : []),
  ]
}

/** Finds the figures of a sentence. */
function figuresOf(sentence: string): Figure[] {
  return [...sentence.matchAll(FIGURE)].map(({ 0: text, index: start }) => {
    const word = WORDS.indexOf(text.toLowerCase())
    const value = word >= 0 ? word + FIRST_WORD_VALUE : Number(text.replaceAll(',', ''))
    return { start, text, value, kind: kindOf(sentence, start, text) }
  })
}

/** Returns what a figure is, by the signs before and after it, else by its form. */
function kindOf(sentence: string, start: number, text: string): FigureKind {
  const before = sentence.slice(0, start)
  const after = sentence.slice(start + text.length)
  if (KINDS.range.test(before) || KINDS.range.test(after)) return 'range'
  for (const [kind, pattern] of Object.entries(KINDS).slice(1))
    if (pattern.test(after)) return kind as keyof typeof KINDS
  if (BOUND.test(before)) return 'bound'
  if (/^(?:19|20)\d\d$/.test(text)) return 'year'
  if (text.includes('.')) return 'decimal'
  return /^\d/.test(text) ? 'number' : 'word'
}

/** What is added to a figure so small that the changed one would be printed alike: `1 × 1.3` is `1` too. */
const STEP_OF_SMALL = 2

/** Returns another value written in the same form; null when there is none. */
function otherFigure({ text, value, kind }: Figure, random: Random): string | null {
  if (kind === 'year') return String(value + (random.once(2) ? 1 : -1) * (1 + random.below(MAX_YEAR_STEP)))
  if (kind === 'word' || !/^\d/.test(text)) {
    const other = random.pick(WORDS.filter((word) => word !== text.toLowerCase()))
    return /^\p{Lu}/u.test(text) ? other.charAt(0).toUpperCase() + other.slice(1) : other
  }
  const decimals = text.split('.')[1]?.length ?? 0
  const other = inForm(value * random.pick(FACTORS), decimals, text.includes(','))
  const isSame = Number(other.replaceAll(',', '')) === value
  return isSame ? inForm(value + STEP_OF_SMALL, decimals, false) : other
}

/** Number of significant digits of a rounded figure. */
const ROUNDED_DIGITS = 2

/** Returns a figure with two significant digits and "about"; null where it has no more. */
function roundedFigure({ text, value, kind }: Figure): string | null {
  const isExact = kind === 'year' || kind === 'range' || kind === 'ordinal' || kind === 'bound'
  const digits = text.replaceAll(/\D|^0+/g, '').replace(/0+$/, '').length
  if (isExact || digits <= ROUNDED_DIGITS) return null
  return `about ${Number(value.toPrecision(ROUNDED_DIGITS)).toLocaleString('en')}`
}

/** Writes a value with the given decimals, or as a whole number with commas: `12,400`. */
const inForm = (value: number, decimals: number, isGrouped: boolean): string =>
  isGrouped ? Math.round(value).toLocaleString('en') : value.toFixed(decimals)

/** Returns a sentence with another text in the place of a figure. */
const replaced = (sentence: string, { start, text }: Figure, other: string): string =>
  sentence.slice(0, start) + other + sentence.slice(start + text.length)

/** Returns a sentence with two figures exchanged; the later one is replaced first, so that the places stay right. */
function exchanged(sentence: string, one: Figure, other: Figure): string {
  const [first, second] = one.start < other.start ? [one, other] : [other, one]
  return replaced(replaced(sentence, second, first.text), first, second.text)
}

/** Words before and after a figure that are moved with it. */
const WORDS_BEFORE = 1
const WORDS_AFTER = 4

/** Puts the figure with its neighbours before the rest of the sentence. */
function withFigureFirst(sentence: string, { start }: Figure): string {
  const before = sentence.slice(0, start).split(' ')
  const from = before.slice(0, Math.max(0, before.length - 1 - WORDS_BEFORE))
  const rest = sentence.split(' ').slice(from.length)
  const moved = rest.slice(0, WORDS_BEFORE + 1 + WORDS_AFTER)
  return [...moved, '—', ...from, ...rest.slice(moved.length)].join(' ')
}
