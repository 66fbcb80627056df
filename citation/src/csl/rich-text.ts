import type { Output, Span } from './output.ts'

/** A piece of a field: text, or the beginning or end of an element or quotation. */
interface Piece {
  kind: 'text' | 'open' | 'close' | 'quote'
  /** As it is written. */
  text: string
  /** The key of `TAG_SPANS`, or `sc-span` or `span`, for elements written as `<span>`; '' for text and quotations. */
  tag: string
}

const TOKEN =
  /<(\/?)(i|b|sc|sup|sub|em|strong)>|<span\s+class="(nocase|smallcaps)">|<span\s+style="font-variant:\s*(small-caps);?">|<(\/)span>|["'“”‘’«»]/g

const TAG_SPANS: Record<string, Omit<Span, 'children'>> = {
  i: { format: { 'font-style': 'italic' }, flips: true },
  em: { format: { 'font-style': 'italic' }, flips: true },
  b: { format: { 'font-weight': 'bold' }, flips: true },
  strong: { format: { 'font-weight': 'bold' }, flips: true },
  sc: { format: { 'font-variant': 'small-caps' }, flips: true },
  sup: { format: { 'vertical-align': 'sup' } },
  sub: { format: { 'vertical-align': 'sub' } },
  nocase: { keepsCase: true },
}

function splitPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index), tag: '' })
    end = match.index + match[0].length
    pieces.push(toPiece(match))
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end), tag: '' })
  return pieces
}

function toPiece([text, closes, tag, spanClass, smallCaps, closesSpan]: RegExpMatchArray): Piece {
  if (tag) return { kind: closes ? 'close' : 'open', text, tag }
  if (spanClass) return { kind: 'open', text, tag: spanClass === 'nocase' ? 'nocase' : 'sc-span' }
  if (smallCaps) return { kind: 'open', text, tag: 'sc-span' }
  if (closesSpan) return { kind: 'close', text, tag: 'span' }
  return { kind: 'quote', text, tag: '' }
}

const closesTag = (open: string, close: string): boolean =>
  close === 'span' ? open === 'nocase' || open === 'sc-span' : open === close

