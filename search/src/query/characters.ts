/** Code of the first full-width sign, the exclamation mark, and its distance from the half-width one. */
const FIRST_FULL_WIDTH = 0xff01
const FULL_WIDTH_OFFSET = 0xfee0

/** Converts full-width signs and letters to half-width ones and control characters to spaces; offsets are preserved. */
export function toHalfWidth(text: string): string {
  // The full-width forms of ASCII signs (！ to ～), the ideographic space, and control characters.
  return text.replace(/[\uff01-\uff5e\u3000\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code >= FIRST_FULL_WIDTH ? String.fromCharCode(code - FULL_WIDTH_OFFSET) : ' '
  })
}

/** Returns whether a character opens or closes a phrase; any of them closes what any of them opened. */
export function isQuote(character: string): boolean {
  return character !== '' && '"“”„‟'.includes(character)
}

/** Returns whether a character is white space; the empty text is none. */
export function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** Returns whether a text contains a letter or digit. */
export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns whether a query has characters but neither a letter nor a digit. A single star means everything. */
export function hasOnlySigns(query: string): boolean {
  return query.trim() !== '' && query.trim() !== '*' && !hasLetter(query)
}
