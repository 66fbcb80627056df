import { boxesOn, type PageBox, wordRects } from '../places/boxes.ts'
import { AROUND, plainQuote } from '../places/quote.ts'
import type { Selected } from '../state/reading.state.ts'
import { readLayer } from './layer-text.ts'

/** What of the pages somebody has selected; nothing where no words are. */
export function selectedInPages(range: Range, pages: Element): Selected | undefined {
  const sheets = [...pages.querySelectorAll('[data-page]')].filter((sheet) => range.intersectsNode(sheet))
  const boxes: PageBox[] = []
  const said: string[] = []
  let [prefix, suffix] = ['', '']
  for (const sheet of sheets) {
    const layer = readLayer(sheet)
    if (!layer) continue
    boxes.push(...boxesOn(sheet, Number(sheet.getAttribute('data-page')), wordRects(range, layer.layer)))
    const { text, before, after } = partOf(range, layer.layer)
    said.push(text)
    if (prefix === '') prefix = before
    suffix = after
  }
  const quote = plainQuote(said.join('\n'))
  const [first] = boxes
  if (!first || quote === '') return undefined
  return {
    quote,
    prefix: plainQuote(prefix).slice(-AROUND),
    suffix: plainQuote(suffix).slice(0, AROUND),
    page: first.page,
    boxes,
    start: null,
    end: null,
  }
}

interface Parts {
  before: string
  text: string
  after: string
}

/** What a range says of a layer, a line break where the page has one, and what stands around it. */
function partOf(range: Range, layer: Element): Parts {
  const parts: Parts = { before: '', text: '', after: '' }
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let where: keyof Parts = 'before'
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.nodeName === 'BR') parts[where] += '\n'
    if (!(node instanceof Text)) continue
    if (range.intersectsNode(node)) {
      where = 'text'
      takeNode(parts, range, node)
    } else {
      if (where === 'text') where = 'after'
      parts[where] += node.data
    }
  }
  return parts
}

/** A node of which the range holds at least a part. */
function takeNode(parts: Parts, range: Range, node: Text): void {
  const from = node === range.startContainer ? range.startOffset : 0
  const to = node === range.endContainer ? range.endOffset : node.data.length
  parts.before += node.data.slice(0, from)
  parts.text += node.data.slice(from, to)
  parts.after += node.data.slice(to)
}
