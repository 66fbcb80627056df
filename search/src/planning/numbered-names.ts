// Finds the spellings of names with a number: `IGF-1`, `IGF1`, `IGF 1`, `IGF-I`.
import type { Token } from '../analysis/analyze.ts'
import { isExactForm } from '../analysis/word-forms.ts'
import type { Plan } from './plan.ts'

/** The numerals of 1 to 10. */
const ROMAN_NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']
/** Matches the letters of a name that is numbered: `igf`. */
const NAME_WORD = /^[a-z]{2,6}$/
/** Matches a name with its number: `igf1`. */
const NUMBERED_NAME = /^([a-z]{2,6})(\d{1,2})$/

/**
 * Returns the spellings of a name with a number, `IGF-1`, `IGF1`, `IGF 1`, `IGF-I`; none for other words. The tokens of
 * `IGF-I` are the joined word, the name and the numeral.
 */
export function numberedNamePlans(
  tokens: Token[],
  { mask, weight }: { mask: number; weight: number },
): Plan[] {
  const terms = tokens.filter((token) => !isExactForm(token.term)).map(({ term }) => term)
  const [, name = '', digits = '0'] = terms.map((term) => NUMBERED_NAME.exec(term)).find(Boolean) ?? []
  const [, romanName = '', roman = ''] = terms.length === 3 ? terms : []
  // 0 stands for no number: no name has it.
  const numbered =
    name === ''
      ? { name: romanName, number: ROMAN_NUMERALS.indexOf(roman) + 1 }
      : { name, number: Number(digits) }
  if (numbered.number === 0 || !NAME_WORD.test(numbered.name)) return []
  const numeral = ROMAN_NUMERALS[numbered.number - 1]
  const spellings = [String(numbered.number), ...(numeral === undefined ? [] : [numeral])]
  return spellings.flatMap((number): Plan[] => {
    const parts = [numbered.name, number].map((term, offset) => ({ term, offset }))
    return [
      { op: 'term', term: numbered.name + number, mask, weight },
      { op: 'phrase', parts, mask, weight },
    ]
  })
}
