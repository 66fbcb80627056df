/** A sentence without the signs that it ends with. */
export const bareEnd = (text: string): string => text.replace(/(?<![?？。.;；\s])[?？。.;；\s]+$/u, '')

const PAIRS = new Map(
  ['（）', '()', '《》', '「」', '『』', '“”', '【】', '[]'].map(([open = '', close = '']) => [open, close]),
)
const CLOSING = new Set(PAIRS.values())

/** A text without brackets that have no other half; what stands behind an open one goes with it where enough is left. */
export function wholePairs(text: string): string {
  const open: { at: number; close: string }[] = []
  const alone = new Set<number>()
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const close = PAIRS.get(sign)
    if (close !== undefined) open.push({ at, close })
    else if (open.at(-1)?.close === sign) open.pop()
    else if (CLOSING.has(sign)) alone.add(at)
  }
  const [first] = open
  const end = first && first.at >= LEAST_LEFT ? first.at : text.length
  for (const { at } of open) alone.add(at)
  const kept = Array.from({ length: end }, (_, at) => (alone.has(at) ? '' : text[at]))
  return kept.join('').trim()
}

const LEAST_LEFT = 6

/** The beginning of a text: no word is cut, and nothing stands at its end that belongs to what is left out. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most).replace(HALF, '')
  const space = cut.lastIndexOf(' ')
  const isInWord = LETTERS.test(text.slice(most - 1, most + 1))
  const whole = isInWord && space > most / 2 ? cut.slice(0, space) : cut
  return `${wholePairs(whole).replace(AT_END, '')}…`
}

/** Two of a word that is written with spaces around it. */
const LETTERS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}-]{2}$/u
/** The first half of a sign. */
const HALF = /[\uD800-\uDBFF]$/
const AT_END = /[\s，,、；;：:（(《「“—-]{1,8}$/u
