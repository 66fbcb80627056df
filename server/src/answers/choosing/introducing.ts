/** A name that somebody made for something: capitals or figures within it, `WinoBias`, `KAN-CMD`, `PropBank2`. */
const COINED =
  /(?<![\p{L}\p{N}-])(?=[\p{L}\p{N}-]{3,30}(?![\p{L}\p{N}-]))(?:[\p{L}\p{N}-]*\p{Ll}[\p{Lu}\p{N}]|\p{Lu}{2})[\p{L}\p{N}-]*/gu
/** A word with a capital in a Chinese question is a name as well: Wojood. */
const CAPITAL = /(?<![\p{Script=Latin}\p{N}-])\p{Lu}[\p{Script=Latin}\p{N}-]{2,30}/gu
/** What is read of a question, and how many of its names. */
const LONGEST = 1_000
const MOST_NAMES = 4

const MADE =
  '\\b(?:introduc|present|propos|releas|describ|develop|build|built|creat|construct|compil|collect|publish|offer|provid|contribut|design|call|nam|dub|term)\\p{L}{0,4}|\\bnamely\\b|提出|发布|构建|介绍|推出|建立|称为|命名为|名为'
/** Between what was made and its name: "a new benchmark for coreference resolution, WinoBias". */
const FEW_WORDS =
  '(?:\\s?(?!that\\b|which\\b|when\\b|on\\b|using\\b|based\\b|for\\b|to\\b)[\\p{L}\\p{N}-]{1,20}){0,7}?[\\s“"‘(（]{0,2}'
const APPOSED = '[^.;。；]{2,160}?(?:[,，:：]\\s(?:called |named |dubbed |namely )?|[(（])["“‘]?'

/**
 * Whether a text introduces one of the names that a question says: its paper answers for the name before those that use
 * what it names.
 */
export function introducing(question: string): (text: string) => boolean {
  const read = question.slice(0, LONGEST)
  const written = read.match(/\p{Script=Han}/u) ? CAPITAL : COINED
  const names = [...new Set(read.match(written))].slice(0, MOST_NAMES)
  const patterns = names.map((name) => {
    const spelt = name.replace(/[^\p{L}\p{N}]/gu, '.')
    const pattern = new RegExp(
      `(?:${MADE})(?:${FEW_WORDS}|${APPOSED})${spelt}(?![\\p{L}\\p{N}-])(?=[”"’]?\\s?(?:[,.;:)(（，。；：）]|$|(?:is|are|a|an|the|as|which|that|to|for|from|with|by|in|and)\\b|\\p{Script=Han}))|^${spelt}\\s?(?:[(（:：]|is\\b)`,
      'iu',
    )
    return { name: name.toLowerCase(), pattern }
  })
  return (text) => {
    if (patterns.length === 0) return false
    const lower = text.toLowerCase()
    return patterns.some(({ name, pattern }) => lower.includes(name) && pattern.test(text))
  }
}
