const COMPARABLE_TEXT = /^[\t\n\x20-\x7e\u3001\u3002\u4e00-\u9fff]*$/

/** Returns a text as patterns compare it: NFKC, sign by sign, where that leaves every sign in its place. */
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

/** Where text is set apart from its line. */
export type ScriptShift = 'raised' | 'lowered'

/**
 * Returns what is set above or below the line with Unicode's signs for it, each sign in its place: 5 becomes ⁵. Words
 * such as the th of 5th and marks in brackets stay as they are, and so does what has no such sign.
 *
 * @param before what is set alike just before it.
 */
export function shiftText(text: string, shift: ScriptShift, before = ''): string {
  const bare = text.trim()
  if ((!/\d/.test(bare) && bare.length !== 1) || /[[［〔【]/.test(before + text)) return text
  const forms = shift === 'raised' ? RAISED_FORMS : LOWERED_FORMS
  let last = before.at(-1) ?? ''
  let made = ''
  for (const sign of text) {
    // Between figures it parts or joins them, as in 3-5.
    const joins = (sign === '-' || sign === '−') && /\d/.test(last)
    made += joins ? sign : (forms.get(sign) ?? sign)
    last = sign
  }
  return made
}
