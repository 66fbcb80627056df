import { parseFormula, plainFormula } from './formula.ts'

/** A piece of a text with light markup. `start` and `end` are offsets into the stored text. */
export type MarkupPiece =
  | { kind: 'text' | 'formula'; start: number; end: number }
  | { kind: 'sub' | 'sup' | 'i'; start: number; end: number; children: MarkupPiece[] }

type Tag = 'sub' | 'sup' | 'i'

interface OpenTag {
  tag: Tag | undefined
  /** Offset of its opening tag. */
  start: number
  /** Offset of its content. */
  inside: number
  children: MarkupPiece[]
}

// Follows Pandoc's rule for formulas, so that prices such as `$5 and $10` stay text.
const MARKUP_TOKEN = /<(?<close>\/?)(?<tag>sub|sup|i)>|\$(?!\s)[^$\n]*[^$\s\\]\$(?!\d)/gi

/**
 * Parses the markup that titles and abstracts may contain: `<sub>`, `<sup>`, `<i>` and `$…$`. Everything else, unpaired
 * tags included, is text.
 */
export function parseMarkup(text: string): MarkupPiece[] {
  const frames: OpenTag[] = [{ tag: undefined, start: 0, inside: 0, children: [] }]
  let at = 0
  const textUpTo = (end: number) => {
    if (end > at) frames.at(-1)?.children.push({ kind: 'text', start: at, end })
  }
  for (const match of text.matchAll(MARKUP_TOKEN)) {
    const [start, end] = [match.index, match.index + match[0].length]
    const { close, tag } = match.groups ?? {}
    if (close === '/' && frames.at(-1)?.tag !== tag?.toLowerCase()) continue
    textUpTo(start)
    at = end
    if (tag === undefined) frames.at(-1)?.children.push({ kind: 'formula', start, end })
    // The pattern matches no other tag name.
    else if (close === '') frames.push({ tag: tag.toLowerCase() as Tag, start, inside: end, children: [] })
    else closeFrame(frames, end)
  }
  textUpTo(text.length)
  return flattenOpenTags(frames)
}

function closeFrame(frames: OpenTag[], end: number): void {
  const frame = frames.pop()
  if (!frame?.tag) return
  frames.at(-1)?.children.push({ kind: frame.tag, start: frame.start, end, children: frame.children })
}

/** Turns tags that were never closed into text. */
function flattenOpenTags(frames: OpenTag[]): MarkupPiece[] {
  return frames.flatMap(({ tag, start, inside, children }) =>
    tag ? [{ kind: 'text', start, end: inside } satisfies MarkupPiece, ...children] : children,
  )
}

/** Removes light markup from a text, for labels, file names and outside links. */
export function plainText(text: string): string {
  return plainPieces(text, parseMarkup(text))
}

function plainPieces(text: string, pieces: readonly MarkupPiece[]): string {
  return pieces
    .map((piece) => {
      if ('children' in piece) return plainPieces(text, piece.children)
      const part = text.slice(piece.start, piece.end)
      return piece.kind === 'formula' ? plainFormula(parseFormula(part.slice(1, -1))) : part
    })
    .join('')
}
