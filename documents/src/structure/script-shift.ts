const COMPARABLE_TEXT = /^[\t\n\x20-\x7e\u3001\u3002\u4e00-\u9fff]*$/

/**
 * Returns a text as patterns compare it: NFKC applied character by character wherever that keeps the length, so that
 * offsets remain valid.
 */
export function comparableForm(text: string): string {
  if (COMPARABLE_TEXT.test(text)) return text
  let folded = ''
  for (const sign of text) {
    const same = sign.normalize('NFKC')
    folded += same.length === sign.length ? same : sign
  }
  return folded
}

const characterMap = (signs: string, forms: string): Map<string, string> => {
  const made = [...forms]
  return new Map([...signs].map((sign, at) => [sign, made[at] ?? sign]))
}

const RAISED_FORMS = characterMap(
  '0123456789+-−=()abcdefghijklmnoprstuvwxyz',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ',
)
const LOWERED_FORMS = characterMap('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ')

/** Whether text is set above or below its line. */
export type ScriptShift = 'raised' | 'lowered'

/**
 * Replaces raised or lowered characters by the Unicode superscripts or subscripts, such as 5 by ⁵, without changing
 * offsets. Words such as the th of 5th, marks in brackets and characters without such a form stay unchanged.
 *
 * @param before text with the same shift immediately before this one.
 */
export function shiftText(text: string, shift: ScriptShift, before = ''): string {
  const bare = text.trim()
  if ((!/\d/.test(bare) && bare.length !== 1) || /[[［〔【]/.test(before + text)) return text
  const forms = shift === 'raised' ? RAISED_FORMS : LOWERED_FORMS
  let last = before.at(-1) ?? ''
  let made = ''
  for (const sign of text) {
    // Between digits a hyphen separates or joins numbers, as in 3-5; it is no sign of a number there.
    const joins = (sign === '-' || sign === '−') && /\d/.test(last)
    made += joins ? sign : (forms.get(sign) ?? sign)
    last = sign
  }
  return made
}
