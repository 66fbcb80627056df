import type { FileChild, Paragraph as ParagraphOf } from 'docx'
import { splitPlaces } from './places.ts'
import {
  HANGING_INDENT_TWIPS,
  HEADING_SPACING_TWIPS,
  INDENT_TWIPS,
  MARK_INDENT_TWIPS,
  PARAGRAPH_SPACING_TWIPS,
  stripInvalidXml,
} from './word-styles.ts'

/** A run of text with its formatting; line breaks in it are kept. */
interface WordSpan {
  text: string
  styles: ('bold' | 'italic' | 'code' | 'struck')[]
}

/**
 * A block of a document, in the kinds that the Word file distinguishes: headings have levels from 1 (all above 2 look
 * like 2), list items depths from 0, an `entry` is an item of a list of references, and the first row of a table is its
 * header.
 */
export type WordBlock =
  | { kind: 'heading'; level: number; spans: WordSpan[] }
  | { kind: 'paragraph' | 'quote' | 'entry'; spans: WordSpan[] }
  | { kind: 'item'; depth: number; mark: string; spans: WordSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: WordSpan[][][] }
  | { kind: 'rule' }

type Docx = typeof import('docx')

/** Returns the paragraphs or the table of a block. */
export function blockElements(docx: Docx, block: WordBlock): FileChild[] {
  if (block.kind === 'table') return [tableElement(docx, block.rows)]
  if (block.kind === 'code')
    return block.text.split('\n').map((text) => paragraphElement(docx, [{ text, styles: ['code'] }]))
  if (block.kind === 'rule') return [new docx.Paragraph({ thematicBreak: true })]
  if (block.kind === 'heading') {
    const level = block.level <= 1 ? docx.HeadingLevel.HEADING_1 : docx.HeadingLevel.HEADING_2
    const spacing = { before: HEADING_SPACING_TWIPS, after: PARAGRAPH_SPACING_TWIPS }
    return [
      new docx.Paragraph({ heading: level, spacing, keepNext: true, children: textRuns(docx, block.spans) }),
    ]
  }
  if (block.kind === 'item') {
    const mark: WordSpan = { text: block.mark && `${block.mark} `, styles: [] }
    const left = (block.depth + 1) * INDENT_TWIPS
    return [
      paragraphElement(docx, [mark, ...block.spans], { left, hanging: block.mark ? MARK_INDENT_TWIPS : 0 }),
    ]
  }
  if (block.kind === 'entry')
    return [
      paragraphElement(docx, block.spans, { left: HANGING_INDENT_TWIPS, hanging: HANGING_INDENT_TWIPS }),
    ]
  return [paragraphElement(docx, block.spans, { left: block.kind === 'quote' ? INDENT_TWIPS : 0 })]
}

/** Returns a paragraph with its indents, in twentieths of a point. */
function paragraphElement(
  docx: Docx,
  spans: WordSpan[],
  indent: { left: number; hanging?: number } = { left: 0 },
): ParagraphOf {
  return new docx.Paragraph({
    indent,
    spacing: { after: PARAGRAPH_SPACING_TWIPS },
    children: textRuns(docx, spans),
  })
}

/** Builds a table whose first row repeats on each page and whose rows do not break across pages. */
function tableElement(docx: Docx, rows: WordSpan[][][]): FileChild {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const cells = (row: WordSpan[][]) =>
    Array.from(
      { length: width },
      (_, at) => new docx.TableCell({ children: [paragraphElement(docx, row[at] ?? [])] }),
    )
  return new docx.Table({
    width: { size: 100, type: docx.WidthType.PERCENTAGE },
    rows: rows.map(
      (row, at) => new docx.TableRow({ cantSplit: true, tableHeader: at === 0, children: cells(row) }),
    ),
  })
}

/** Returns the runs of a text, with line breaks and, in the places of citations, references to footnotes. */
export function textRuns(docx: Docx, spans: WordSpan[]) {
  return spans.flatMap(({ text, styles }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        splitPlaces(line).map((piece, at) =>
          typeof piece === 'string'
            ? textRun(docx, { text: piece, styles }, index > 0 && at === 0)
            : new docx.FootnoteReferenceRun(piece.index + 1),
        ),
      ),
  )
}

/** Returns a run without line breaks; with `beginsLine`, a break precedes it. */
const textRun = (docx: Docx, { text, styles }: WordSpan, beginsLine: boolean) =>
  new docx.TextRun({
    text: stripInvalidXml(text),
    bold: styles.includes('bold'),
    italics: styles.includes('italic'),
    strike: styles.includes('struck'),
    ...(styles.includes('code') ? { font: 'Consolas' } : {}),
    ...(beginsLine ? { break: 1 } : {}),
  })
