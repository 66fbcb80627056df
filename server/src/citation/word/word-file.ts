import {
  type Authorship,
  type DocxAnnotation,
  UnreadableDocument,
  type UnreadableReason,
} from '@scinav/documents'
import { createKeptThreads } from '@scinav/threads'
import type { FileChild, Paragraph as ParagraphOf } from 'docx'
import { acquirePrintSlot } from '../../platform/foundation/semaphore.ts'
import { numberNotes, splitPlaces } from './places.ts'

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

/** A Word file: its title, a line below it, blocks, and document properties. */
interface WordFile {
  title: string
  label: string
  keywords: string
  properties: Record<string, string>
  blocks: WordBlock[]
  /** Footnotes, which stand where the text of a block has `citationPlace`. */
  notes?: readonly string[]
}

const BODY_FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** The Chinese size 五号, in half points. */
const FONT_SIZE_HALF_POINTS = 21
/** Default style of all Word files of the product. */
export const WORD_STYLES = {
  default: { document: { run: { font: BODY_FONT, size: FONT_SIZE_HALF_POINTS } } },
}
/** Indent of a quotation and of each level of a list, in twentieths of a point. */
const INDENT_TWIPS = 360
/** The hanging indent of a reference: two characters of size 五号, in twentieths of a point. */
export const HANGING_INDENT_TWIPS = 420
/** The hanging indent of a list item with a mark, in twentieths of a point. */
const MARK_INDENT_TWIPS = 220

/** The space after a paragraph, before a heading, and after the line below the title, in twentieths of a point. */
const PARAGRAPH_SPACING_TWIPS = 120
const HEADING_SPACING_TWIPS = 240
const LABEL_SPACING_TWIPS = 200

/** Writes a Word file on the current thread. */
export async function writeWordFile({
  title,
  label,
  keywords,
  properties,
  blocks,
  notes = [],
}: WordFile): Promise<Uint8Array> {
  // Loaded at first use because it is large.
  const docx = await import('docx')
  const document = new docx.Document({
    creator: '科学导航',
    title: stripInvalidXml(title),
    description: stripInvalidXml(label),
    keywords: stripInvalidXml(keywords),
    customProperties: Object.entries(properties).map(([name, value]) => ({
      name,
      value: stripInvalidXml(value),
    })),
    styles: WORD_STYLES,
    ...(notes.length > 0 && {
      footnotes: numberNotes(
        notes.map((text) => new docx.Paragraph({ children: textRuns(docx, [{ text, styles: [] }]) })),
      ),
    }),
    sections: [
      {
        children: [
          new docx.Paragraph({
            heading: docx.HeadingLevel.TITLE,
            children: textRuns(docx, [{ text: title, styles: [] }]),
          }),
          new docx.Paragraph({
            spacing: { after: LABEL_SPACING_TWIPS },
            children: textRuns(docx, [{ text: label, styles: ['bold'] }]),
          }),
          ...blocks.flatMap((block) => blockElements(docx, block)),
        ],
      },
    ],
  })
  return docx.Packer.toBuffer(document)
}

type Docx = typeof import('docx')

/** Returns the paragraphs or the table of a block. */
function blockElements(docx: Docx, block: WordBlock): FileChild[] {
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

/** Returns the runs of a text, with line breaks and, in the places of citations, references to footnotes. */
function textRuns(docx: Docx, spans: WordSpan[]) {
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

/** Removes characters that XML does not allow; a lone surrogate becomes U+FFFD. */
export function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

/** A Word file to annotate, and who annotates it. */
interface WordAnnotations {
  path: string
  annotations: readonly DocxAnnotation[]
  authorship: Authorship
}

/** The message to `word-thread.ts`, and its reply; a thread writes one file at a time. */
export type WordRequest = { write: WordFile } | { annotate: WordAnnotations }
export type WordResponse =
  | { written: Uint8Array }
  | { refused: UnreadableReason; message: string }
  | { error: string }

/**
 * Writes a Word file in a worker thread, so that it does not block other requests.
 *
 * @throws Error when the thread fails.
 */
export const writeWordFileWithoutBlocking = (file: WordFile): Promise<Uint8Array> =>
  runWordThread({ write: file })

/**
 * Writes comments and tracked changes into a Word file in a worker thread.
 *
 * @throws UnreadableDocument when the file cannot be read; Error when the thread fails.
 */
export const annotateWordFile = (file: WordAnnotations): Promise<Uint8Array> =>
  runWordThread({ annotate: file })

/** Bounds the memory of a thread, in megabytes. */
const MAX_THREAD_MEGABYTES = 1_024

const askThread = createKeptThreads<WordRequest, WordResponse>(new URL('./word-thread.ts', import.meta.url), {
  answers: ['written', 'refused', 'error'],
  limits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
})

/** Has the thread write a file, once there is room for a further one; see the callers for errors. */
async function runWordThread(request: WordRequest): Promise<Uint8Array> {
  const releaseSlot = await acquirePrintSlot()
  try {
    const answer = await askThread(request)
    if ('refused' in answer) throw new UnreadableDocument(answer.refused, answer.message)
    if ('error' in answer) throw new Error(answer.error)
    return answer.written
  } finally {
    releaseSlot()
  }
}
