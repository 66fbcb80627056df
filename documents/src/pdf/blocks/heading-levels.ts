// The levels of headings: by their numbers, else by their style.
import { anyOf } from '../../words/word-lists.ts'
import { isSameSize } from '../page/lines.ts'
import type { GlyphStyle } from '../page/page-content.ts'
import type { TextRow } from '../page/reading-order.ts'
import { isLetterNumbered, numberedLevel } from './heading-numbers.ts'

/** A heading: its rows (one or several lines) and its level, from 1. */
export interface Heading {
  rows: TextRow[]
  level: number
}

/** Level of a heading without a number until all headings are known. */
export const UNKNOWN_LEVEL = 0

/** The numbering scheme of the headings of a document. */
export interface NumberingScheme {
  /** Whether some are numbered 一、 */
  hasHan: boolean
  /** Whether some are numbered I. */
  hasRoman: boolean
}

/** Matches the usual names of sections without a number. */
export const NAMED_HEADING = new RegExp(`^${anyOf('sections/headings')}$`, 'i')

/** Returns whether two rows have the same font and weight and about the same size. */
export const hasSameStyle = (a: GlyphStyle, b: GlyphStyle): boolean =>
  a.font === b.font && a.bold === b.bold && isSameSize(a.size, b.size)

/** Level of headings numbered 1. in a document with headings numbered 一、 and （一）. */
const DIGIT_LEVEL_BELOW_HAN = 3

/**
 * Returns the level that a number implies, null without one. `1.` is deeper than `一、` when both occur, and `A.` is
 * deeper than `I.`.
 */
export function numberLevel(text: string, { hasHan, hasRoman }: NumberingScheme): number | null {
  const level = numberedLevel(text)
  if (level === null) return null
  if (hasRoman && isLetterNumbered(text)) return level + 1
  return hasHan && level === 1 && /^\d/.test(text) ? DIGIT_LEVEL_BELOW_HAN : level
}

/** Deepest level of headings without a number. */
const MAX_LEVEL = 4
/** Difference in prominence above which one heading stands out more than another, in points. */
const MIN_PROMINENCE_GAP = 0.2

/**
 * Returns a function that assigns a level to a heading without a number: the level of numbered headings in the same
 * style, else one below the deepest numbered headings that stand out more; without any numbered headings, its rank by
 * size. Between numbered headings of level 1 it gets at least level 2, unless its name is that of a usual section.
 */
export function levelsByStyle(headings: readonly Heading[]): (heading: Heading, at: number) => number {
  const styles = numberedStyles(headings)
  const unnumbered = headings.filter(({ level }) => level === UNKNOWN_LEVEL)
  const ranks = [...new Set(unnumbered.map(({ rows: [first] }) => first?.line.size ?? 0))].toSorted(
    (a, b) => b - a,
  )
  /** Indices of the numbered headings of level 1 in `headings`. */
  const chapters = headings.flatMap(({ level }, at) => (level === 1 ? [at] : []))
  return ({ rows: [first] }, at) => {
    if (!first) return 1
    const { style, text, size } = first.line
    if (styles.size === 0) return Math.min(MAX_LEVEL, ranks.indexOf(size) + 1)
    const [sameStyleLevel] = [...styles].find(([, other]) => hasSameStyle(other, style)) ?? []
    const strongerLevels = [...styles].flatMap(([level, other]) =>
      prominence(other) > prominence(style) + MIN_PROMINENCE_GAP ? [level] : [],
    )
    const level = sameStyleLevel ?? Math.max(0, ...strongerLevels) + 1
    const isInside =
      chapters.length > 1 &&
      at > (chapters[0] ?? 0) &&
      at < (chapters.at(-1) ?? 0) &&
      !NAMED_HEADING.test(text.trim())
    return Math.min(MAX_LEVEL, isInside ? Math.max(2, level) : level)
  }
}

/** Returns the most prominent style of the headings with a known level, by level. */
function numberedStyles(headings: readonly Heading[]): Map<number, GlyphStyle> {
  const styles = new Map<number, GlyphStyle>()
  for (const { rows, level } of headings) {
    const line = rows[0]?.line
    const known = styles.get(level)
    if (line && level !== UNKNOWN_LEVEL && (!known || prominence(line.style) > prominence(known)))
      styles.set(level, line.style)
  }
  return styles
}

/** By how many points larger a bold heading counts than one that is not. */
const BOLD_POINTS = 0.5

/** Returns how much a heading stands out, in points. */
const prominence = ({ size, bold }: GlyphStyle): number => size + (bold ? BOLD_POINTS : 0)