// What may stand before a mark that begins a quotation, and after one that ends it.
const OPENING_CONTEXT = /[\s\u00A0([{«“‘"'/–—-]$/
const CLOSING_CONTEXT = /^[\s\u00A0)\]}»”’"'.,;:!?/–—-]/

const OPENING_MARKS = new Set(['"', "'", '“', '‘'])

/** Marks that are never apostrophes. */
const isUnambiguous = (mark: string): boolean => mark === '"' || mark === '”'

/** Returns whether a mark may begin a quotation between the texts around it. */
const mayOpen = (mark: string, before: string, after: string): boolean =>
  (before === '' || OPENING_CONTEXT.test(before)) && /^\S/.test(after) && !after.startsWith(mark)

/** Returns whether a mark may end a quotation between the texts around it. */
const mayClose = (before: string, after: string): boolean =>
  (after === '' || CLOSING_CONTEXT.test(after)) && /\S$/.test(before)

/** For each mark that may end a quotation, the mark that begins it. */
const OPENING_OF: Record<string, string> = { '”': '“', '’': '‘', '"': '"', "'": "'" }

/** A frame of the nesting: an element or a quotation that is open. */
interface Frame {
  tag: string
  /** The text of the opening piece, printed when nothing closes it. */
  source: string
  children: Output[]
}

/** Builds the nested output of a field from its pieces. */
class RichTextReader {
  private readonly frames: Frame[] = [{ tag: '', source: '', children: [] }]
  private readonly pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  read(): Output[] {
    this.pieces.forEach((piece, at) => {
      if (piece.kind === 'text') this.add(piece.text)
      else if (piece.kind === 'open') this.open(piece)
      else if (piece.kind === 'close') this.close(piece)
      else this.quote(piece, at)
    })
    while (this.frames.length > 1) this.abandon()
    return this.frames[0]?.children ?? []
  }

  private add(output: Output): void {
    const children = this.frames.at(-1)?.children
    const before = children?.at(-1)
    const followsQuote = typeof before === 'object' && before.quoted && typeof output === 'string'
    children?.push(followsQuote ? { verbatim: true, children: [output] } : output)
  }

  private open({ tag, text }: Piece): void {
    this.frames.push({ tag, source: text, children: [] })
  }

  /** Closes the innermost open element of the tag; quotations that were left open inside it become plain text. */
  private close({ tag, text }: Piece): void {
    const at = this.frames.findLastIndex((frame) => closesTag(frame.tag, tag))
    const isReachable = at > 0 && this.frames.slice(at + 1).every((frame) => frame.tag.startsWith('quote'))
    if (!isReachable) {
      this.add(text)
      return
    }
    while (this.frames.length > at + 1) this.abandon()
    const frame = this.frames.pop()
    if (frame) this.add({ ...TAG_SPANS[frame.tag.replace('-span', '')], children: frame.children })
  }

  /** Ends a frame that nothing closes: its opening is printed as it is written. */
  private abandon(): void {
    const frame = this.frames.pop()
    if (!frame) return
    this.add(frame.source === "'" ? '’' : frame.source)
    for (const child of frame.children) this.add(child)
  }

  /** Returns the nearest text or quotation mark before (-1) or after (1) a piece. */
  private neighbour(at: number, step: -1 | 1): string {
    let near = at + step
    while (this.pieces[near]?.kind === 'open' || this.pieces[near]?.kind === 'close') near += step
    return this.pieces[near]?.text ?? ''
  }

  private quote({ text }: Piece, at: number): void {
    const [before, after] = [this.neighbour(at, -1), this.neighbour(at, 1)]
    const opened = this.openQuote(text)
    if (opened > 0 && (isUnambiguous(text) || mayClose(before, after))) this.endQuote(opened)
    else if (OPENING_MARKS.has(text) && mayOpen(text, before, after))
      this.frames.push({ tag: `quote${text}`, source: text, children: [] })
    else this.add(text === "'" ? '’' : text)
  }

  /** Returns the index of the frame that a closing mark would end; 0 when there is none at this level of elements. */
  private openQuote(mark: string): number {
    const opening = OPENING_OF[mark]
    if (opening === undefined) return 0
    for (let at = this.frames.length - 1; at > 0; at--) {
      const tag = this.frames[at]?.tag ?? ''
      if (tag === `quote${opening}`) return at
      if (!tag.startsWith('quote')) return 0
    }
    return 0
  }

  private endQuote(at: number): void {
    while (this.frames.length > at + 1) this.abandon()
    const frame = this.frames.pop()
    if (frame) this.add({ quoted: true, children: frame.children })
  }
}

/** Longer texts are printed as they are written, because no title is that long. */
const MAX_MARKED_UP_CHARS = 20_000

/**
 * Reads the markup of CSL-JSON text (`<i>`, `<b>`, `<sc>`, `<sup>`, `<sub>`, `<span class="nocase">`) and its quotation
 * marks. Straight and curly marks become quotations, whose marks depend on where they are printed; other straight single
 * marks become apostrophes. Spaces inside French marks do not break. Elements that are not closed are printed as they
 * are written.
 */
export function readRichText(text: string): Output[] {
  if (text.length > MAX_MARKED_UP_CHARS) return [text]
  const spaced = text.includes('«') ? text.replaceAll('« ', '«\u202F').replaceAll(' »', '\u202F»') : text
  if (!/[<"'“”‘’]/.test(spaced)) return spaced === '' ? [] : [spaced]
  return new RichTextReader(splitPieces(spaced)).read()
}

/** Returns a field without markup, for comparison and sorting. */
export function stripRichText(text: string): string {
  return text.replace(TOKEN, (piece) => (piece.length > 1 ? '' : piece))
}
