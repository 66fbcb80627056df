/** Whether text is set above or below its line. */
export type ScriptShift = 'raised' | 'lowered'

/** Maps each character of `from` to the one at the same position of `to`. */
const characterMap = (from: string, to: string): Map<string, string> => {
  const forms = [...to]
  return new Map([...from].map((character, at) => [character, forms[at] ?? character]))
}

const RAISED_FORMS = characterMap(
  '0123456789+-−=()abcdefghijklmnoprstuvwxyz',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ',
)
const LOWERED_FORMS = characterMap('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ')

/**
 * Replaces raised or lowered characters by the Unicode superscripts or subscripts, such as 5 by ⁵, without changing
 * offsets. Words such as the th of 5th, marks in brackets and characters without such a form stay unchanged.
 *
 * @param before text with the same shift immediately before this one
 */
export function shiftText(text: string, shift: ScriptShift, before = ''): string {
  const trimmed = text.trim()
  const isWord = !/\d/.test(trimmed) && trimmed.length !== 1
  if (isWord || /[[［〔【]/.test(before + text)) return text
  const forms = shift === 'raised' ? RAISED_FORMS : LOWERED_FORMS
  let last = before.at(-1) ?? ''
  let shifted = ''
  for (const character of text) {
    // Between digits a hyphen separates or joins numbers, as in 3-5; it is no sign of a number there.
    const isBetweenDigits = (character === '-' || character === '−') && /\d/.test(last)
    shifted += isBetweenDigits ? character : (forms.get(character) ?? character)
    last = character
  }
  return shifted
}
