import type { OutlineEntry } from '../document.ts'
import type { TextRow } from './items.ts'
import type { Body } from './metrics.ts'
import { numberedLevel } from './numbering.ts'
import { type Taught, taughtBy } from './outline.ts'
import type { Style } from './page-content.ts'
import { isStructured } from './tagged-lines.ts'
import { taughtByTags } from './tags.ts'

/** A heading: its rows, one or several lines, and how deep it stands. */
export interface Heading {
  rows: TextRow[]
  level: number
}

const LONGEST = 180
const named =
  /^(?:abstract|summary|introduction|background|methods?|results?|discussion|conclusions?|references|bibliography|acknowledge?ments?|appendix|contents|摘\s*要|引\s*言|绪\s*论|前\s*言|结\s*论|结\s*语|讨\s*论|致\s*谢|附\s*录|参\s*考\s*文\s*献|目\s*录)$/i
const ends = /[。.;,:!、]$/

/** What is set apart from the text: bold, larger, in a font of its own. */
function isStyled({ line }: TextRow, { style, size }: Body): boolean {
  if (line.size > size * 1.04) return true
  if (line.size < size * 0.88 || style === null) return false
  return (line.style.bold && !style.bold) || line.style.font !== style.font
}

/** So much larger than the text, a line needs no more white above it than its own height. */
const MUCH_LARGER = 1.3

function isApart(row: TextRow, body: Body): boolean {
  const { size } = row.line
  const step = size > body.size * MUCH_LARGER ? size : Math.max(body.leading, size * 1.1) * 1.18
  return row.above === null || row.above > step
}

const isShort = ({ line, column }: TextRow): boolean =>
  line.text.length <= LONGEST && line.x1 < column.right - 0.04 * (column.right - column.left)

/** Text without sense as a heading: formulas, numbers, a single letter. */
const isWordless = (text: string): boolean => !/\p{Script=Han}{2}|\p{L}{3}/u.test(text)

function isNumberedHeading(row: TextRow, body: Body): boolean {
  const { text } = row.line
  if (numberedLevel(text) === null || row.line.size < body.size * 0.9 || !isShort(row)) return false
  if (/[。;,:!]$/.test(text) || (/\.$/.test(text) && text.length > 60)) return false
  const styled = isStyled(row, body)
  const below = row.below === null || row.below > body.leading * 1.05
  return styled || (isApart(row, body) && below && text.length < 80)
}

function isNamedHeading(row: TextRow, body: Body): boolean {
  return named.test(row.line.text.trim()) && (isStyled(row, body) || isApart(row, body))
}

/** Without a number: bold or larger than the text, apart from it, no sentence. */
function isStyledHeading(row: TextRow, body: Body): boolean {
  const { line } = row
  if (ends.test(line.text) || isWordless(line.text) || !isShort(row) || !isApart(row, body)) return false
  const bolder = line.style.bold && body.style?.bold !== true && line.size > body.size * 0.95
  const larger = line.size > body.size * 1.08
  return (
    (bolder || larger) &&
    line.words.every(({ style }) => style.bold === line.style.bold || style.size < line.size)
  )
}

const sameStyle = (a: Style, b: Style): boolean =>
  a.font === b.font && a.bold === b.bold && Math.abs(a.size - b.size) < 0.3

/** Whether a row is a heading's next line: close below a long one, set alike, without a number. */
function goesOn(row: TextRow, before: TextRow, first: TextRow): boolean {
  const { left, right } = first.column
  if (row.column !== first.column || row.above === null || row.above > first.line.size * 1.6) return false
  if (before.line.x1 < left + 0.5 * (right - left)) return false
  return sameStyle(row.line.style, first.line.style) && numberedLevel(row.line.text) === null
}

/** Rows that go on with a heading's first. */
function continuation(rows: readonly TextRow[], at: number, body: Body): TextRow[] {
  const first = rows[at]
  const found: TextRow[] = []
  if (!first || !isStyled(first, body)) return found
  let before = first
  for (const row of rows.slice(at + 1, at + 4)) {
    if (!goesOn(row, before, first)) break
    found.push(row)
    before = row
  }
  return found
}

/** Levels for headings without a number: that of numbered ones set alike, else by how large they are. */
function levelsByStyle(headings: readonly Heading[]): (row: TextRow) => number {
  const known = new Map<Style, number>()
  const sizes = new Set<number>()
  for (const { rows, level } of headings) {
    const line = rows[0]?.line
    if (!line) continue
    if (numberedLevel(line.text) !== null) known.set(line.style, level)
    else sizes.add(line.size)
  }
  const ranks = [...sizes].toSorted((a, b) => b - a)
  return ({ line }) => {
    const alike = [...known].find(([style]) => sameStyle(style, line.style))
    return alike?.[1] ?? Math.min(4, Math.max(1, ranks.indexOf(line.size) + 1))
  }
}

/** The depth by number; 1. below 一、 is deeper than it. */
function numberLevel(text: string, counted: boolean): number | null {
  const level = numberedLevel(text)
  if (level === null || !counted || !/^\d/.test(text)) return level
  return level === 1 ? 3 : level
}

/** What the file itself says of its headings: in its outline, else in its structure. */
function lessonsOf(rows: readonly TextRow[], outline: readonly OutlineEntry[]): Taught {
  const taught = taughtBy(outline, rows)
  if (taught.complete || !isStructured(rows.map(({ line }) => line))) return taught
  const tagged = taughtByTags(rows)
  return tagged.complete ? tagged : taught
}

/**
 * The headings among the rows of running text: by the file's outline, else by their numbers and how they are set. `skip`
 * are rows that belong to something else (the title, references).
 */
export function headingsOf(
  rows: readonly TextRow[],
  outline: readonly OutlineEntry[],
  body: Body,
  skip: ReadonlySet<TextRow>,
): Heading[] {
  const taught = lessonsOf(rows, outline)
  const headings: Heading[] = []
  const taken = new Set<TextRow>(skip)
  const counted = rows.some(({ line }) => /^[一二三四五六七八九十]{1,3}[、.]/.test(line.text))
  rows.forEach((row, at) => {
    if (taken.has(row)) return
    const lesson = taught.levels.get(row)
    const numbered = isNumberedHeading(row, body)
    const found =
      lesson || isNamedHeading(row, body) || (!taught.complete && (numbered || isStyledHeading(row, body)))
    if (!found) return
    const all = lesson?.rows ?? [row, ...continuation(rows, at, body)]
    for (const each of all) taken.add(each)
    headings.push({ rows: all, level: lesson?.level ?? numberLevel(row.line.text, counted) ?? 0 })
  })
  const levelOf = levelsByStyle(headings)
  return headings.map(({ rows: all, level }) => ({
    rows: all,
    level: level || (all[0] ? levelOf(all[0]) : 1),
  }))
}
