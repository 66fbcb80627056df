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

/** So much before a name is read: what was made, in few words or before what the name stands beside. */
const BEFORE = 200
const MADE_BEFORE = new RegExp(`(?:${MADE})(?:${FEW_WORDS}|${APPOSED})$`, 'iu')
/** What may stand behind a name that is introduced, of which so much is read. */
const THEN =
  /^["”’]?\s?(?:[,.;:)(，。；：）]|$|(?:is|are|a|an|the|as|which|that|to|for|from|with|by|in|and)\b|\p{Script=Han})/iu
const BEHIND = 12
const CALLED_FIRST = /^\s?(?:[(（:：]|is\b)/iu
const ENDS_IN_WORD = /[\p{L}\p{N}-]$/u
const BEGINS_IN_WORD = /^[\p{L}\p{N}-]/u
/** Titles that a question names are found as titles. */
const TITLE = /《[^《》]{0,300}》/gu

/**
 * Whether a text introduces one of the names that a question says: its paper answers for the name before those that use
 * what it names. Only what stands around a name is looked at.
 */
export function introducing(question: string): (text: string) => boolean {
  const read = question.slice(0, LONGEST).replace(TITLE, ' ')
  const written = read.match(/\p{Script=Han}/u) ? CAPITAL : COINED
  const names = [...new Set(read.match(written))].slice(0, MOST_NAMES).map((name) => name.toLowerCase())
  return (text) => {
    if (names.length === 0) return false
    const lower = text.toLowerCase()
    return names.some((name) => placesOf(lower, name).some((at) => isIntroduced(lower, at, name)))
  }
}

function placesOf(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) places.push(at)
  return places
}

function isIntroduced(text: string, at: number, name: string): boolean {
  const before = text.slice(Math.max(0, at - BEFORE), at)
  const behind = text.slice(at + name.length, at + name.length + BEHIND)
  if (ENDS_IN_WORD.test(before) || BEGINS_IN_WORD.test(behind)) return false
  if (at === 0 && CALLED_FIRST.test(behind)) return true
  return THEN.test(behind) && MADE_BEFORE.test(before)
}
