/** What `?` stands for in a pattern of ours: see `fitting` in planning/word-plans.ts. */
const ANY_LETTER = '[\\p{L}\\p{N}]'

/** Signs that say something in Lucene's expressions. */
const LUCENE_SPECIAL = /[.?+*|{}[\]()"\\#@&<>~^$]/g

/** Ranges of the basic plane whose characters are neither letters nor digits; made once, when somebody asks. */
let otherRanges: string | undefined

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

/** Behind them stand surrogates and characters for private use, which are in no term. */
const LAST_CODE = 0xd7ff

function escapeCode(code: number): string {
  const character = String.fromCharCode(code)
  return code < 0x80 && !/[a-z\d]/i.test(character) ? `\\${character}` : character
}

/** A pattern of ours (`^gra[\p{L}\p{N}]h$`) as an expression of Lucene, which knows no classes of Unicode. */
export function patternQuery(pattern: string): { value: string; flags: string } {
  const parts = pattern.replace(/^\^|\$$/g, '').split(ANY_LETTER)
  const plain = parts.map((part) => part.replaceAll(/\\(.)/gu, '$1').replaceAll(LUCENE_SPECIAL, '\\$&'))
  if (parts.length > 1) otherRanges ??= otherCharacterRanges()
  return { value: plain.join(`[^${otherRanges}]`), flags: 'NONE' }
}

/**
 * Which values of a column begin with a text, as an expression for an aggregation. Not `.*`: what ends so is looked up by
 * its beginning, which fails in OpenSearch (its issue 19636) where that stands behind all values of a shard.
 */
export const prefixExpression = (text: string): string => `${text.replaceAll(LUCENE_SPECIAL, '\\$&')}.{0,}`
