import { posix } from 'node:path'
import type { Handler } from 'htmlparser2'
import type { BlockType } from '../document.ts'
import { type ScriptShift, shiftText } from '../structure/script-shift.ts'
import { addWarning, type DocumentDraft } from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { hasBackground, hasWhiteText, isHidden, parseStyle } from './style.ts'
import { createTableCollector, type TableCollector } from './table.ts'

const wordSet = (list: string) => new Set(list.split(' '))

/** Elements whose content is not text of the page. */
const UNREAD_ELEMENTS = wordSet(
  'script style noscript template svg object iframe select textarea canvas title annotation annotation-xml',
)
/** Elements that are part of a line; all others end it. */
const INLINE_ELEMENTS = wordSet(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark output picture progress q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr math semantics annotation annotation-xml mstyle mrow mi mn mo ms mtext msub msup msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mspace mpadded mphantom menclose',
)
const VOID_ELEMENTS = wordSet('area base br col embed hr img input link meta param source track wbr')
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
const MAX_LABEL_CHARS = 8
/** Bounds the nesting of elements; deeper elements take the state of the innermost one that was recorded. */
const MAX_DEPTH = 400

/** The meaning of an open element for the text in it. */
interface ElementState {
  name: string
  /** Not part of the text: an unread or hidden element. */
  skipped: boolean
  type: BlockType
  level?: number
  /** Whether an element around the text declares a background. */
  painted: boolean
  white: boolean
  /** Key by which note marks may refer to the element, inherited from its parent when it has no id. */
  key?: string
  /** Set above or below the line. */
  shift?: ScriptShift | undefined
  /** Offset in the line at which the shifted text begins. */
  from: number
  /** Number of child elements so far. */
  elements: number
}

interface HtmlReaderState {
  /** Path of the page, among pages that refer to each other. */
  page: string
  draft: DocumentDraft
  stack: ElementState[]
  table: TableCollector
  line: string
  /** Note marks in the line, the last of which may still be open, and keys of elements in it. */
  marks: KeyedMark[]
  keys: string[]
  title: string
  /** A style sheet may set a background that no element declares. */
  styled: boolean
  tooDeep: number
}

const ROOT_STATE: ElementState = {
  name: '',
  skipped: false,
  type: 'paragraph',
  painted: false,
  white: false,
  elements: 0,
  from: 0,
}
const currentState = ({ stack }: HtmlReaderState): ElementState => stack.at(-1) ?? ROOT_STATE

function endLine(reading: HtmlReaderState): void {
  const { type, level, key } = currentState(reading)
  closeMark(reading)
  const { line: text, marks } = reading
  const keys = [...reading.keys, ...(key ? [key] : [])]
  Object.assign(reading, { line: '', marks: [] })
  if (text.trim() === '') return
  reading.keys = []
  const block: KeyedBlock = {
    ...{ type, text, page: 1, boxes: [] },
    ...(marks.length > 0 && { marks }),
    ...(keys.length > 0 && { keys }),
  }
  if (reading.table.isOpen() && type !== 'caption') reading.table.text(text)
  else reading.draft.blocks.push(level === undefined ? block : { ...block, level })
}

const NOTE_ROLE = /\b(?:foot|end|rear)note$/
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

/** Opens a note mark for a link that is raised or declares itself a note reference. */
function openMark(reading: HtmlReaderState, attributes: Record<string, string>): void {
  const key = linkKey(attributes.href ?? '', reading.page)
  if (!key || !(currentState(reading).shift === 'raised' || REFERENCE_ROLE.test(elementRole(attributes))))
    return
  reading.marks.push({ start: reading.line.length, end: -1, label: '', key })
}

function closeMark(reading: HtmlReaderState): void {
  const mark = reading.marks.at(-1)
  if (!mark || mark.end >= 0) return
  mark.end = reading.line.length
  mark.label = reading.line
    .slice(mark.start)
    .normalize('NFKC')
    .replaceAll(/[[\]()\s]/g, '')
  if (mark.label === '' || mark.label.length > MAX_LABEL_CHARS) reading.marks.pop()
}

/** Shifts of the children of a MathML base with scripts, in MathML order, after the base itself. */
const SCRIPT_SHIFTS: Record<string, readonly ScriptShift[]> = {
  msup: ['raised'],
  msub: ['lowered'],
  msubsup: ['lowered', 'raised'],
}

