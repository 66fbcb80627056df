/** UTF-16 units of other scripts per token, the rule of thumb for English. */
const CHARS_PER_TOKEN = 4

/** Estimates the tokens of a text: one per Han character, one per four characters of other scripts, rounded up. */
export function estimateTokens(text: string): number {
  let han = 0
  for (let at = 0; at < text.length; at += 1) if (isHan(text, at)) han += 1
  return han + Math.ceil((text.length - han) / CHARS_PER_TOKEN)
}

/** The first code point of any Han character, which is that of the radicals. */
const FIRST_HAN = 0x2e80
/** The block of the common Han characters. */
const FIRST_COMMON_HAN = 0x4e00
const LAST_COMMON_HAN = 0x9fff
const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Returns whether a Han character begins at an offset. The slow script test runs only where the code unit alone does not
 * decide.
 */
function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < FIRST_HAN) return false
  return (
    (unit >= FIRST_COMMON_HAN && unit <= LAST_COMMON_HAN) ||
    HAN_CHARACTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
  )
}
