import type { ResearchKind } from '@scinav/contract'
import { anyOf, phrasePattern, phrasePatterns } from '../../language/phrases.ts'
import { type Question, readQuestion } from '../../language/question/question.ts'

/** Separators of two compared things, most reliable first. */
const SIDE_SEPARATORS = phrasePatterns('comparison/side-separators')
/** Matches text before the first and after the second side that belongs to neither. */
const BEFORE_SIDES = new RegExp(
  `^.{0,60}${anyOf('comparison/before-sides')}\\s?|^.{0,40}?${anyOf('comparison/before-sides-verbs')}\\s`,
  'iu',
)
const AFTER_SIDES = new RegExp(`(?:${anyOf('comparison/after-sides')}|[，,？?;]).{0,400}$`, 'iu')
/** Splits a question into clauses: only the clause that compares names the sides. */
const CLAUSE_END = /[。？?！!；;，,\n]|\.\s/u
const COMPARISON_WORD = phrasePattern('comparison/asked')
/** Matches a question for the preferable one of two things; a comparison word in another clause is more reliable. */
export const PREFERENCE_PHRASE = phrasePattern('comparison/preference', 'u')
/** Length above which a side is no name, in characters. */
const MAX_SIDE_CHARS = 40
/** Length of the beginning of a question in which sides are sought, in characters. */
const MAX_READ_CHARS = 300

const AUXILIARY_VERB = phrasePattern('question-words/auxiliaries')

/** Returns the two things that a question compares; null when it does not name them. */
export function comparedSides(text: string): [string, string] | null {
  const beginning = text.slice(0, MAX_READ_CHARS)
  const clauses = beginning.split(CLAUSE_END)
  const comparing = [COMPARISON_WORD, PREFERENCE_PHRASE].flatMap((words) =>
    clauses.filter((clause) => words.test(clause)),
  )
  for (const clause of [...comparing, beginning]) {
    const sides = splitSides(clause)
    if (sides) return sides
  }
  return null
}

/** Returns the side of a comparison that all queries of a step contain without the other side; '' for other steps. */
export function standaloneSide(
  { kind, parsed }: { kind: ResearchKind; parsed: Pick<Question, 'text'> },
  queries: readonly string[],
): string {
  const sides = kind === 'comparison' ? comparedSides(parsed.text) : null
  if (!sides || queries.length === 0) return ''
  const isSearchedAlone = (side: string, other: string) =>
    queries.every((each) => each.startsWith(`${side} `) && !each.includes(other))
  const [one, other] = sides
  if (isSearchedAlone(one, other)) return one
  return isSearchedAlone(other, one) ? other : ''
}

/** Splits a clause at the first separator with a name on either side; null when there is none. */
function splitSides(clause: string): [string, string] | null {
  for (const separator of SIDE_SEPARATORS) {
    const found = separator.exec(clause)
    if (!found || found.index === 0) continue
    // In "Does it improve speed compared with" a statement about one side precedes the separator.
    if (/compared/i.test(found[0]) && AUXILIARY_VERB.test(clause.slice(0, found.index))) return null
    const one = sideName(clause.slice(0, found.index).replace(BEFORE_SIDES, ''))
    const other = sideName(clause.slice(found.index + found[0].length).replace(AFTER_SIDES, ''))
    if (one !== '' && other !== '' && one !== other) return [withSharedNoun(one, other), other]
  }
  return null
}

/** Returns the content words of a side; '' when it has none, or too many for a name. */
function sideName(text: string): string {
  const side = readQuestion(text).query
  return side.length <= MAX_SIDE_CHARS ? side : ''
}

const LOWERCASE_WORD = /^[a-z-]+$/
/** Matches English adjectives by their endings: sparse, neural, rule-based; not dropout. */
const ADJECTIVE = /^[a-z-]*(?:ive|al|ic|ed|ous|ar|ary|ble|ent|ant|nse|rse|-based|-free|-driven)$/

/** Adds the noun of the second side to an adjective on the first: "extractive and abstractive summarization". */
function withSharedNoun(one: string, other: string): string {
  const [first = '', ...noun] = other.split(' ')
  return ADJECTIVE.test(one) && LOWERCASE_WORD.test(first) && noun.length > 0
    ? `${one} ${noun.join(' ')}`
    : one
}
