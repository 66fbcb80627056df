// Chooses the tokens of a word that plans search for.
import type { Token } from '../analysis/analyze.ts'
import { isExactForm } from '../analysis/word-forms.ts'

/** Returns one term per position, the shortest token at each, with offsets from the first. */
export function tokenOffsets(tokens: Token[]): { term: string; offset: number }[] {
  const byPosition = new Map<number, Token>()
  for (const token of tokens) {
    const other = byPosition.get(token.position)
    if (!other || token.end - token.start < other.end - other.start) byPosition.set(token.position, token)
  }
  const ordered = [...byPosition.values()].sort((a, b) => a.position - b.position)
  const first = ordered[0]?.position ?? 0
  return ordered.map(({ term, position }) => ({ term, offset: position - first }))
}

/** Returns exact forms where they are requested and exist, otherwise stems. */
export function preferForms(tokens: Token[], exact: boolean): Token[] {
  if (!exact) return tokens.filter((token) => !isExact(token))
  const spanKey = ({ start, end }: Token) => `${start}-${end}`
  const exactSpans = new Set(tokens.filter(isExact).map(spanKey))
  return tokens.filter((token) => isExact(token) || !exactSpans.has(spanKey(token)))
}

/** Returns whether a token is the exact form of a word. */
export const isExact = ({ term }: Token) => isExactForm(term)
