import type { BlockType } from '../document.ts'
import { at, child, childrenOf, type Element } from '../xml/xml.ts'

/** What a style makes of a paragraph. */
export interface ParagraphStyle {
  type: BlockType
  /** 0-based, as Word counts; 9 is text. */
  outline?: number
  /** It names the document. */
  title?: boolean
  list?: { id: string; level: number }
}

const OUTLINE_LEVELS = 9

/** What a style is by its name, in the languages in which Word and its like write it. */
const named: [RegExp, Omit<ParagraphStyle, 'outline'>][] = [
  [/^(?:title|标题)$/i, { type: 'heading', title: true }],
  [/^(?:toc|目录) ?\d?/i, { type: 'other' }],
  [/^(?:table of figures|图表目录)/i, { type: 'other' }],
  [/^(?:caption|题注)$/i, { type: 'caption' }],
  [/^(?:html preformatted|plain text|source ?code|code.{0,20}|代码.{0,20})$/i, { type: 'code' }],
  [/^(?:bibliography|书目|参考文献.{0,20})$/i, { type: 'reference' }],
  [/^(?:footnote text|endnote text|脚注文本|尾注文本)$/i, { type: 'footnote' }],
]
const headingName = /^(?:heading|标题) ?([1-9])$/i

export const val = (element: Element | undefined): string | undefined => element?.attributes['w:val']

/** Outline level and list as paragraph properties give them. */
export function fromProperties(properties: Element | undefined): Pick<ParagraphStyle, 'outline' | 'list'> {
  const outline = val(child(properties, 'w:outlineLvl'))
  const id = val(at(properties, 'w:numPr', 'w:numId'))
  const level = Number(val(at(properties, 'w:numPr', 'w:ilvl')) ?? 0)
  return {
    ...(outline !== undefined && { outline: Number(outline) }),
    ...(id !== undefined && { list: { id, level } }),
  }
}

function styleOf(element: Element): ParagraphStyle {
  const name = val(child(element, 'w:name')) ?? ''
  const level = headingName.exec(name)?.[1]
  const known = named.find(([pattern]) => pattern.test(name))?.[1]
  return {
    type: 'paragraph',
    ...known,
    ...(level && { outline: Number(level) - 1 }),
    ...fromProperties(child(element, 'w:pPr')),
  }
}

/** Styles of paragraphs by id, each with what the styles give that it is based on. The id of 标题 1 is often `1`. */
export function stylesOf(tree: Element | undefined): (id: string | undefined) => ParagraphStyle {
  const elements = new Map(
    childrenOf(tree, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]),
  )
  const known = new Map<string, ParagraphStyle>()

  function resolve(id: string, above: number): ParagraphStyle {
    const done = known.get(id)
    if (done) return done
    const element = elements.get(id)
    if (!element || above > 20) return { type: 'paragraph' }
    const own = styleOf(element)
    const base = val(child(element, 'w:basedOn'))
    const inherited = base ? resolve(base, above + 1) : undefined
    const made = {
      ...inherited,
      ...own,
      type: own.type === 'paragraph' ? (inherited?.type ?? own.type) : own.type,
    }
    known.set(id, made)
    return made
  }
  return (id) => (id === undefined ? { type: 'paragraph' } : resolve(id, 0))
}

/** The level of a heading, from 1; undefined where it is none. */
export const headingLevel = ({ outline, title }: ParagraphStyle): number | undefined => {
  if (outline !== undefined && outline < OUTLINE_LEVELS) return outline + 1
  return title ? 1 : undefined
}
