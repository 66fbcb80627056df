import type { Run } from '@scinav/citation'

const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** Half points: 五号. */
const SIZE = 21

/** A Word file with one paragraph an entry. */
export async function docxOf(entries: Run[][]): Promise<Uint8Array> {
  // Loaded at first need: it is large.
  const { Document, Packer, Paragraph, TextRun } = await import('docx')
  const children = entries.map(
    (runs) =>
      new Paragraph({
        spacing: { after: 120 },
        children: runs.map(
          ({ text, italic = false }) => new TextRun({ text: readable(text), italics: italic }),
        ),
      }),
  )
  const document = new Document({
    creator: '科学导航',
    title: '参考文献',
    styles: { default: { document: { run: { font: FONT, size: SIZE } } } },
    sections: [{ children }],
  })
  return Packer.toBuffer(document)
}

/** Without the characters that XML does not allow. */
function readable(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
