import type { CslRun } from '@scinav/citation/csl'
import {
  HANGING_INDENT_TWIPS,
  numberNotes,
  splitPlaces,
  stripInvalidXml,
  WORD_STYLES,
  withoutPlaces,
} from '../word/index.ts'

/** A paragraph: its runs, and its heading level; 0 for body text. */
interface DocxLine {
  runs: DocxRun[]
  level: number
  /** Whether it is a reference, with a hanging indent. */
  isEntry?: boolean
}

const entryLine = (runs: CslRun[]): DocxLine => ({ runs, level: 0, isEntry: true })

/** Writes a Word file with one paragraph per entry. */
export const referencesDocx = (entries: CslRun[][]): Promise<Uint8Array> =>
  writeDocx('参考文献', entries.map(entryLine))

const MARKDOWN_HEADING = /^(#{1,6})\s+/

/** A run of a line; one with `note` stands for a footnote, given by its index. */
interface DocxRun extends CslRun {
  note?: number
}

/** Returns whether a run has no typography, only its `text`. */
const isPlain = (run: DocxRun): boolean => Object.keys(run).length === 1

/** Returns the runs of a line, with the runs of its citations in their places; adjacent plain runs are merged. */
function lineRuns(
  line: string,
  { citations, areNotes }: Pick<CitedLines, 'citations' | 'areNotes'>,
): DocxRun[] {
  const runs = splitPlaces(line).flatMap((piece): DocxRun[] => {
    if (typeof piece === 'string') return [{ text: piece }]
    return areNotes ? [{ text: '', note: piece.index }] : (citations[piece.index] ?? [])
  })
  const merged: DocxRun[] = []
  for (const run of runs.filter(({ text, note }) => text !== '' || note !== undefined)) {
    const last = merged.at(-1)
    if (last && isPlain(last) && isPlain(run)) merged[merged.length - 1] = { text: last.text + run.text }
    else merged.push(run)
  }
  return merged
}

/** What the places of a text stand for, and its list. */
interface CitedLines {
  citations: readonly CslRun[][]
  /** Whether the citations are footnotes instead of parts of the text. */
  areNotes: boolean
  entries: CslRun[][]
}

/**
 * Writes a Word file of a text, one paragraph per line, followed by its reference list under a heading.
 *
 * @param text with `citationPlace` where a citation stands.
 */
export function textDocx(text: string, cited: CitedLines): Promise<Uint8Array> {
  const { citations, areNotes, entries } = cited
  const body = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      runs: lineRuns(line.replace(MARKDOWN_HEADING, ''), cited),
      level: MARKDOWN_HEADING.exec(line)?.[1]?.length ?? 0,
    }))
  const title = listTitle(withoutPlaces(text))
  const list = entries.length > 0 ? [{ runs: [{ text: title }], level: listLevel(body) }] : []
  return writeDocx('文稿', [...body, ...list, ...entries.map(entryLine)], areNotes ? citations : [])
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

/** The space after a paragraph, in twentieths of a point. */
const PARAGRAPH_SPACING_TWIPS = 120

/**
 * Writes the paragraphs and footnotes to a Word file; `title` is a property of the file and not shown in it.
 */
async function writeDocx(
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

const HAN_CHARACTER = /\p{Script=Han}/u
/** The most Han characters per other letter in a European text, which may name a few things in Chinese. */
const MAX_HAN_SHARE = 0.1

/** Returns the heading of the reference list in the language of the text. */
export function listTitle(text: string): 'References' | '参考文献' {
  let han = 0
  let letters = 0
  for (const sign of text) {
    if (HAN_CHARACTER.test(sign)) han += 1
    else if (/\p{L}/u.test(sign)) letters += 1
  }
  return letters > 0 && han <= MAX_HAN_SHARE * letters ? 'References' : '参考文献'
}
