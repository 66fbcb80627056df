import type { FileChild, Paragraph as ParagraphOf } from 'docx'

/** A run of text with its formatting. */
interface WordSpan {
  text: string
  faces: ('bold' | 'italic' | 'code' | 'struck')[]
}

/** A block of a document, in the kinds that the Word file distinguishes. */
export type WordBlock =
  | { kind: 'heading'; level: number; spans: WordSpan[] }
  | { kind: 'paragraph' | 'quote' | 'entry'; spans: WordSpan[] }
  | { kind: 'item'; depth: number; mark: string; spans: WordSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: WordSpan[][][] }
  | { kind: 'rule' }

/** A Word file: its title, a line below it, blocks, and document properties. */
export interface WordFile {
  title: string
  label: string
  keywords: string
  properties: Record<string, string>
  blocks: WordBlock[]
}

const BODY_FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** The Chinese size 五号, in half points. */
const FONT_SIZE_HALF_POINTS = 21
const INDENT_TWIPS = 360
/** The hanging indent of a reference: two characters of size 五号, in twentieths of a point. */
const HANGING_INDENT_TWIPS = 420
/** The hanging indent of a list item with a mark, in twentieths of a point. */
const MARK_INDENT_TWIPS = 220

/** Writes a Word file on the current thread. */
export async function writeWordFile({
  title,
  label,
  keywords,
  properties,
  blocks,
}: WordFile): Promise<Uint8Array> {
  // Loaded at first use because it is large.
  const docx = await import('docx')
  const document = new docx.Document({
    creator: '科学导航',
    title: stripInvalidXml(title),
    description: stripInvalidXml(label),
    keywords,
    customProperties: Object.entries(properties).map(([name, value]) => ({
      name,
      value: stripInvalidXml(value),
    })),
    styles: { default: { document: { run: { font: BODY_FONT, size: FONT_SIZE_HALF_POINTS } } } },
    sections: [
      {
        children: [
          new docx.Paragraph({
            heading: docx.HeadingLevel.TITLE,
            children: textRuns(docx, [{ text: title, faces: [] }]),
          }),
          new docx.Paragraph({
            spacing: { after: 200 },
            children: textRuns(docx, [{ text: label, faces: ['bold'] }]),
          }),
          ...blocks.flatMap((block) => blockElements(docx, block)),
        ],
      },
    ],
  })
  return docx.Packer.toBuffer(document)
}

type Docx = typeof import('docx')

function blockElements(docx: Docx, block: WordBlock): FileChild[] {
  if (block.kind === 'table') return [tableElement(docx, block.rows)]
  if (block.kind === 'code')
    return block.text.split('\n').map((text) => paragraphElement(docx, [{ text, faces: ['code'] }]))
  if (block.kind === 'rule') return [new docx.Paragraph({ thematicBreak: true })]
  if (block.kind === 'heading') {
    const level = block.level <= 1 ? docx.HeadingLevel.HEADING_1 : docx.HeadingLevel.HEADING_2
    const spacing = { before: 240, after: 120 }
    return [
      new docx.Paragraph({ heading: level, spacing, keepNext: true, children: textRuns(docx, block.spans) }),
    ]
  }
  if (block.kind === 'item') {
    const mark: WordSpan = { text: block.mark && `${block.mark} `, faces: [] }
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

function paragraphElement(
  docx: Docx,
  spans: WordSpan[],
  indent: { left: number; hanging?: number } = { left: 0 },
): ParagraphOf {
  return new docx.Paragraph({ indent, spacing: { after: 120 }, children: textRuns(docx, spans) })
}

function textRuns(docx: Docx, spans: WordSpan[]) {
  return spans.flatMap(({ text, faces }) =>
    text.split('\n').map(
      (line, index) =>
        new docx.TextRun({
          text: stripInvalidXml(line),
          bold: faces.includes('bold'),
          italics: faces.includes('italic'),
          strike: faces.includes('struck'),
          ...(faces.includes('code') ? { font: 'Consolas' } : {}),
          ...(index > 0 ? { break: 1 } : {}),
        }),
    ),
  )
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

/** Removes characters that XML does not allow. */
function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