/** Returns how an element shifts its text, by its name or by its position in a MathML base with scripts. */
function elementShift(parent: ElementState, name: string): ElementState['shift'] {
  if (name === 'sup') return 'raised'
  return name === 'sub' ? 'lowered' : SCRIPT_SHIFTS[parent.name]?.[parent.elements - 2]
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

function createElementState(
  reading: HtmlReaderState,
  name: string,
  attributes: Record<string, string>,
): ElementState {
  const { page, line } = reading
  const parent = currentState(reading)
  const style = parseStyle(attributes)
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
  const type = blockTypeOf(parent, name, attributes, level)
  const key = attributes.id ? `${page}#${attributes.id}` : parent.key
  const inherited = level ?? parent.level
  const shift = elementShift(parent, name) ?? parent.shift
  return {
    name,
    skipped: parent.skipped || UNREAD_ELEMENTS.has(name) || isHidden(name, attributes, style),
    type,
    ...(inherited !== undefined && type === 'heading' && { level: inherited }),
    painted: parent.painted || hasBackground(attributes, style),
    white: hasWhiteText(attributes, style) ?? parent.white,
    shift,
    from: shift === parent.shift ? parent.from : line.length,
    elements: 0,
    ...(key && { key }),
  }
}

/** Applies the effects that some elements have wherever they occur. */
function applyElementEffects(
  reading: HtmlReaderState,
  name: string,
  attributes: Record<string, string>,
): void {
  if (name === 'script') addWarning(reading.draft, 'scripts-ignored')
  if (name === 'style' || (name === 'link' && attributes.rel?.includes('stylesheet'))) reading.styled = true
  if (name === 'br') reading.line += '\n'
  if (name === 'img' && attributes.alt && !currentState(reading).skipped)
    reading.line += ` ${attributes.alt} `
}

function startElement(reading: HtmlReaderState, name: string, attributes: Record<string, string>): void {
  const { stack, table } = reading
  applyElementEffects(reading, name, attributes)
  if (!INLINE_ELEMENTS.has(name) && name !== 'br') endLine(reading)
  if (VOID_ELEMENTS.has(name)) return
  const named = attributes.id ?? attributes.name
  if (INLINE_ELEMENTS.has(name) && named) reading.keys.push(`${reading.page}#${named}`)
  if (name === 'a') openMark(reading, attributes)
  const parent = stack.at(-1)
  if (parent) parent.elements += 1
  if (stack.length >= MAX_DEPTH) reading.tooDeep += 1
  else stack.push(createElementState(reading, name, attributes))
  if (!currentState(reading).skipped) table.open(name, attributes)
}

function endElement(reading: HtmlReaderState, name: string): void {
  if (VOID_ELEMENTS.has(name)) return
  if (!INLINE_ELEMENTS.has(name)) endLine(reading)
  if (name === 'a') closeMark(reading)
  if (reading.tooDeep > 0) {
    reading.tooDeep -= 1
    return
  }
  const block = currentState(reading).skipped ? null : reading.table.close(name)
  if (block) reading.draft.blocks.push(block)
  reading.stack.pop()
}

function addText(reading: HtmlReaderState, text: string): void {
  const state = currentState(reading)
  const unpainted = state.white && !state.painted && !reading.styled
  if (state.name === 'title') reading.title += text
  else if (!state.skipped && !unpainted)
    reading.line += state.shift ? shiftText(text, state.shift, reading.line.slice(state.from)) : text
  else if (!UNREAD_ELEMENTS.has(state.name)) addWarning(reading.draft, 'invisible-text', text.trim().length)
}

/**
 * Creates a handler of parser events that collects the blocks of a page into a draft; call `end` after the last
 * event.
 */
export function pageReader(
  draft: DocumentDraft,
  page: string,
): { handler: Partial<Handler>; end: () => void } {
  const reading: HtmlReaderState = {
    page,
    draft,
    stack: [],
    table: createTableCollector(),
    line: '',
    marks: [],
    keys: [],
    title: '',
    styled: false,
    tooDeep: 0,
  }
  return {
    handler: {
      onopentag: (name, attributes) => startElement(reading, name, attributes),
      onclosetag: (name) => endElement(reading, name),
      ontext: (text) => addText(reading, text),
    },
    end() {
      endLine(reading)
      draft.title ||= reading.title
    },
  }
}
