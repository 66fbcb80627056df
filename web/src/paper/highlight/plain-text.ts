import { parseFormula, plainFormula } from './formula.ts'
import { type Piece, parseMarkup } from './markup.ts'

/** A text without its light mark-up: for labels, file names and outside links. */
export function plainText(text: string): string {
  return plainPieces(text, parseMarkup(text))
}

function plainPieces(text: string, pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if ('children' in piece) return plainPieces(text, piece.children)
      const part = text.slice(piece.start, piece.end)
      return piece.kind === 'formula' ? plainFormula(parseFormula(part.slice(1, -1))) : part
    })
    .join('')
}
