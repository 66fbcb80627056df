/** A piece of a streamed answer: text to show, or a marker with what it rests on. */
export type Piece = { kind: 'text'; text: string } | { kind: 'marker'; ids: string[] }

export interface MarkerReader {
  /** What can be said after this much; a marker that may not have ended yet is held back. */
  push: (delta: string) => Piece[]
  /** What is left at the end; half a marker is not said. */
  end: () => Piece[]
}

const LONGEST = 120
const OPEN = /[[【［]/
const INNER = '[\\s\\dEe,，、;；–-]'
/** The whole of a marker: `[E3]`, `[E1, E2]`, `【E1】`, `[E1-E3]`, and figures alone, which no source is called. */
const WHOLE = new RegExp(`^[[【［](?=${INNER}*?\\d)(${INNER}*)[\\]】］]`)
const BEGUN = new RegExp(`^[[【［]${INNER}*$`)

/**
 * Finds markers in a text that arrives in pieces of any size. Evidence ids are answered in upper case, in their order;
 * `[12]` without a letter, which a model made up, is a marker without ids.
 */
export function createMarkerReader(): MarkerReader {
  let held = ''
  /** What was said last: `x[1]` is an index, and a bracket right behind a marker would make it a link. */
  let last = ''

  function read(final: boolean): Piece[] {
    const pieces: Piece[] = []
    for (let next = cut(held, last, final); next; next = cut(held, last, final)) {
      held = held.slice(next.length)
      if (!next.piece) continue
      pieces.push(next.piece)
      last = next.piece.kind === 'marker' ? AFTER_MARKER : next.piece.text.slice(-1)
    }
    return pieces
  }

  return {
    push: (delta) => {
      held += delta
      return read(false)
    },
    end: () => read(true),
  }
}

const AFTER_MARKER = '\0'

/** The next piece of what is held and how much of it that takes; null where nothing can be said yet. */
function cut(held: string, last: string, final: boolean): { piece: Piece | null; length: number } | null {
  if (held === '') return null
  const at = held.search(OPEN)
  if (at !== 0) return textPiece(at < 0 ? held : held.slice(0, at), last)
  const whole = WHOLE.exec(held)
  const inner = whole?.[1] ?? ''
  if (whole && !isIndex(last, inner))
    return { piece: { kind: 'marker', ids: idsIn(inner) }, length: whole[0].length }
  const unfinished = !whole && BEGUN.test(held) && held.length < LONGEST
  if (!unfinished) return textPiece(held.charAt(0), last)
  if (!final) return null
  return /[\de]/i.test(held) ? { piece: null, length: held.length } : textPiece(held, last)
}

function textPiece(text: string, last: string): { piece: Piece; length: number } {
  const apart = last === AFTER_MARKER && /^[([:]/.test(text) ? ' ' : ''
  return { piece: { kind: 'text', text: apart + text }, length: text.length }
}

/** `list[1]`: figures behind a letter. */
const isIndex = (before: string, inner: string) =>
  /[\p{Script=Latin}\p{N}_]/u.test(before) && !/e/i.test(inner)

const LONGEST_RANGE = 20

/** `E1, E2`, `E1-E3`, `1`: ids of what has its letter. */
function idsIn(inner: string): string[] {
  if (!/e/i.test(inner)) return []
  const ids: string[] = []
  for (const [, from = '', to] of inner.matchAll(/(\d+)(?:\s*[–-]\s*(?:E\s*)?(\d+))?/gi)) {
    const [first, last] = [Number(from), Number(to ?? from)]
    for (let number = first; number <= Math.min(last, first + LONGEST_RANGE); number += 1)
      ids.push(`E${number}`)
  }
  return [...new Set(ids)]
}
