import type { BlockType } from '../document.ts'
import { child, childrenOf, elementAt, type XmlElement } from '../xml.ts'

/** The properties that a style, or a paragraph itself, gives a paragraph. */
export interface ParagraphStyle {
  type: BlockType
  /** 0-based as in Word; 9 is body text. */
  outline?: number
  /** Whether the paragraph is the title of the document. */
  title?: boolean
  /** The list of which it is an item; the level counts from 0. */
  list?: { id: string; level: number }
}

/** Number of outline levels of headings, which count from 0. */
const OUTLINE_LEVELS = 9

/** Meaning of a style by its English or Chinese name, as Word and similar programs write it. */
const STYLES_BY_NAME: [RegExp, Omit<ParagraphStyle, 'outline'>][] = [
  [/^(?:title|标题)$/i, { type: 'heading', title: true }],
  [/^(?:toc|目录) ?\d?/i, { type: 'other' }],
  [/^(?:table of figures|图表目录)/i, { type: 'other' }],
  [/^(?:caption|题注)$/i, { type: 'caption' }],
  [/^(?:html preformatted|plain text|source ?code|code.{0,20}|代码.{0,20})$/i, { type: 'code' }],
  [/^(?:bibliography|书目|参考文献.{0,20})$/i, { type: 'reference' }],
  [/^(?:footnote text|endnote text|脚注文本|尾注文本)$/i, { type: 'footnote' }],
]
/** Matches `heading 2` and `标题 2`; the captured level counts from 1. */
const HEADING_STYLE_NAME = /^(?:heading|标题) ?([1-9])$/i

/** Returns the attribute `w:val`, which holds the value of most elements of WordprocessingML. */
export const valAttribute = (element: XmlElement | undefined): string | undefined =>
  element?.attributes['w:val']

/** Reads the outline level and the list from paragraph properties. */
export function readParagraphProperties(
  properties: XmlElement | undefined,
): Pick<ParagraphStyle, 'outline' | 'list'> {
  const outline = valAttribute(child(properties, 'w:outlineLvl'))
  const id = valAttribute(elementAt(properties, 'w:numPr', 'w:numId'))
  const level = Number(valAttribute(elementAt(properties, 'w:numPr', 'w:ilvl')) ?? 0)
  return {
    ...(outline !== undefined && { outline: Number(outline) }),
    ...(id !== undefined && { list: { id, level } }),
  }
}

/** Reads what a style itself declares, without the styles on which it is based; `paragraph` when that is nothing. */
function readStyle(element: XmlElement): ParagraphStyle {
  const name = valAttribute(child(element, 'w:name')) ?? ''
  const level = HEADING_STYLE_NAME.exec(name)?.[1]
  const meaning = STYLES_BY_NAME.find(([pattern]) => pattern.test(name))?.[1]
  return {
    type: 'paragraph',
    ...meaning,
    ...(level && { outline: Number(level) - 1 }),
    ...readParagraphProperties(child(element, 'w:pPr')),
  }
}

/** Bounds the chain of styles on which a style is based, which a damaged file may close to a circle. */
const MAX_BASE_STYLES = 20

/**
 * Returns a function that resolves a paragraph style by id, including the styles it is based on; an unknown or missing
 * id gives a plain paragraph. Ids are not names: the id of 标题 1 is often `1`.
 *
 * @param tree root of the file's `styles.xml`, undefined for a file without styles
 */
export function resolveStyles(tree: XmlElement | undefined): (id: string | undefined) => ParagraphStyle {
  const elements = new Map(
    childrenOf(tree, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]),
  )
  const resolved = new Map<string, ParagraphStyle>()

  function resolve(id: string, depth: number): ParagraphStyle {
    const cached = resolved.get(id)
    if (cached) return cached
    const element = elements.get(id)
    if (!element || depth > MAX_BASE_STYLES) return { type: 'paragraph' }
    const declared = readStyle(element)
    const base = valAttribute(child(element, 'w:basedOn'))
    const inherited = base ? resolve(base, depth + 1) : undefined
    const style = {
      ...inherited,
      ...declared,
      type: declared.type === 'paragraph' ? (inherited?.type ?? declared.type) : declared.type,
    }
    resolved.set(id, style)
    return style
  }
  return (id) => (id === undefined ? { type: 'paragraph' } : resolve(id, 0))
}

/** Returns the level of a heading, from 1, or undefined when the style is not one of a heading. */
export const headingLevel = ({ outline, title }: ParagraphStyle): number | undefined => {
  if (outline !== undefined && outline < OUTLINE_LEVELS) return outline + 1
  return title ? 1 : undefined
}
