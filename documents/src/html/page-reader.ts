import type { Handler } from 'htmlparser2'
import type { Block, BlockType } from '../document.ts'
import { type Draft, warn } from '../structure/draft.ts'
import { isHidden, isPainted, isWhite, ownStyle } from './style.ts'
import { type TableCollector, tableCollector } from './table.ts'

const words = (list: string) => new Set(list.split(' '))

/** What is not text of the page. */
const unread = words(
  'script style noscript template svg object iframe select textarea canvas title annotation annotation-xml',
)
/** Elements that stand in a line; all others end it. */
const inline = words(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark output picture progress q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr math semantics annotation annotation-xml mstyle mrow mi mn mo ms mtext msub msup msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mspace mpadded mphantom menclose',
)
const empty = words('area base br col embed hr img input link meta param source track wbr')
const blockTypes: Record<string, BlockType> = {
  li: 'list',
  dt: 'list',
  dd: 'list',
  pre: 'code',
  figcaption: 'caption',
  caption: 'caption',
  // What leads elsewhere belongs to no passage.
  nav: 'other',
  menu: 'other',
}
/** Deeper than anybody writes; what is deeper has the state of its parents. */
const DEEPEST = 400

/** What an open element means for the text in it. */
interface State {
  name: string
  /** Not part of the text: unread, or hidden. */
  skipped: boolean
  type: BlockType
  level?: number
  /** Somebody has said what is behind the text. */
  painted: boolean
  white: boolean
}

interface Reading {
  draft: Draft
  stack: State[]
  table: TableCollector
  line: string
  title: string
  /** A style sheet may paint what no element does. */
  styled: boolean
  tooDeep: number
}

const outside: State = { name: '', skipped: false, type: 'paragraph', painted: false, white: false }
const stateOf = ({ stack }: Reading): State => stack.at(-1) ?? outside

function endLine(reading: Reading): void {
  const { type, level } = stateOf(reading)
  const text = reading.line
  reading.line = ''
  if (text.trim() === '') return
  const block: Block = { type, text, page: 1, boxes: [] }
  if (reading.table.isOpen() && type !== 'caption') reading.table.text(text)
  else reading.draft.blocks.push(level === undefined ? block : { ...block, level })
}

function opened(parent: State, name: string, attributes: Record<string, string>): State {
  const style = ownStyle(attributes)
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
  const own = level ? 'heading' : (blockTypes[name] ?? parent.type)
  const inherited = level ?? parent.level
  return {
    name,
    skipped: parent.skipped || unread.has(name) || isHidden(name, attributes, style),
    type: parent.type === 'other' ? 'other' : own,
    ...(inherited !== undefined && own === 'heading' && { level: inherited }),
    painted: parent.painted || isPainted(attributes, style),
    white: isWhite(attributes, style) ?? parent.white,
  }
}

/** What some elements do wherever they stand. */
function note(reading: Reading, name: string, attributes: Record<string, string>): void {
  if (name === 'script') warn(reading.draft, 'scripts-ignored')
  if (name === 'style' || (name === 'link' && attributes.rel?.includes('stylesheet'))) reading.styled = true
  if (name === 'br') reading.line += '\n'
  if (name === 'img' && attributes.alt && !stateOf(reading).skipped) reading.line += ` ${attributes.alt} `
}

function startElement(reading: Reading, name: string, attributes: Record<string, string>): void {
  const { stack, table } = reading
  note(reading, name, attributes)
  if (!inline.has(name) && name !== 'br') endLine(reading)
  if (empty.has(name)) return
  if (stack.length >= DEEPEST) reading.tooDeep += 1
  else stack.push(opened(stateOf(reading), name, attributes))
  if (!stateOf(reading).skipped) table.open(name, attributes)
}

function endElement(reading: Reading, name: string): void {
  if (empty.has(name)) return
  if (!inline.has(name)) endLine(reading)
  if (reading.tooDeep > 0) {
    reading.tooDeep -= 1
    return
  }
  const block = stateOf(reading).skipped ? null : reading.table.close(name)
  if (block) reading.draft.blocks.push(block)
  reading.stack.pop()
}

function addText(reading: Reading, text: string): void {
  const state = stateOf(reading)
  const unpainted = state.white && !state.painted && !reading.styled
  if (state.name === 'title') reading.title += text
  else if (!state.skipped && !unpainted) reading.line += text
  else if (!unread.has(state.name)) warn(reading.draft, 'invisible-text', text.trim().length)
}

/** Collects the blocks of a page from the events of a parser. */
export function pageReader(draft: Draft): { handler: Partial<Handler>; end: () => void } {
  const reading: Reading = {
    draft,
    stack: [],
    table: tableCollector(),
    line: '',
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
