import { analyse, type Token } from './analyse.ts'
import { cjk, kindOf } from './unit-kind.ts'
import { exactMark } from './word-forms.ts'

/** What stands at one position: the word itself, as stem and as written, and longer tokens that begin there. */
export interface Slot {
  position: number
  start: number
  end: number
  stem: string
  exact: string
  isCjk: boolean
  /** The joined form of a compound, or the dictionary words that begin here, with the ends of their text. */
  longer: Token[]
}

/** The positions of a text in order. */
export function slotsOf(text: string): Slot[] {
  const groups = Map.groupBy(analyse(text), (token) => token.position)
  return [...groups.values()].map(slotOf)
}

function slotOf(tokens: Token[]): Slot {
  const end = Math.min(...tokens.map((token) => token.end))
  const own = tokens.filter((token) => token.end === end)
  const stem = own.find(({ term }) => !isExact(term)) ?? own[0]
  const { position = 0, start = 0, term = '' } = stem ?? {}
  return {
    position,
    start,
    end,
    stem: term,
    exact: own.find((token) => isExact(token.term))?.term ?? term,
    isCjk: kindOf(term.charCodeAt(0)) === cjk,
    longer: tokens.filter((token) => token.end > end && !isExact(token.term)),
  }
}

function isExact(term: string): boolean {
  return term.startsWith(exactMark)
}

/** The index behind the run of Chinese that begins at `from`; in a run's last slot the character stands alone. */
export function runEnd(slots: Slot[], from: number): number {
  let end = from
  while (slots[end]?.isCjk) {
    end++
    if (lengthOf(slots[end - 1]?.stem ?? '') === 1) break
  }
  return end
}

/** Characters, a pair of surrogates being one. */
export function lengthOf(term: string): number {
  return [...term].length
}
