import { parseFormula, plainFormula } from './formula.ts'

/** A stretch of a text with light mark-up. `start` and `end` are offsets into the stored text. */
export type MarkupPiece =
  | { kind: 'text' | 'formula'; start: number; end: number }
  | { kind: 'sub' | 'sup' | 'i'; start: number; end: number; children: MarkupPiece[] }

type Tag = 'sub' | 'sup' | 'i'

interface OpenTag {
  tag: Tag | undefined
  /** Where its opening tag stands. */
  start: number
  /** Where its content begins. */
  inside: number
  children: MarkupPiece[]
}

// A formula as Pandoc reads it, so that prices such as `$5 and $10` stay what they are.
const MARKUP_TOKEN = /<(?<close>\/?)(?<tag>sub|sup|i)>|\$(?!\s)[^$\n]*[^$\s\\]\$(?!\d)/gi

/**
 * Reads the mark-up that titles and abstracts may carry: `<sub>`, `<sup>`, `<i>` and `$…$`. Everything
 * else, unpaired tags included, is text.
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
    // The pattern lets no other name through.
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

/** Tags that were never closed become text. */
function flattenOpenTags(frames: OpenTag[]): MarkupPiece[] {
  return frames.flatMap(({ tag, start, inside, children }) =>
    tag ? [{ kind: 'text', start, end: inside } satisfies MarkupPiece, ...children] : children,
  )
}

/** A text without its light mark-up: for labels, file names and outside links. */
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
