import type { Column, Row } from './flow.ts'
import type { Line } from './lines.ts'
import type { Style } from './page-content.ts'

/** How the running text of a document is set. */
export interface Body {
  size: number
  /** Of most of its characters. */
  style: Style | null
  /** From baseline to baseline. */
  leading: number
  /** Paragraphs begin with an indent. */
  indented: boolean
}

const most = <T>(counts: ReadonlyMap<T, number>): T | undefined => {
  let best: T | undefined
  let count = 0
  for (const [value, number] of counts) if (number > count) [best, count] = [value, number]
  return best
}

const add = <T>(counts: Map<T, number>, value: T, count: number): void => {
  counts.set(value, (counts.get(value) ?? 0) + count)
}

/** The size in which most characters are set. */
export function bodySize(lines: Iterable<Line>): number {
  const counts = new Map<number, number>()
  for (const { size, text } of lines) add(counts, size, text.length)
  return most(counts) ?? 10
}

const isBody = (row: Row, size: number): boolean => Math.abs(row.line.size - size) < 0.3

/** Rows of running text with the one before each. */
const pairsOf = (rows: readonly Row[], size: number): [Row, Row][] =>
  rows.flatMap((row, at): [Row, Row][] => {
    const before = rows[at - 1]
    return before && isBody(row, size) && isBody(before, size) ? [[before, row]] : []
  })

export function bodyOf(columns: readonly Column[], size: number): Body {
  const styles = new Map<Style, number>()
  const steps = new Map<number, number>()
  const begins: number[] = []
  for (const { rows, left, right } of columns) {
    for (const { line } of rows.filter((row) => isBody(row, size))) add(styles, line.style, line.text.length)
    for (const [before, row] of pairsOf(rows, size)) {
      add(steps, Math.round((row.line.y - before.line.y) * 2) / 2, 1)
      const ended = before.line.x1 < right - 2 * size && /[。.!?]$/.test(before.line.text)
      if (ended) begins.push(row.line.x0 - left)
    }
  }
  const indents = begins.filter((indent) => indent > 0.8 * size && indent < 4 * size).length
  const usual = [...steps].filter(([step]) => step > size * 0.9 && step < size * 3)
  return {
    size,
    style: most(styles) ?? null,
    leading: most(new Map(usual)) ?? size * 1.3,
    indented: indents > begins.length * 0.5,
  }
}
