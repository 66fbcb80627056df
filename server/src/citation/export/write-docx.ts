import type { CslRun } from '@scinav/citation/csl'
import { HANGING_INDENT_TWIPS, numberNotes, stripInvalidXml, WORD_STYLES } from '../word/index.ts'
import type { DocxLine } from './docx-lines.ts'

/** The space after a paragraph, in twentieths of a point. */
const PARAGRAPH_SPACING_TWIPS = 120

/**
 * Writes the paragraphs and footnotes to a Word file; `title` is a property of the file and not shown in it.
 */
export async function writeDocx(
  title: string,
  lines: DocxLine[],
  notes: readonly CslRun[][] = [],
): Promise<Uint8Array> {
  // Loaded at first use because it is large.
  const docx = await import('docx')
  const { Document, FootnoteReferenceRun, HeadingLevel, Packer, Paragraph, TextRun } = docx
  const textRun = (run: CslRun) => {
    const { text, italic = false, bold = false, smallCaps = false, underline, raised } = run
    return new TextRun({
      text: stripInvalidXml(text),
      italics: italic,
      bold,
      smallCaps,
      superScript: raised === 'super',
      subScript: raised === 'sub',
      ...(underline && { underline: {} }),
    })
  }
  const footnotes = notes.map((runs) => new Paragraph({ children: runs.map(textRun) }))
  const levels = [
    HeadingLevel.HEADING_1,
    HeadingLevel.HEADING_2,
    HeadingLevel.HEADING_3,
    HeadingLevel.HEADING_4,
  ]
  const children = lines.map(
    ({ runs, level, isEntry = false }) =>
      new Paragraph({
        spacing: { after: PARAGRAPH_SPACING_TWIPS },
        ...(isEntry && { indent: { left: HANGING_INDENT_TWIPS, hanging: HANGING_INDENT_TWIPS } }),
        // Keeps a heading on the page of the paragraph after it.
        ...(level > 0 && { heading: levels[Math.min(level, levels.length) - 1], keepNext: true }),
        children: runs.map((run) =>
          run.note === undefined ? textRun(run) : new FootnoteReferenceRun(run.note + 1),
        ),
      }),
  )
  const document = new Document({
    creator: '科学导航',
    title,
    styles: WORD_STYLES,
    ...(notes.length > 0 && { footnotes: numberNotes(footnotes) }),
    sections: [{ children }],
  })
  return Packer.toBuffer(document)
}
