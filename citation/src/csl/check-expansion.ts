// Refuses styles whose macros would make them huge.
import { StyleFault } from './style-fault.ts'
import type { CslStyle, Macro, StyleNode } from './style-tree.ts'

/** Largest number of elements that the layouts and sort keys of a style may have after their macros are inserted. */
const MAX_EXPANDED_NODES = 500_000

/**
 * Checks the size of a style: macros that insert each other could make a small file huge.
 *
 * @throws StyleFault when the style would have too many elements after its macros are inserted.
 */
export function checkExpansion(style: CslStyle): void {
  const counter = new ExpansionCounter(style)
  const areas = [style.citation, ...(style.bibliography ? [style.bibliography] : [])]
  const layouts = areas.flatMap((area) => area.layouts.map((layout) => layout.children))
  const keys = areas.flatMap((area) => (area.sort ?? []).map((key) => key.macro?.children ?? []))
  const size = [...layouts, ...keys].reduce((sum, nodes) => sum + 1 + counter.count(nodes), 0)
  if (size > MAX_EXPANDED_NODES) throw new StyleFault('样式的宏展开后过大，不能使用')
}

/** Number of characters of literal text that count as one more element. */
const CHARS_PER_NODE = 50

/** Counts the elements that a layout has after macros are inserted; each macro is counted once and remembered. */
class ExpansionCounter {
  private readonly sizes = new Map<Macro, number>()
  /** Length of the longest term in all its forms. */
  private readonly termChars: number
  /** Length of the options that names inherit. */
  private readonly optionChars: number

  /** Any element may print the longest term, and any names the options that they inherit. */
  constructor({ options, locales, citation, bibliography }: CslStyle) {
    this.optionChars = countChars([options, citation.options, bibliography?.options])
    this.termChars = locales
      .flatMap(({ terms }) => [...terms.values()])
      .reduce((longest, forms) => Math.max(longest, countChars(forms)), 0)
  }

  /** Returns the size of elements with all that they contain. */
  count(nodes: readonly StyleNode[]): number {
    let size = 0
    for (const node of nodes) size += this.weight(node) + this.countChildren(node)
    return size
  }

  /** Returns the size of an element alone: 1, and more for long texts. */
  private weight(node: StyleNode): number {
    const inherited = node.kind === 'names' ? this.optionChars : 0
    return 1 + Math.floor((countChars(node) + this.termChars + inherited) / CHARS_PER_NODE)
  }

  /** Returns the size of what an element contains or inserts. */
  private countChildren(node: StyleNode): number {
    const macro = node.kind === 'text' ? node.macro : undefined
    if (!macro) return this.count(childNodes(node))
    const counted = this.sizes.get(macro)
    if (counted !== undefined) return counted
    const size = this.count(macro.children)
    this.sizes.set(macro, size)
    return size
  }
}

/** Fields of an element that hold other elements, which are counted on their own. */
const CHILD_FIELDS = new Set(['macro', 'children', 'substitute'])

/** Returns the number of characters of all texts in a part of a style: affixes, delimiters, values, options. */
function countChars(part: unknown): number {
  if (typeof part === 'string') return part.length
  if (typeof part !== 'object' || part === null) return 0
  let count = 0
  for (const [field, value] of Object.entries(part)) if (!CHILD_FIELDS.has(field)) count += countChars(value)
  return count
}

/** Returns the elements directly within an element; of a call of a macro, those of the macro. */
function childNodes(node: StyleNode): StyleNode[] {
  switch (node.kind) {
    case 'text':
      return node.macro?.children ?? []
    case 'names':
      return node.substitute
    case 'group':
      return node.children
    case 'choose':
      return node.branches.flatMap((branch) => branch.children)
    default:
      return []
  }
}
