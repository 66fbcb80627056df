const HAN = /\p{Script=Han}/gu
const LETTERS_A_TOKEN = 3.5

/** About how many tokens a text is: one for a Chinese character, one for three or four of the others. */
export function tokensIn(text: string): number {
  const han = text.match(HAN)?.length ?? 0
  return Math.ceil(han + (text.length - han) / LETTERS_A_TOKEN)
}
