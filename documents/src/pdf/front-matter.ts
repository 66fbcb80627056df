import { mostOf } from './extremes.ts'
import type { TextRow } from './items.ts'
import { joinPieces, type Vocabulary } from './join-text.ts'
import type { Body } from './metrics.ts'
import { numberedLevel } from './numbering.ts'
import type { Page } from './page.ts'
import type { Area } from './page-content.ts'
import { runInOf } from './run-in.ts'

export interface FrontMatter {
  title: string
  authors: string[]
  titleRows: TextRow[]
  /** Authors, affiliations, classification: of no passage. */
  otherRows: TextRow[]
}

/** What is known of a document when its title is looked for. */
interface Surroundings {
  body: Body
  /** The first. */
  page: Pick<Page, 'height' | 'drawn'>
  known: Vocabulary
  headings: ReadonlySet<TextRow>
}

const heads = /^(?:目\s*录|contents|参\s*考\s*文\s*献|references|abstract|摘\s*要|致\s*谢)$/i
const emptyTitle =
  /^(?:untitled|未命名|microsoft word|document\d*|无标题|slide|powerpoint)|\.(?:docx?|tex|dvi|pdf|eps|indd|txt|qxd|ps)\b/i
const aside = /^(?:中图分类号|文献标[志识]码|文章编号|doi|clc|分类号|收稿日期)/i

/** What the file says of its title, where it can be one. */
export const titleFromInfo = (title: string): string =>
  title.length > 5 && title.length < 300 && !emptyTitle.test(title) ? title : ''

const hasWords = (text: string): boolean => /\p{L}{2}|\p{Script=Han}/u.test(text)

const sameLook = (a: TextRow, b: TextRow): boolean =>
  Math.abs(a.line.size - b.line.size) < 0.4 && a.line.style.bold === b.line.style.bold

const isInside = ({ line }: TextRow, { x0, x1, y0, y1 }: Area): boolean =>
  (line.x0 + line.x1) / 2 > x0 && (line.x0 + line.x1) / 2 < x1 && line.y > y0 && line.y < y1

/** A heading of something else than the paper: a list of contents, a chapter. */
const isSection = (text: string): boolean =>
  heads.test(text) || (numberedLevel(text) !== null && /^第|^\d+\.\d/.test(text))

/** Rows of the first page in the largest size, those that follow each other; labels of drawings only where nothing else is large. */
function largest(rows: readonly TextRow[], { body, page }: Surroundings): TextRow[] {
  const upper = rows.filter(
    ({ line, column }) =>
      line.y < page.height * 0.55 && !column.margin && hasWords(line.text) && line.size > body.size * 1.12,
  )
  const free = upper.filter((row) => !page.drawn.slice(0, 50).some((area) => isInside(row, area)))
  const high = free.filter(({ line }) => line.y < page.height / 3)
  const large = [high, free, upper].find((all) => all.length > 0) ?? []
  const size = mostOf(large, ({ line }) => line.size)
  const at = large.findIndex(({ line }) => line.size >= 0.85 * size)
  const first = large[at]
  if (!first || isSection(first.line.text)) return []
  const found = [first]
  for (const row of rows.slice(rows.indexOf(first) + 1).slice(0, 5)) {
    const before = found.at(-1)
    if (!before || !sameLook(row, first) || row.line.y - before.line.y > size * 2) break
    found.push(row)
  }
  return found
}

/** Where the paper's text begins: the abstract, a heading, or a row of running text. */
function beginsText(
  row: TextRow,
  next: TextRow | undefined,
  body: Body,
  headings: ReadonlySet<TextRow>,
): boolean {
  if (headings.has(row) || runInOf(row.line)) return true
  if (next === undefined || next.above === null || next.above > row.line.size * 2) return false
  const wide = ({ line, column }: TextRow, share: number) =>
    line.x1 - line.x0 > share * (column.right - column.left) && line.text.length > 40
  const sized = row.line.size >= body.size * 0.85
  return (
    sized && row.column.right - row.column.left > 150 && wide(row, 0.85) && wide(next, 0.7) && !isNames(row)
  )
}

/** Institutes, addresses, or as many commas as lists of names have. */
const isNames = ({ line: { text } }: TextRow): boolean =>
  institute.test(text) || /@/.test(text) || (text.match(/[,;、]/g)?.length ?? 0) > text.length / 22

const mark = /[\d*∗†‡§¶#]+|[\u{1F100}-\u{1F1FF}✉]/gu
const hanName = /^\p{Script=Han}{2,4}(?:·\p{Script=Han}{1,6})?$/u
const latinName = /^(?:\p{Lu}[\p{L}\p{M}.'’-]*)(?:\s+(?:[\p{L}\p{M}.'’-]+)){1,4}$/u
const institute =
  /universi|institut|department|school|college|laborator|centre|center|faculty|academy|hospital|大学|学院|研究|公司|实验室|中心|医院|inc\b|ltd\b/i

/** Names in the rows below a title. */
export function namesIn(text: string): string[] {
  return text
    .replaceAll(/\([^)]{0,200}\)/g, ' ')
    .replaceAll(mark, ' , ')
    .split(/[,;、&]|\sand\s/u)
    .map((part) => part.trim())
    .map((part) => part.replace(/^(?:and|by)\s+/i, '').trim())
    .flatMap((part) => (/^\p{Script=Han}[\p{Script=Han}\s]+$/u.test(part) ? hanNames(part) : [part]))
    .filter((part) => !institute.test(part) && (hanName.test(part) || latinName.test(part)))
}

/** 张 三 is one name, 张三 李四 are two. */
function hanNames(text: string): string[] {
  const parts = text.split(/\s+/)
  return parts.every((part) => part.length > 1) ? parts : [parts.join('')]
}

function authorsIn(rows: readonly TextRow[], titleRows: readonly TextRow[]): string[] {
  const size = titleRows[0]?.line.size ?? 0
  const names: string[] = []
  let style = rows[0]?.line.size ?? 0
  for (const { line } of rows.slice(0, 12)) {
    if (aside.test(line.text) || institute.test(line.text) || line.size >= size) break
    if (names.length > 0 && Math.abs(line.size - style) > 0.6) break
    style = line.size
    names.push(...namesIn(line.text))
  }
  return [...new Set(names)].slice(0, 100)
}

/** Title, authors and what else stands on the first page before the text begins. */
export function frontMatter(rows: readonly TextRow[], surroundings: Surroundings): FrontMatter {
  const { body, known, headings } = surroundings
  const first = rows.filter(({ line }) => line.page === 1)
  const titleRows = largest(first, surroundings)
  const last = titleRows.at(-1)
  if (!last) return { title: '', authors: [], titleRows: [], otherRows: [] }
  const { text: title } = joinPieces(
    titleRows.map(({ line }) => line),
    known,
  )
  const after = first.slice(first.indexOf(last) + 1).filter(({ column }) => !column.margin)
  const text = after.findIndex((row, at) => beginsText(row, after[at + 1], body, headings))
  const between = text < 0 ? [] : after.slice(0, text)
  const before = first.slice(0, first.indexOf(titleRows[0] ?? last)).filter(({ column }) => !column.margin)
  return {
    title,
    authors: authorsIn(between, titleRows),
    titleRows,
    otherRows: [...before, ...between],
  }
}
