import { boxesOnPage, type PageBox, wordRects } from '../places/boxes.ts'
import type { TextSpan } from '../places/found-text.ts'

/** The text of a page's text layer, the invisible text that pdf.js puts over the drawn page, with its nodes. */
export interface LayerText {
  layer: Element
  /** The texts of all nodes, with a space after each. */
  text: string
  nodes: Text[]
  /** The offset at which each node's text starts. */
  starts: number[]
}

/** Reads the text layer of a page; undefined when none is rendered. */
export function readLayer(sheet: Element): LayerText | undefined {
  const layer = sheet.querySelector('.textLayer')
  if (!layer) return undefined
  const nodes: Text[] = []
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push(node)
    starts.push(length)
    parts.push(node.data, ' ')
    length += node.data.length + 1
  }
  return { layer, text: parts.join(''), nodes, starts }
}

/** Returns the boxes that a span of the layer's text covers on the page. */
export function boxesInLayer(layer: LayerText, sheet: Element, page: number, span: TextSpan): PageBox[] {
  const from = nodeAt(layer, span.start)
  const to = nodeAt(layer, span.end - 1)
  if (!from || !to) return []
  const range = document.createRange()
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset + 1)
  const parent = range.commonAncestorContainer
  return boxesOnPage(sheet, page, wordRects(range, parent instanceof Element ? parent : layer.layer))
}

/** Finds, by binary search, the node that contains an offset of the text, and the offset in that node. */
function nodeAt(
  { nodes, starts }: LayerText,
  textOffset: number,
): { node: Text; offset: number } | undefined {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= textOffset) low = middle
    else high = middle - 1
  }
  const node = nodes[low]
  const offset = textOffset - (starts[low] ?? 0)
  return node && { node, offset: Math.min(offset, Math.max(0, node.data.length - 1)) }
}
