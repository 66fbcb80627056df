import type { Output, Span } from './output.ts'

/** Texts longer than this are printed as they are written, because no title is that long. */
const MAX_MARKED_UP_CHARS = 20_000

/**
 * Reads the markup of CSL-JSON text (`<i>`, `<b>`, `<sc>`, `<sup>`, `<sub>`, `<span class="nocase">`) and its quotation
 * marks. Straight and curly marks become quotations, whose marks depend on where they are printed; other straight
 * single marks become apostrophes. Spaces inside French marks do not break. Elements that are not closed are printed as
 * they are written. Never throws; '' gives no output.
 */
export function readRichText(text: string): Output[] {
  if (text.length > MAX_MARKED_UP_CHARS) return [text]
  const spaced = text.includes('«') ? text.replaceAll('« ', '«\u202F').replaceAll(' »', '\u202F»') : text
  if (!/[<"'“”‘’]/.test(spaced)) return spaced === '' ? [] : [spaced]
  return new RichTextReader(splitPieces(spaced)).read()
}

/** A piece of a field: text, or the beginning or end of an element or quotation. */
interface Piece {
  kind: 'text' | 'open' | 'close' | 'quote'
  /** As it is written. */
  text: string
  /** A key of `TAG_SPANS`; `span` where a `<span>` of any kind ends; '' for text and quotation marks. */
  tag: string
}

/** What each element does to its content; `smallcaps` and `nocase` are the two kinds of `<span>`. */
const TAG_SPANS: Record<string, Omit<Span, 'children'>> = {
  i: { format: { 'font-style': 'italic' }, flips: true },
  em: { format: { 'font-style': 'italic' }, flips: true },
  b: { format: { 'font-weight': 'bold' }, flips: true },
  strong: { format: { 'font-weight': 'bold' }, flips: true },
  sc: { format: { 'font-variant': 'small-caps' }, flips: true },
  sup: { format: { 'vertical-align': 'sup' } },
  sub: { format: { 'vertical-align': 'sub' } },
  smallcaps: { format: { 'font-variant': 'small-caps' }, flips: true },
  nocase: { keepsCase: true },
}

/** Marks that may begin a quotation. */
const OPENING_MARKS = new Set(['"', "'", '“', '‘'])
/** For each mark that may end a quotation, the mark that begins it. */
const OPENING_OF: Record<string, string> = { '”': '“', '’': '‘', '"': '"', "'": "'" }

/** A level of the nesting: the whole field, or an element or a quotation that is open. */
interface Frame {
  kind: 'field' | 'element' | 'quotation'
  /** The tag of an element; '' for all others. */
  tag: string
  /** The text of the opening tag or mark, printed when nothing closes it; '' for the field. */
  source: string
  children: Output[]
}

/** Builds the nested output of a field from its pieces. */
class RichTextReader {
  private readonly frames: Frame[] = [{ kind: 'field', tag: '', source: '', children: [] }]
  private readonly pieces: readonly Piece[]

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces
  }

  /** Returns the output of all pieces; what is still open at the end is printed as it is written. */
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

  /** Adds to the innermost open frame. Punctuation that follows a quotation in a field is not moved into it. */
  private add(output: Output): void {
    const children = this.frames.at(-1)?.children
    const before = children?.at(-1)
    const followsQuote = typeof before === 'object' && before.quoted && typeof output === 'string'
    children?.push(followsQuote ? { verbatim: true, children: [output] } : output)
  }

  /** Begins an element. */
  private open({ tag, text }: Piece): void {
    this.frames.push({ kind: 'element', tag, source: text, children: [] })
  }

  /** Closes the innermost open element of the tag; quotations that were left open inside it become plain text. */
  private close({ tag, text }: Piece): void {
    const at = this.frames.findLastIndex((frame) => closesTag(frame.tag, tag))
    const isReachable = at > 0 && this.frames.slice(at + 1).every(({ kind }) => kind === 'quotation')
    if (!isReachable) {
      this.add(text)
      return
    }
    while (this.frames.length > at + 1) this.abandon()
    const frame = this.frames.pop()
    if (frame) this.add({ ...TAG_SPANS[frame.tag], children: frame.children })
  }

  /** Ends a frame that nothing closes: its opening is printed as it is written, `'` as an apostrophe. */
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

  /** Reads a mark as the end of an open quotation, else as the beginning of one, else as text. */
  private quote({ text }: Piece, at: number): void {
    const [before, after] = [this.neighbour(at, -1), this.neighbour(at, 1)]
    const opened = this.quotationEndedBy(text)
    if (opened !== undefined && (isUnambiguous(text) || mayClose(before, after))) this.endQuotation(opened)
    else if (OPENING_MARKS.has(text) && mayOpen(text, before, after))
      this.frames.push({ kind: 'quotation', tag: '', source: text, children: [] })
    else this.add(text === "'" ? '’' : text)
  }

  /** Returns the index of the quotation that a mark would end; undefined when none is open in the innermost element. */
  private quotationEndedBy(mark: string): number | undefined {
    const opening = OPENING_OF[mark]
    if (opening === undefined) return undefined
    for (let at = this.frames.length - 1; this.frames[at]?.kind === 'quotation'; at--)
      if (this.frames[at]?.source === opening) return at
    return undefined
  }

  /** Ends the quotation at an index of `frames`; those that were left open inside it become plain text. */
  private endQuotation(at: number): void {
    while (this.frames.length > at + 1) this.abandon()
    const frame = this.frames.pop()
    if (frame) this.add({ quoted: true, children: frame.children })
  }
}

/** Returns whether the end of an element, with the tag `close`, ends an element with the tag `open`. */
const closesTag = (open: string, close: string): boolean =>
  close === 'span' ? open === 'nocase' || open === 'smallcaps' : open === close

/** Marks that are never apostrophes. */
const isUnambiguous = (mark: string): boolean => mark === '"' || mark === '”'

// Match what may stand before a mark that begins a quotation, and after one that ends it.
const OPENING_CONTEXT = /[\s\u00A0([{«“‘"'/–—-]$/
const CLOSING_CONTEXT = /^[\s\u00A0)\]}»”’"'.,;:!?/–—-]/

/** Returns whether a mark may end a quotation between the texts around it. */
const mayClose = (before: string, after: string): boolean =>
  (after === '' || CLOSING_CONTEXT.test(after)) && /\S$/.test(before)

/** Returns whether a mark may begin a quotation between the texts around it. */
const mayOpen = (mark: string, before: string, after: string): boolean =>
  (before === '' || OPENING_CONTEXT.test(before)) && /^\S/.test(after) && !after.startsWith(mark)

/**
 * Matches what separates pieces of text: tags and quotation marks. French marks separate too, but never begin or end a
 * quotation: they are printed as they are written.
 */
const TOKEN =
  /<(\/?)(i|b|sc|sup|sub|em|strong)>|<span\s+class="(nocase|smallcaps)">|<span\s+style="font-variant:\s*(small-caps);?">|<(\/)span>|["'“”‘’«»]/g

/** Cuts a text at its tags and quotation marks. */
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

/** Returns the piece that a match of `TOKEN` is. */
function toPiece([text, closes, tag, spanClass, smallCaps, closesSpan]: RegExpMatchArray): Piece {
  if (tag) return { kind: closes ? 'close' : 'open', text, tag }
  if (spanClass) return { kind: 'open', text, tag: spanClass }
  if (smallCaps) return { kind: 'open', text, tag: 'smallcaps' }
  if (closesSpan) return { kind: 'close', text, tag: 'span' }
  return { kind: 'quote', text, tag: '' }
}

/** Returns a field without its tags, for comparison and sorting; quotation marks are kept. */
export function stripRichText(text: string): string {
  return text.replace(TOKEN, (piece) => (piece.length > 1 ? '' : piece))
}
