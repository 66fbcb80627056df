const HAN_CHARACTER = /\p{Script=Han}/u
/** The most Han characters per other letter in a European text, which may name a few things in Chinese. */
const MAX_HAN_SHARE = 0.1

/** Returns the heading of the reference list in the language of the text. */
export function listTitle(text: string): 'References' | '参考文献' {
  let [han, letters] = [0, 0]
  for (const sign of text) {
    if (HAN_CHARACTER.test(sign)) han += 1
    else if (/\p{L}/u.test(sign)) letters += 1
  }
  return letters > 0 && han <= MAX_HAN_SHARE * letters ? 'References' : '参考文献'
}
