import type { StyledRun } from '@scinav/citation'
import { HANGING_INDENT_TWIPS, stripInvalidXml, WORD_STYLES } from '../word/index.ts'

/** A paragraph: its runs, and its heading level; 0 for body text. */
interface DocxLine {
  runs: StyledRun[]
  level: number
  /** Whether it is a reference, with a hanging indent. */
  isEntry?: boolean
}

const entryLine = (runs: StyledRun[]): DocxLine => ({ runs, level: 0, isEntry: true })

/** Writes a Word file with one paragraph per entry. */
export const referencesDocx = (entries: StyledRun[][]): Promise<Uint8Array> =>
  writeDocx('参考文献', entries.map(entryLine))

const MARKDOWN_HEADING = /^(#{1,6})\s+/

/** Writes a Word file of a text, one paragraph per line, followed by its reference list under a heading. */
export function textDocx(text: string, entries: StyledRun[][]): Promise<Uint8Array> {
  const body = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      runs: [{ text: line.replace(MARKDOWN_HEADING, '') }],
      level: MARKDOWN_HEADING.exec(line)?.[1]?.length ?? 0,
    }))
  const list = entries.length > 0 ? [{ runs: [{ text: listTitle(text) }], level: listLevel(body) }] : []
  return writeDocx('文稿', [...body, ...list, ...entries.map(entryLine)])
}

/**
 * Returns the level of the list heading: that of the sections when the first heading is the title of the text, else 1.
 */
function listLevel(body: readonly DocxLine[]): number {
  const levels = body.map(({ level }) => level).filter((level) => level > 0)
  const below = levels.slice(1)
  const isTitled =
    body[0]?.level === levels[0] && below.length > 1 && below.every((level) => level > (levels[0] ?? 0))
  return isTitled ? Math.min(...below) : 1
}

async function writeDocx(title: string, lines: DocxLine[]): Promise<Uint8Array> {
  // Loaded at first use because it is large.
  const { Document, HeadingLevel, Packer, Paragraph, TextRun } = await import('docx')
  const levels = [
    HeadingLevel.HEADING_1,
    HeadingLevel.HEADING_2,
    HeadingLevel.HEADING_3,
    HeadingLevel.HEADING_4,
  ]
  const children = lines.map(
    ({ runs, level, isEntry = false }) =>
      new Paragraph({
        spacing: { after: 120 },
        ...(isEntry && { indent: { left: HANGING_INDENT_TWIPS, hanging: HANGING_INDENT_TWIPS } }),
        // Keeps a heading on the page of the paragraph after it.
        ...(level > 0 && { heading: levels[Math.min(level, levels.length) - 1], keepNext: true }),
        children: runs.map(
          ({ text, italic = false }) => new TextRun({ text: stripInvalidXml(text), italics: italic }),
        ),
      }),
  )
  const document = new Document({
    creator: '科学导航',
    title,
    styles: WORD_STYLES,
    sections: [{ children }],
  })
  return Packer.toBuffer(document)
}

const HAN_CHARACTER = /\p{Script=Han}/u
/** The most Han characters per other letter in a European text, which may name a few things in Chinese. */
const MAX_HAN_SHARE = 0.1

/** Returns the heading of the reference list in the language of the text. */
export function listTitle(text: string): 'References' | '参考文献' {
  let [han, letters] = [0, 0]
  for (const sign of text) {
    if (HAN_CHARACTER.test(sign)) han += 1
    else if (/\p{L}/u.test(sign)) letters += 1
  }
  return letters > 0 && han <= MAX_HAN_SHARE * letters ? 'References' : '参考文献'
}
