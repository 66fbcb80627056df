import { parseFormula, plainFormula } from './formula.ts'

/** A piece of a text with light markup. `start` and `end` are offsets into the stored text. */
export type MarkupPiece =
  | { kind: 'text' | 'formula'; start: number; end: number }
  | { kind: 'sub' | 'sup' | 'i'; start: number; end: number; children: MarkupPiece[] }

/** An element that markup may use. */
type Tag = 'sub' | 'sup' | 'i'

/** A tag that has not been closed yet; the outermost frame has none. */
interface OpenTag {
  tag: Tag | undefined
  /** Offset of its opening tag. */
  start: number
  /** Offset of its content, after the opening tag. */
  contentStart: number
  children: MarkupPiece[]
}

/**
 * Matches `<sub>`, `</sub>`, the same of `sup` and `i`, and a formula such as `$x_1$`. Follows Pandoc's rule for
 * formulas, so that prices such as `$5 and $10` stay text.
 */
const MARKUP_TOKEN = /<(?<close>\/?)(?<tag>sub|sup|i)>|\$(?!\s)[^$\n]*[^$\s\\]\$(?!\d)/gi

/**
 * Parses the markup that titles and abstracts may contain: `<sub>`, `<sup>`, `<i>` and `$…$`. Everything else, unpaired
 * tags included, is text. The pieces are in order and cover the whole text; a piece with children includes its tags.
 */
export function parseMarkup(text: string): MarkupPiece[] {
  const frames: OpenTag[] = [{ tag: undefined, start: 0, contentStart: 0, children: [] }]
  let parsedEnd = 0
  const addTextUpTo = (end: number) => {
    if (end > parsedEnd) frames.at(-1)?.children.push({ kind: 'text', start: parsedEnd, end })
  }
  for (const match of text.matchAll(MARKUP_TOKEN)) {
    const start = match.index
    const end = start + match[0].length
    const { close, tag } = match.groups ?? {}
    // A closing tag that does not match the innermost open one stays text.
    if (close === '/' && frames.at(-1)?.tag !== tag?.toLowerCase()) continue
    addTextUpTo(start)
    parsedEnd = end
    if (tag === undefined) frames.at(-1)?.children.push({ kind: 'formula', start, end })
    // The pattern matches no other tag name.
    else if (close === '')
      frames.push({ tag: tag.toLowerCase() as Tag, start, contentStart: end, children: [] })
    else closeFrame(frames, end)
  }
  addTextUpTo(text.length)
  return flattenOpenTags(frames)
}

/** Moves the innermost frame, with the content it has collected, into the frame around it. */
function closeFrame(frames: OpenTag[], end: number): void {
  const frame = frames.pop()
  if (!frame?.tag) return
  frames.at(-1)?.children.push({ kind: frame.tag, start: frame.start, end, children: frame.children })
}

/** Turns tags that were never closed into text. */
function flattenOpenTags(frames: OpenTag[]): MarkupPiece[] {
  return frames.flatMap(({ tag, start, contentStart, children }) =>
    tag ? [{ kind: 'text', start, end: contentStart } satisfies MarkupPiece, ...children] : children,
  )
}

/** Removes light markup from a text, for labels, file names and outside links; formulas become plain characters. */
export function plainText(text: string): string {
  return plainPieces(text, parseMarkup(text))
}

/** Returns the text of pieces without markup; formulas in plain characters. */
function plainPieces(text: string, pieces: readonly MarkupPiece[]): string {
  return pieces
    .map((piece) => {
      if ('children' in piece) return plainPieces(text, piece.children)
      const source = text.slice(piece.start, piece.end)
      return piece.kind === 'formula' ? plainFormula(parseFormula(source.slice(1, -1))) : source
    })
    .join('')
}
