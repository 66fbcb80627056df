/** What `?` becomes in the patterns of prefix plans, see planning/word-plans.ts. */
const ANY_LETTER = '[\\p{L}\\p{N}]'

/** Characters with a special meaning in Lucene's regular expressions. */
const LUCENE_SPECIAL = /[.?+*|{}[\]()"\\#@&<>~^$]/g

/** Ranges of the basic multilingual plane that are neither letters nor digits, `a-b` each; computed on first use. */
let otherRanges: string | undefined

/** Returns `otherRanges` as the content of a negated character class. */
function otherCharacterRanges(): string {
  const ranges: string[] = []
  const isOther = (code: number) => !/[\p{L}\p{N}]/u.test(String.fromCharCode(code))
  for (let from = 0; from <= LAST_CODE; from += 1) {
    if (!isOther(from)) continue
    let to = from
    while (to < LAST_CODE && isOther(to + 1)) to += 1
    ranges.push(`${escapeCode(from)}-${escapeCode(to)}`)
    from = to
  }
  return ranges.join('')
}

/** Last code before the surrogates and private-use characters, which occur in no term. */
const LAST_CODE = 0xd7ff

/** Returns a character as a regular expression that matches it. */
function escapeCode(code: number): string {
  const character = String.fromCharCode(code)
  return code < 0x80 && !/[a-z\d]/i.test(character) ? `\\${character}` : character
}

/** Converts a pattern of the engine (`^gra[\p{L}\p{N}]h$`) to a Lucene expression, which has no Unicode classes. */
export function patternQuery(pattern: string): { value: string; flags: string } {
  const parts = pattern.replace(/^\^|\$$/g, '').split(ANY_LETTER)
  const plain = parts.map((part) => part.replaceAll(/\\(.)/gu, '$1').replaceAll(LUCENE_SPECIAL, '\\$&'))
  if (parts.length > 1) otherRanges ??= otherCharacterRanges()
  return { value: plain.join(`[^${otherRanges}]`), flags: 'NONE' }
}

/**
 * Returns an expression for the values of a column that begin with a text, for an aggregation. It does not end in `.*`:
 * OpenSearch looks such an expression up by its prefix, which fails (its issue 19636) when the prefix sorts after all
 * values of a shard.
 */
export const prefixExpression = (text: string): string => `${text.replaceAll(LUCENE_SPECIAL, '\\$&')}.{0,}`
