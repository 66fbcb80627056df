// Opens a Word file that comments and changes are to be added to.
import type { Archive } from '../../archive.ts'
import { documentFault } from '../../faults.ts'
import { finishBlocks } from '../../structure/finish-document.ts'
import { elementsOf, parseXmlSource, type XmlElement, type XmlSource } from '../../xml.ts'
import { type DocxBlock, readDocx } from '../docx.ts'
import { findMainPart } from '../package.ts'
import { openComments } from './comments-part.ts'
import type { TextFlow, TextRange } from './locate-text.ts'
import { createPartEdits, type PartEdits } from './part-edits.ts'
import { type Authorship, wordMarkup } from './word-markup.ts'

/** The text of a block in the file, and how to find ranges of the parsed text in it. */
export interface BlockFinder {
  flow: TextFlow
  /** Returns the range in the file for offsets in the parsed block, null when it is not there. */
  find: (start: number, end: number) => TextRange | null
}

/** A Word file while it is annotated. */
export interface OpenDocument {
  blocks: DocxBlock[]
  /** The main part first, then its notes. */
  parts: { path: string; edits: PartEdits }[]
  /** The first mark of each note in the main part, by element name and id of the note: `w:footnote 2`. */
  noteMarks: ReadonlyMap<string, XmlElement>
  /** Finders by index of their block, created on first use. */
  finders: Map<number, BlockFinder>
  /** Returns an id that neither comments nor changes have yet. */
  nextId: () => number
  /** Returns the XML of a comment for the part of comments. */
  commentMarkup: (id: number, text: string) => string
  /** Returns the files that change, by path, when the XML of comments is added. */
  addComments: (comments: string) => Map<string, Buffer>
}

/** Root elements of the parts whose text can be annotated. */
const ANNOTATED_ROOTS = new Set(['w:document', 'w:footnotes', 'w:endnotes'])

/** Reads the parts of a file that can be annotated, with the places of their blocks. */
export async function openDocument(archive: Archive, authorship: Authorship): Promise<OpenDocument> {
  const main = await findMainPart(archive)
  const sources = new Map<string, XmlSource>()
  const readPart = async (part: string) => {
    const source = parseXmlSource(await archive.read(part))
    sources.set(part, source)
    return source.root
  }
  const draft = await readDocx(archive, main, { readPart, keepsParagraphs: true })
  const comments = await openComments(archive, main)
  const annotated = [...sources].filter(([, { root }]) => ANNOTATED_ROOTS.has(root.name))
  const nextId = createIds([comments.source.root, ...annotated.map(([, { root }]) => root)])
  const parts = annotated.map(([path, source]) => ({
    path,
    edits: createPartEdits(source, wordMarkup(source.root, authorship, nextId)),
  }))
  const [first] = parts
  if (!first) throw documentFault('damaged')
  return {
    blocks: finishBlocks(draft).flat(),
    parts,
    noteMarks: findNoteMarks(first.edits.source.root),
    finders: new Map(),
    nextId,
    commentMarkup: wordMarkup(comments.source.root, authorship, nextId).comment,
    addComments: comments.withComments,
  }
}

/** Largest value of `w:id`, a signed 32-bit number. */
const MAX_ID = 0x7fffffff

/** Returns a function that returns unused ids: neither in these parts nor returned before. */
function createIds(roots: XmlElement[]): () => number {
  const usedIds = new Set<number>()
  let largest = -1
  for (const root of roots)
    forEachElement(root, ({ attributes }) => {
      const id = Number(attributes['w:id'] ?? Number.NaN)
      if (!Number.isInteger(id) || id < 0 || id > MAX_ID) return
      usedIds.add(id)
      largest = Math.max(largest, id)
    })
  let next = largest + 1
  return () => {
    if (next > MAX_ID) next = 0
    while (usedIds.has(next)) next += 1
    const id = next
    next += 1
    return id
  }
}

/** Calls `visit` for an element and everything in it, in the order of the file. */
function forEachElement(root: XmlElement, visit: (element: XmlElement) => void): void {
  visit(root)
  for (const element of elementsOf(root)) forEachElement(element, visit)
}

/** Names of the elements of notes by those of their marks. */
const NOTE_MARKS: Record<string, string> = {
  'w:footnoteReference': 'w:footnote',
  'w:endnoteReference': 'w:endnote',
}

/** Returns the first mark of each note in a part, see `OpenDocument`. */
function findNoteMarks(root: XmlElement): Map<string, XmlElement> {
  const marks = new Map<string, XmlElement>()
  forEachElement(root, (element) => {
    const note = NOTE_MARKS[element.name]
    const key = `${note} ${element.attributes['w:id']}`
    if (note && !marks.has(key)) marks.set(key, element)
  })
  return marks
}
