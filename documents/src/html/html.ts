// Reads web pages, and the pages of EPUB books, into the blocks of a document.
import { posix } from 'node:path'
import { Parser } from 'htmlparser2'
import { decodeText } from '../charset.ts'
import type { BlockType, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import {
  addWarning,
  type DocumentDraft,
  emptyDraft,
  finishDocument,
  pagelessBlock,
} from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { type ScriptShift, shiftText } from '../structure/script-shift.ts'
import { hasBackground, hasWhiteText, isHidden, parseStyle } from './style.ts'
import { createTableCollector, type TableCollector } from './table.ts'

/** Returns the words of a list separated by spaces. */
const wordSet = (list: string) => new Set(list.split(' '))

/** Elements whose content is not text of the page. */
const UNREAD_ELEMENTS = wordSet(
  'script style noscript template svg object iframe select textarea canvas title annotation annotation-xml',
)
/** Elements that are part of a line; all others end it. */
const INLINE_ELEMENTS = wordSet(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark output picture progress q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr math semantics annotation annotation-xml mstyle mrow mi mn mo ms mtext msub msup msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mspace mpadded mphantom menclose',
)
/** Elements without content and without an end tag. */
const VOID_ELEMENTS = wordSet('area base br col embed hr img input link meta param source track wbr')
/** Types of the blocks in an element; elements that are not listed take the type of the element around them. */
const BLOCK_TYPES: Record<string, BlockType> = {
  li: 'list',
  dt: 'list',
  dd: 'list',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
  // Navigation belongs to no passage.
  nav: 'other',
  menu: 'other',
}
/** Largest length of the label of a note mark; a longer raised link is text. */
const MAX_LABEL_CHARS = 8
/** Largest number of nested elements that are recorded; deeper ones take the state of the innermost recorded one. */
const MAX_DEPTH = 400

/** The meaning of an open element for the text in it; most of it is inherited from the element around it. */
interface ElementState {
  name: string
  /** Whether its content is no text of the page: the element is unread or hidden. */
  isSkipped: boolean
  type: BlockType
  level?: number
  /** Whether the element or one around it declares a background. */
  hasBackground: boolean
  /** Whether its text is white or transparent. */
  isWhite: boolean
  /** Key by which note marks may refer to the element, inherited from its parent when it has no id. */
  key?: string
  /** Whether its text is set above or below the line; absent on the line. */
  shift?: ScriptShift | undefined
  /** Offset in the line at which the shifted text begins. */
  shiftStart: number
  /** Number of child elements so far. */
  childCount: number
}

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

/** The state outside all elements. */
const ROOT_STATE: ElementState = {
  name: '',
  isSkipped: false,
  type: 'paragraph',
  hasBackground: false,
  isWhite: false,
  childCount: 0,
  shiftStart: 0,
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

/** Matches the roles of notes, such as `footnote` and `doc-endnote`. */
const NOTE_ROLE = /\b(?:foot|end|rear)note$/
/** Matches the roles `noteref` and `doc-noteref`. */
const REFERENCE_ROLE = /\bnoteref$/

/** Returns the semantic role of an element, as EPUB books and accessible articles declare it. */
const elementRole = (attributes: Record<string, string>): string =>
  attributes['epub:type'] ?? attributes.role ?? ''

/** Returns the target of a link as `page#name`, or '' when it does not point into these pages. */
function linkKey(href: string, page: string): string {
  const [path = '', name = ''] = href.split('#', 2)
  if (name === '' || /^[a-z]+:/i.test(path)) return ''
  return `${path === '' ? page : posix.join(posix.dirname(page), path)}#${name}`
}

/** Value of `end` of a mark whose link has not ended. */
const OPEN_END = -1

/** Opens a note mark for a link that is raised or declares itself a note reference. */
function openMark(reader: HtmlReaderState, attributes: Record<string, string>): void {
  const key = linkKey(attributes.href ?? '', reader.page)
  if (!key || !(currentState(reader).shift === 'raised' || REFERENCE_ROLE.test(elementRole(attributes))))
    return
  reader.marks.push({ start: reader.line.length, end: OPEN_END, label: '', key })
}

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

/** Shifts of the children of a MathML base with scripts, in MathML order, after the base itself. */
const SCRIPT_SHIFTS: Record<string, readonly ScriptShift[]> = {
  msup: ['raised'],
  msub: ['lowered'],
  msubsup: ['lowered', 'raised'],
}

/** Returns how an element shifts its text, by its name or by its position in a MathML base with scripts. */
function elementShift(parent: ElementState, name: string): ScriptShift | undefined {
  if (name === 'sup') return 'raised'
  // The element itself is already counted, and the base is the first child.
  return name === 'sub' ? 'lowered' : SCRIPT_SHIFTS[parent.name]?.[parent.childCount - 2]
}

/**
 * Returns the block type of the text in an element.
 *
 * @param level level of the heading that the element is, if it is one
 */
function blockTypeOf(
  parent: ElementState,
  name: string,
  attributes: Record<string, string>,
  level?: number,
): BlockType {
  if (parent.type === 'other') return 'other'
  if (level) return 'heading'
  if (parent.type === 'footnote' || NOTE_ROLE.test(elementRole(attributes))) return 'footnote'
  return BLOCK_TYPES[name] ?? parent.type
}

/** Returns the state of an element that begins inside the current one. */
function createElementState(
  reader: HtmlReaderState,
  name: string,
  attributes: Record<string, string>,
): ElementState {
  const { page, line } = reader
  const parent = currentState(reader)
  const style = parseStyle(attributes)
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
  const type = blockTypeOf(parent, name, attributes, level)
  const key = attributes.id ? `${page}#${attributes.id}` : parent.key
  const headingLevel = level ?? parent.level
  const shift = elementShift(parent, name) ?? parent.shift
  return {
    name,
    isSkipped: parent.isSkipped || UNREAD_ELEMENTS.has(name) || isHidden(name, attributes, style),
    type,
    ...(headingLevel !== undefined && type === 'heading' && { level: headingLevel }),
    hasBackground: parent.hasBackground || hasBackground(attributes, style),
    isWhite: hasWhiteText(attributes, style) ?? parent.isWhite,
    shift,
    // An element within shifted text continues it.
    shiftStart: shift === parent.shift ? parent.shiftStart : line.length,
    childCount: 0,
    ...(key && { key }),
  }
}

/** Applies the effects of elements that count wherever they occur: scripts, style sheets, line breaks and images. */
function applyElementEffects(
  reader: HtmlReaderState,
  name: string,
  attributes: Record<string, string>,
): void {
  if (name === 'script') addWarning(reader.draft, 'scripts-ignored')
  if (name === 'style' || (name === 'link' && attributes.rel?.includes('stylesheet')))
    reader.hasStyleSheet = true
  if (name === 'br') reader.line += '\n'
  if (name === 'img' && attributes.alt && !currentState(reader).isSkipped)
    reader.line += ` ${attributes.alt} `
}

/** Handles a start tag: ends the line before a block element and opens the element, unless it is void. */
function startElement(reader: HtmlReaderState, name: string, attributes: Record<string, string>): void {
  const { stack, table } = reader
  applyElementEffects(reader, name, attributes)
  if (!INLINE_ELEMENTS.has(name) && name !== 'br') endLine(reader)
  if (VOID_ELEMENTS.has(name)) return
  const anchor = attributes.id ?? attributes.name
  if (INLINE_ELEMENTS.has(name) && anchor) reader.keys.push(`${reader.page}#${anchor}`)
  if (name === 'a') openMark(reader, attributes)
  const parent = stack.at(-1)
  if (parent) parent.childCount += 1
  if (stack.length >= MAX_DEPTH) reader.unrecordedDepth += 1
  else stack.push(createElementState(reader, name, attributes))
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

/** Adds text to the title or to the line; hidden text is counted as invisible, that of unread elements is not. */
function addText(reader: HtmlReaderState, text: string): void {
  const state = currentState(reader)
  const isInvisible = state.isWhite && !state.hasBackground && !reader.hasStyleSheet
  if (state.name === 'title') reader.title += text
  else if (!state.isSkipped && !isInvisible)
    reader.line += state.shift ? shiftText(text, state.shift, reader.line.slice(state.shiftStart)) : text
  else if (!UNREAD_ELEMENTS.has(state.name)) addWarning(reader.draft, 'invisible-text', text.trim().length)
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

/** Matches `<meta charset="gbk">` and `<meta http-equiv=… content="text/html; charset=gbk">`. */
const META_CHARSET = /<meta\b[^>]{0,500}?\bcharset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i
/** Length of the beginning of a page in which browsers look for its encoding, in bytes (HTML Standard, 13.2.3.2). */
const MAX_META_OFFSET = 1_024

/**
 * Decodes the bytes of a page by byte order mark, by validity as UTF-8 and by the charset its `meta` element
 * declares.
 *
 * @throws UnreadableDocument `unknown-charset` when no encoding fits.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, MAX_META_OFFSET)).toString('latin1')
  const text = decodeText(bytes, { declared: META_CHARSET.exec(head)?.[1] })?.text
  if (text === undefined) throw documentFault('unknown-charset')
  return text
}

/**
 * Parses a web page.
 *
 * @throws UnreadableDocument `unknown-charset`; also as `finishDocument` does.
 */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  readHtml(decodeHtml(bytes), draft)
  return finishDocument(draft, 'html')
}
