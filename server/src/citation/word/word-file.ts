import { numberNotes } from './places.ts'
import { blockElements, textRuns, type WordBlock } from './word-blocks.ts'
import { LABEL_SPACING_TWIPS, stripInvalidXml, WORD_STYLES } from './word-styles.ts'

/** A Word file: its title, a line below it, blocks, and document properties. */
export interface WordFile {
  title: string
  label: string
  keywords: string
  properties: Record<string, string>
  blocks: WordBlock[]
  /** Footnotes, which stand where the text of a block has `citationPlace`. */
  notes?: readonly string[]
}

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
