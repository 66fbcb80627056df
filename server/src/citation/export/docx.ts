import type { StyledRun } from '@scinav/citation'
import { listTitle } from './list-title.ts'

const BODY_FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }
/** Half points: 五号. */
const FONT_SIZE_HALF_POINTS = 21
/** Twentieths of a point: two characters of 五号. */
const HANGING_INDENT_TWIPS = 420

/** A paragraph: its runs, and as which level it heads what follows; 0 where it does not. */
interface DocxLine {
  runs: StyledRun[]
  level: number
  /** Whether it is a reference, whose first line hangs out. */
  isEntry?: boolean
}

const entryLine = (runs: StyledRun[]): DocxLine => ({ runs, level: 0, isEntry: true })

/** A Word file with one paragraph an entry. */
export const referencesDocx = (entries: StyledRun[][]): Promise<Uint8Array> =>
  writeDocx('参考文献', entries.map(entryLine))

const MARKDOWN_HEADING = /^(#{1,6})\s+/

/** A Word file of a text, a paragraph a line, and of its list of references under a heading. */
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

/** A lone first heading above several others is the title: the list stands beside those below it. */
function listLevel(body: readonly DocxLine[]): number {
  const levels = body.map(({ level }) => level).filter((level) => level > 0)
  const below = levels.slice(1)
  const isTitled =
    body[0]?.level === levels[0] && below.length > 1 && below.every((level) => level > (levels[0] ?? 0))
  return isTitled ? Math.min(...below) : 1
}

async function writeDocx(title: string, lines: DocxLine[]): Promise<Uint8Array> {
  // Loaded at first need: it is large.
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
        // A heading at the foot of a page would stand apart from what it heads.
        ...(level > 0 && { heading: levels[Math.min(level, levels.length) - 1], keepNext: true }),
        children: runs.map(
          ({ text, italic = false }) => new TextRun({ text: stripInvalidXml(text), italics: italic }),
        ),
      }),
  )
  const document = new Document({
    creator: '科学导航',
    title,
    styles: { default: { document: { run: { font: BODY_FONT, size: FONT_SIZE_HALF_POINTS } } } },
    sections: [{ children }],
  })
  return Packer.toBuffer(document)
}

/** Without the characters that XML does not allow. */
function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
