import type { FileChild, Paragraph as ParagraphOf } from 'docx'
import type { Block, Span } from './markdown.ts'
import { type Printed, partsOf } from './print-answer.ts'

const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** Half points: 五号. */
const SIZE = 21
const INDENT = 360

/** A Word file of an answer; how it was made stands in its first lines and in its properties. */
export async function toDocx(printed: Printed): Promise<Uint8Array> {
  // Loaded at first need: it is large.
  const docx = await import('docx')
  const { title, label, blocks } = partsOf(printed)
  const document = new docx.Document({
    creator: '科学导航',
    title: readable(title),
    description: label,
    keywords: printed.label,
    customProperties: [
      { name: 'Label', value: printed.label },
      { name: 'AIGenerated', value: String(printed.is_ai) },
      { name: 'Model', value: printed.model ?? '' },
    ],
    styles: { default: { document: { run: { font: FONT, size: SIZE } } } },
    sections: [
      {
        children: [
          new docx.Paragraph({
            heading: docx.HeadingLevel.TITLE,
            children: runsOf(docx, [{ text: title, faces: [] }]),
          }),
          new docx.Paragraph({
            spacing: { after: 200 },
            children: runsOf(docx, [{ text: label, faces: ['bold'] }]),
          }),
          ...blocks.flatMap((block) => childrenOf(docx, block)),
        ],
      },
    ],
  })
  return docx.Packer.toBuffer(document)
}

type Docx = typeof import('docx')

function childrenOf(docx: Docx, block: Block): FileChild[] {
  if (block.kind === 'table') return [tableOf(docx, block.rows)]
  if (block.kind === 'code')
    return block.text.split('\n').map((text) => paragraphOf(docx, [{ text, faces: ['code'] }]))
  if (block.kind === 'rule') return [new docx.Paragraph({ thematicBreak: true })]
  if (block.kind === 'heading') {
    const level = block.level <= 1 ? docx.HeadingLevel.HEADING_1 : docx.HeadingLevel.HEADING_2
    return [new docx.Paragraph({ heading: level, children: runsOf(docx, block.spans) })]
  }
  if (block.kind === 'item') {
    const mark: Span = { text: block.mark && `${block.mark} `, faces: [] }
    return [paragraphOf(docx, [mark, ...block.spans], (block.depth + 1) * INDENT)]
  }
  return [paragraphOf(docx, block.spans, block.kind === 'quote' ? INDENT : 0)]
}

function paragraphOf(docx: Docx, spans: Span[], left = 0): ParagraphOf {
  return new docx.Paragraph({ indent: { left }, spacing: { after: 120 }, children: runsOf(docx, spans) })
}

function runsOf(docx: Docx, spans: Span[]) {
  return spans.flatMap(({ text, faces }) =>
    text.split('\n').map(
      (line, index) =>
        new docx.TextRun({
          text: readable(line),
          bold: faces.includes('bold'),
          italics: faces.includes('italic'),
          strike: faces.includes('struck'),
          ...(faces.includes('code') ? { font: 'Consolas' } : {}),
          ...(index > 0 ? { break: 1 } : {}),
        }),
    ),
  )
}

function tableOf(docx: Docx, rows: Span[][][]): FileChild {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const cells = (row: Span[][]) =>
    Array.from(
      { length: width },
      (_, at) => new docx.TableCell({ children: [paragraphOf(docx, row[at] ?? [])] }),
    )
  return new docx.Table({ rows: rows.map((row) => new docx.TableRow({ children: cells(row) })) })
}

/** Without the characters that XML does not allow. */
function readable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
