/** Converts full-width signs and letters to half-width ones and control characters to spaces; offsets are preserved. */
export function toHalfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code >= 0xff01 ? String.fromCharCode(code - 0xfee0) : ' '
  })
}

/** Returns whether a character opens or closes a phrase; any of them closes what any of them opened. */
export function isQuote(character: string): boolean {
  return character !== '' && '"“”„‟'.includes(character)
}

export function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** Returns whether a text contains a letter or digit to search for. */
export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
