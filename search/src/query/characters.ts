/** Half-width for full-width signs and letters, a space for control characters; every unit keeps its index. */
export function toHalfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000\p{Cc}]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code >= 0xff01 ? String.fromCharCode(code - 0xfee0) : ' '
  })
}

/** The signs that open and close a phrase; any closes what any opened. */
export function isQuote(character: string): boolean {
  return character !== '' && '"“”„‟'.includes(character)
}

export function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** Whether there is anything to search for. */
export function hasLetter(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
