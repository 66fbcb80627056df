/** A run of text in one face. */
export interface Span {
  text: string
  face: 'plain' | 'bold' | 'italic' | 'code'
}

/** A piece of an answer, as far as files need to tell pieces apart. */
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph' | 'quote'; spans: Span[] }
  | { kind: 'item'; depth: number; mark: string; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: Span[][][] }

const FENCE = /^\s*(```|~~~)/
const HEADING = /^(#{1,6})\s+(.*)$/
const ITEM = /^(\s*)([-*+]|\d{1,3}[.)])\s+(.*)$/
const QUOTE = /^\s*>\s?(.*)$/
const ROW = /^\s*\|(.*)\|\s*$/
const RULE = /^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$/
const STARTS = [FENCE, HEADING, ITEM, QUOTE, ROW]

/** Reads the Markdown that answers are written in. What it does not know stays text; nothing is ever markup. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split(/\r?\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line.trim() === '') at += 1
    else if (FENCE.test(line)) at = readCode(lines, at, blocks)
    else if (ROW.test(line)) at = readTable(lines, at, blocks)
    else if (blockOfLine(line)) {
      blocks.push(...[blockOfLine(line) ?? []].flat())
      at += 1
    } else at = readParagraph(lines, at, blocks)
  }
  return blocks
}

function blockOfLine(line: string): Block | null {
  const heading = HEADING.exec(line)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, spans: spansOf(heading[2] ?? '') }
  const item = ITEM.exec(line)
  if (item) {
    const [, indent = '', sign = '', text = ''] = item
    const mark = /\d/.test(sign) ? sign : '•'
    return { kind: 'item', depth: Math.min(5, Math.floor(indent.length / 2)), mark, spans: spansOf(text) }
  }
  const quote = QUOTE.exec(line)
  return quote ? { kind: 'quote', spans: spansOf(quote[1] ?? '') } : null
}

function readCode(lines: string[], from: number, blocks: Block[]): number {
  let to = from + 1
  while (to < lines.length && !FENCE.test(lines[to] ?? '')) to += 1
  blocks.push({ kind: 'code', text: lines.slice(from + 1, to).join('\n') })
  return to + 1
}

function readTable(lines: string[], from: number, blocks: Block[]): number {
  const rows: Span[][][] = []
  let at = from
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const row = ROW.exec(line)
    if (!row) break
    if (!RULE.test(line)) rows.push((row[1] ?? '').split('|').map((cell) => spansOf(cell.trim())))
  }
  blocks.push({ kind: 'table', rows })
  return at
}

function readParagraph(lines: string[], from: number, blocks: Block[]): number {
  let to = from + 1
  while (to < lines.length && !endsParagraph(lines[to] ?? '')) to += 1
  const text = lines
    .slice(from, to)
    .map((line) => line.trim())
    .join('\n')
  blocks.push({ kind: 'paragraph', spans: spansOf(text) })
  return to
}

const endsParagraph = (line: string) => line.trim() === '' || STARTS.some((start) => start.test(line))

const INLINE =
  /\*\*([^*\n]+)\*\*|(?<![*\w])\*([^*\n]+)\*(?![*\w])|`([^`\n]+)`|!?\[([^\]\n]*)\]\(([^)\s]*)[^)]*\)/g

/** Bold, italic, code; a link is its text and its address. */
function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  const add = (text: string | undefined, face: Span['face']) => {
    if (text) spans.push({ text, face })
  }
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, url] = match
    add(text.slice(from, match.index), 'plain')
    add(bold, 'bold')
    add(italic, 'italic')
    add(code, 'code')
    if (url !== undefined) add(label === url ? url : `${label} (${url})`, 'plain')
    from = match.index + whole.length
  }
  add(text.slice(from), 'plain')
  return spans
}
