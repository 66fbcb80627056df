// Reads the text of web pages, and of the pages of EPUB books, into the draft of a document.
import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { addWarning, type DocumentDraft, pagelessBlock } from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { shiftText } from '../structure/script-shift.ts'
import {
  createElementState,
  type ElementState,
  elementRole,
  INLINE_ELEMENTS,
  ROOT_STATE,
  VOID_ELEMENTS,
} from './element-state.ts'
import type { Attributes } from './style.ts'
import { createTableCollector, type TableCollector } from './table.ts'

/** Largest number of nested elements that are recorded; deeper ones take the state of the innermost recorded one. */
const MAX_DEPTH = 400

/** What has been read of a page so far. */
interface HtmlReaderState {
  /** Path of the page, among pages that refer to each other; '' for a single page. */
  page: string
  draft: DocumentDraft
  /** The open elements, the innermost last. */
  stack: ElementState[]
  table: TableCollector
  /** The text since the last block element began or ended. */
  line: string
  /** Note marks in the line. The last one has `OPEN_END` as its `end` until its link ends. */
  marks: KeyedMark[]
  /** Keys of elements in the line, by which note marks may refer to it. */
  keys: string[]
  title: string
  /** Whether the page has a style sheet, which may set a background that no element declares. */
  hasStyleSheet: boolean
  /** Number of open elements beyond `MAX_DEPTH`. */
  unrecordedDepth: number
}

/**
 * Reads the text of a page into a draft. Scripts do not run, nothing is loaded, and hidden text is omitted. Events of
 * the parser collect the text of a line; where a block element begins or ends, the line becomes a block. The title of
 * the page becomes that of the draft unless it has one. Malformed HTML is no error.
 *
 * @param page path of the page among pages that refer to notes of each other, such as the chapters of a book
 */
export function readHtml(html: string, draft: DocumentDraft, page = ''): void {
  const reader: HtmlReaderState = {
    page,
    draft,
    stack: [],
    table: createTableCollector(),
    line: '',
    marks: [],
    keys: [],
    title: '',
    hasStyleSheet: false,
    unrecordedDepth: 0,
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => startElement(reader, name, attributes),
      onclosetag: (name) => endElement(reader, name),
      ontext: (text) => addText(reader, text),
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(html)
  parser.end()
  endLine(reader)
  draft.title ||= reader.title
}

/** Applies the effects of elements that count wherever they occur: scripts, style sheets, line breaks and images. */
function applyElementEffects(reader: HtmlReaderState, name: string, attributes: Attributes): void {
  if (name === 'script') addWarning(reader.draft, 'scripts-ignored')
  if (name === 'style' || (name === 'link' && attributes.rel?.includes('stylesheet')))
    reader.hasStyleSheet = true
  if (name === 'br') reader.line += '\n'
  if (name === 'img' && attributes.alt && !currentState(reader).isSkipped)
    reader.line += ` ${attributes.alt} `
}

/** Handles a start tag: ends the line before a block element and opens the element, unless it is void. */
function startElement(reader: HtmlReaderState, name: string, attributes: Attributes): void {
  const { stack, table } = reader
  applyElementEffects(reader, name, attributes)
  if (!INLINE_ELEMENTS.has(name) && name !== 'br') endLine(reader)
  if (VOID_ELEMENTS.has(name)) return
  const anchor = attributes.id ?? attributes.name
  if (INLINE_ELEMENTS.has(name) && anchor) reader.keys.push(`${reader.page}#${anchor}`)
  if (name === 'a') openMark(reader, attributes)
  const parent = currentState(reader)
  if (stack.length > 0) parent.childCount += 1
  const context = { parent, page: reader.page, lineLength: reader.line.length }
  if (stack.length >= MAX_DEPTH) reader.unrecordedDepth += 1
  else stack.push(createElementState(name, attributes, context))
  if (!currentState(reader).isSkipped) table.open(name, attributes)
}

/** Handles an end tag, also one that the parser adds for an element that is not closed. */
function endElement(reader: HtmlReaderState, name: string): void {
  if (VOID_ELEMENTS.has(name)) return
  if (!INLINE_ELEMENTS.has(name)) endLine(reader)
  if (name === 'a') closeMark(reader)
  if (reader.unrecordedDepth > 0) {
    reader.unrecordedDepth -= 1
    return
  }
  const block = currentState(reader).isSkipped ? null : reader.table.close(name)
  if (block) reader.draft.blocks.push(block)
  reader.stack.pop()
}

/** Adds text to the title or to the line. Text that is left out is counted as invisible, unless it is unread. */
function addText(reader: HtmlReaderState, text: string): void {
  const state = currentState(reader)
  const isInvisible = state.hasInvisibleColor && !state.hasBackground && !reader.hasStyleSheet
  if (state.name === 'title') reader.title += text
  else if (!state.isSkipped && !isInvisible)
    reader.line += state.shift ? shiftText(text, state.shift, reader.line.slice(state.shiftStart)) : text
  else if (!state.isUnread) addWarning(reader.draft, 'invisible-text', text.trim().length)
}

/** Returns the innermost open element. */
const currentState = ({ stack }: HtmlReaderState): ElementState => stack.at(-1) ?? ROOT_STATE

/**
 * Turns the line into a block, or into text of the open table cell. Without text, its keys are kept for the next
 * line.
 */
function endLine(reader: HtmlReaderState): void {
  const { type, level, key } = currentState(reader)
  closeMark(reader)
  const { line: text, marks } = reader
  const keys = [...reader.keys, ...(key ? [key] : [])]
  reader.line = ''
  reader.marks = []
  if (text.trim() === '') return
  reader.keys = []
  const block: KeyedBlock = {
    ...pagelessBlock(type, text),
    ...(marks.length > 0 && { marks }),
    ...(keys.length > 0 && { keys }),
  }
  if (reader.table.isOpen() && type !== 'caption') reader.table.addText(text)
  else reader.draft.blocks.push(level === undefined ? block : { ...block, level })
}

/** Value of `end` of a mark whose link has not ended. */
const OPEN_END = -1
/** Matches the roles `noteref` and `doc-noteref`. */
const REFERENCE_ROLE = /\bnoteref$/

/** Opens a note mark for a link that is raised or declares itself a note reference. */
function openMark(reader: HtmlReaderState, attributes: Attributes): void {
  const key = linkKey(attributes.href ?? '', reader.page)
  if (!key || !(currentState(reader).shift === 'raised' || REFERENCE_ROLE.test(elementRole(attributes))))
    return
  reader.marks.push({ start: reader.line.length, end: OPEN_END, label: '', key })
}

/** Returns the target of a link as `page#name`; '' without a `#name` and for an address with a scheme. */
function linkKey(href: string, page: string): string {
  const [path = '', name = ''] = href.split('#', 2)
  if (name === '' || /^[a-z]+:/i.test(path)) return ''
  return `${path === '' ? page : posix.join(posix.dirname(page), path)}#${name}`
}

/** Largest length of the label of a note mark; a longer raised link is text. */
const MAX_LABEL_CHARS = 8

/** Ends the open mark, if any; it is dropped when its text is empty or too long for a label. */
function closeMark(reader: HtmlReaderState): void {
  const mark = reader.marks.at(-1)
  if (!mark || mark.end !== OPEN_END) return
  mark.end = reader.line.length
  mark.label = reader.line
    .slice(mark.start)
    .normalize('NFKC')
    .replaceAll(/[[\]()\s]/g, '')
  if (mark.label === '' || mark.label.length > MAX_LABEL_CHARS) reader.marks.pop()
}
