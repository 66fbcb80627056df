import { boxesOnPage, type PageBox, wordRects } from '../places/boxes.ts'
import { CONTEXT_CHARS, cleanQuote } from '../places/quote.ts'
import type { TextSelection } from '../state/reading.state.ts'
import { readLayer } from './layer-text.ts'

/**
 * Returns what is selected on the drawn pages of a PDF, with its boxes and some text around it; undefined when the
 * selection contains no words. Offsets in the canonical text are unknown here (`start` and `end` are null).
 */
export function readPageSelection(range: Range, pages: Element): TextSelection | undefined {
  const sheets = [...pages.querySelectorAll('[data-page]')].filter((sheet) => range.intersectsNode(sheet))
  const boxes: PageBox[] = []
  const texts: string[] = []
  let prefix = ''
  let suffix = ''
  for (const sheet of sheets) {
    const layer = readLayer(sheet)
    if (!layer) continue
    boxes.push(...boxesOnPage(sheet, Number(sheet.getAttribute('data-page')), wordRects(range, layer.layer)))
    const { text, before, after } = layerParts(range, layer.layer)
    texts.push(text)
    if (prefix === '') prefix = before
    suffix = after
  }
  const quote = cleanQuote(texts.join('\n'))
  const [first] = boxes
  if (!first || quote === '') return undefined
  return {
    quote,
    prefix: cleanQuote(prefix).slice(-CONTEXT_CHARS),
    suffix: cleanQuote(suffix).slice(0, CONTEXT_CHARS),
    page: first.page,
    boxes,
    start: null,
    end: null,
  }
}

/** The text of a layer, divided at the ends of a selection. */
interface SelectionParts {
  before: string
  text: string
  after: string
}

/** Returns the text of a range in a layer, with the layer's line breaks, and the text around it. */
function layerParts(range: Range, layer: Element): SelectionParts {
  const parts: SelectionParts = { before: '', text: '', after: '' }
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let current: keyof SelectionParts = 'before'
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.nodeName === 'BR') parts[current] += '\n'
    if (!(node instanceof Text)) continue
    if (range.intersectsNode(node)) {
      current = 'text'
      appendNode(parts, range, node)
    } else {
      if (current === 'text') current = 'after'
      parts[current] += node.data
    }
  }
  return parts
}

/** Appends a node that the range contains at least in part to `parts`, divided where the range starts and ends. */
function appendNode(parts: SelectionParts, range: Range, node: Text): void {
  const from = node === range.startContainer ? range.startOffset : 0
  const to = node === range.endContainer ? range.endOffset : node.data.length
  parts.before += node.data.slice(0, from)
  parts.text += node.data.slice(from, to)
  parts.after += node.data.slice(to)
}
