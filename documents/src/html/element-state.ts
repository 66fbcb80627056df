// What the elements of HTML and MathML mean for the text in them.
import type { BlockType } from '../document.ts'
import type { ScriptShift } from '../structure/script-shift.ts'
import { type Attributes, hasBackground, hasInvisibleColor, isHidden, parseStyle } from './style.ts'

/** Returns the words of a list separated by spaces. */
const wordSet = (list: string) => new Set(list.split(' '))

/** Elements whose content is not text of the page. */
const UNREAD_ELEMENTS = wordSet(
  'script style noscript template svg object iframe select textarea canvas title annotation annotation-xml',
)
/** Elements that are part of a line; all others end it. */
export const INLINE_ELEMENTS = wordSet(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark output picture progress q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr math semantics annotation annotation-xml mstyle mrow mi mn mo ms mtext msub msup msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mspace mpadded mphantom menclose',
)
/** Elements without content and without an end tag. */
export const VOID_ELEMENTS = wordSet('area base br col embed hr img input link meta param source track wbr')
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

/** The meaning of an open element for the text in it; most of it is inherited from the element around it. */
export interface ElementState {
  name: string
  /** Whether the element or one around it holds no text of the page, such as a script. */
  isUnread: boolean
  /** Whether its text is left out: it is unread, or it or an element around it is hidden. */
  isSkipped: boolean
  type: BlockType
  /** Level of the heading that the text belongs to, 1–6; absent elsewhere. */
  level?: number
  /** Whether the element or one around it declares a background. */
  hasBackground: boolean
  /** Whether its text is white or transparent, so that only a background could make it visible. */
  hasInvisibleColor: boolean
  /** Key by which note marks may refer to the element, inherited from its parent when it has no id. */
  key?: string
  /** Whether its text is set above or below the line; absent on the line. */
  shift?: ScriptShift | undefined
  /** Offset in the line at which the shifted text begins. */
  shiftStart: number
  /** Number of child elements so far. */
  childCount: number
}

/** The state outside all elements. */
export const ROOT_STATE: ElementState = {
  name: '',
  isUnread: false,
  isSkipped: false,
  type: 'paragraph',
  hasBackground: false,
  hasInvisibleColor: false,
  childCount: 0,
  shiftStart: 0,
}

/** Where an element stands. */
interface ElementContext {
  /** The state of the element around it, which has counted it as a child already. */
  parent: ElementState
  /** Path of the page, among pages that refer to each other. */
  page: string
  /** Length of the line before the element. */
  lineLength: number
}

/** Returns the state of an element that begins: its own meaning, else that of the element around it. */
export function createElementState(
  name: string,
  attributes: Attributes,
  { parent, page, lineLength }: ElementContext,
): ElementState {
  const style = parseStyle(attributes)
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
  const type = blockTypeOf(parent, name, attributes, level)
  const key = attributes.id ? `${page}#${attributes.id}` : parent.key
  const headingLevel = level ?? parent.level
  const shift = elementShift(parent, name) ?? parent.shift
  const isUnread = parent.isUnread || UNREAD_ELEMENTS.has(name)
  return {
    name,
    isUnread,
    isSkipped: parent.isSkipped || isUnread || isHidden(name, attributes, style),
    type,
    ...(headingLevel !== undefined && type === 'heading' && { level: headingLevel }),
    hasBackground: parent.hasBackground || hasBackground(attributes, style),
    hasInvisibleColor: hasInvisibleColor(attributes, style) ?? parent.hasInvisibleColor,
    shift,
    // An element within shifted text continues it.
    shiftStart: shift === parent.shift ? parent.shiftStart : lineLength,
    childCount: 0,
    ...(key && { key }),
  }
}

/** Matches the roles of notes, such as `footnote` and `doc-endnote`. */
const NOTE_ROLE = /\b(?:foot|end|rear)note$/

/** Returns the semantic role of an element, as EPUB books and accessible articles declare it. */
export const elementRole = (attributes: Attributes): string =>
  attributes['epub:type'] ?? attributes.role ?? ''

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
function blockTypeOf(parent: ElementState, name: string, attributes: Attributes, level?: number): BlockType {
  if (parent.type === 'other') return 'other'
  if (level) return 'heading'
  if (parent.type === 'footnote' || NOTE_ROLE.test(elementRole(attributes))) return 'footnote'
  return BLOCK_TYPES[name] ?? parent.type
}
