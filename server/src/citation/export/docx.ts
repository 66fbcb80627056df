import type { CslRun } from '@scinav/citation/csl'
import { HANGING_INDENT_TWIPS, stripInvalidXml, WORD_STYLES } from '../word/index.ts'

/** A paragraph: its runs, and its heading level; 0 for body text. */
interface DocxLine {
  runs: CslRun[]
  level: number
  /** Whether it is a reference, with a hanging indent. */
  isEntry?: boolean
}

const entryLine = (runs: CslRun[]): DocxLine => ({ runs, level: 0, isEntry: true })

/** Writes a Word file with one paragraph per entry. */
export const referencesDocx = (entries: CslRun[][]): Promise<Uint8Array> =>
  writeDocx('参考文献', entries.map(entryLine))

const MARKDOWN_HEADING = /^(#{1,6})\s+/

/** The place of a citation in a text: its index, 0-based, between two characters of the private use area. */
const PLACE = /\uE000(\d{1,5})\uE001/

/** Returns what stands for a citation in a text until its runs are put in. */
export const citationPlace = (index: number): string => `\uE000${index}\uE001`

/** Removes the signs that mark citations from a text. */
export const withoutPlaces = (text: string): string => text.replace(/[\uE000\uE001]/g, '')

/** Returns whether a run has no typography, only its `text`. */
const isPlain = (run: CslRun): boolean => Object.keys(run).length === 1

/** Returns the runs of a line, with the runs of its citations in their places; adjacent plain runs are merged. */
function lineRuns(line: string, citations: readonly CslRun[][]): CslRun[] {
  // Splitting by a pattern with a group gives text and citation indexes in turn.
  const runs = line
    .split(PLACE)
    .flatMap((piece, at) => (at % 2 === 0 ? [{ text: piece }] : (citations[Number(piece)] ?? [])))
  const merged: CslRun[] = []
  for (const run of runs.filter(({ text }) => text !== '')) {
    const last = merged.at(-1)
    if (last && isPlain(last) && isPlain(run)) merged[merged.length - 1] = { text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

/**
 * Writes a Word file of a text, one paragraph per line, followed by its reference list under a heading.
 *
 * @param text with `citationPlace` where a citation stands.
 */
export function textDocx(
  text: string,
  citations: readonly CslRun[][],
  entries: CslRun[][],
): Promise<Uint8Array> {
  const body = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      runs: lineRuns(line.replace(MARKDOWN_HEADING, ''), citations),
      level: MARKDOWN_HEADING.exec(line)?.[1]?.length ?? 0,
    }))
  const title = listTitle(withoutPlaces(text))
  const list = entries.length > 0 ? [{ runs: [{ text: title }], level: listLevel(body) }] : []
  return writeDocx('文稿', [...body, ...list, ...entries.map(entryLine)])
}

/**
 * Returns the level of the list heading: that of the sections when the first heading is the title of the text, else 1.
 */
function listLevel(body: readonly DocxLine[]): number {
  const levels = body.map(({ level }) => level).filter((level) => level > 0)
  const [firstLevel = 0, ...laterLevels] = levels
  const beginsWithTitle =
    body[0]?.level === firstLevel &&
    laterLevels.length > 1 &&
    laterLevels.every((level) => level > firstLevel)
  return beginsWithTitle ? Math.min(...laterLevels) : 1
}

/** Writes the paragraphs to a Word file; `title` is a property of the file and not shown in it. */
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
          ({ text, italic = false, bold = false, smallCaps = false, underline, raised }) =>
            new TextRun({
              text: stripInvalidXml(text),
              italics: italic,
              bold,
              smallCaps,
              superScript: raised === 'super',
              subScript: raised === 'sub',
              ...(underline && { underline: {} }),
            }),
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
