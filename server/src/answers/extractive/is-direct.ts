import { anyOf, phrasePattern } from '../../language/phrases.ts'
import type { Question } from '../../language/question/question.ts'
import { cueScore } from './answer-cues.ts'
import type { PickedSentence as Sentence } from './pick-sentences.ts'

type AnsweredQuestion = Pick<Question, 'type' | 'text'>

/** Recognizes names by their spelling: capitals inside or throughout, digits next to letters. */
const DISTINCTIVE_NAME = /\p{Lu}{2}|\p{Ll}\p{Lu}|\p{Script=Latin}-?\d/u
const HYPHENATED_WORD = /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*/gu
const MAX_NAMES = 6
/** How far before a name a cue of a comparison is sought, in UTF-16 units. */
const MAX_CUE_CHARS = 40

/** Cues of a comparison: the name after one is what a figure is compared with, not what it belongs to. */
const COMPARISON_CUE = new RegExp(
  `${anyOf('comparison/before-object')}\\s*(?:the |vanilla |standard |original )?$`,
  'iu',
)

/** Questions that ask for problems, and (`ASKS_WAYS`) for ways of doing something. */
const ASKS_PROBLEMS = phrasePattern('question-types/problems')
const ASKS_WAYS = phrasePattern('question-types/ways')

/** Verbs of solving: a sentence with one names a solved problem rather than a remaining one. */
const RESOLVES = phrasePattern('limitation/resolves')
const CONTRAST_CUE = phrasePattern('limitation/contrast')

/** A sentence that announces the topic of its text without its content. */
const ANNOUNCES_TOPIC = phrasePattern('aim/announces-topic')
const ENUMERATION_CUE = phrasePattern('method/enumeration')

/**
 * Returns whether quotes of one paper answer a question directly: a quote states it about every name in the question,
 * and has the kind of content asked for. Quotes that fall short may still answer but are shown as related.
 */
export function isDirect(quotes: Sentence[], question: AnsweredQuestion): boolean {
  const names = distinctiveNames(question.text)
  return quotes.some(
    (pick) =>
      pick.answers && answersType(pick.quote, question) && names.every((name) => isAboutName(pick, name)),
  )
}

/** Returns the names in a text by their spelling, in lower case and each once. */
function distinctiveNames(text: string): string[] {
  const names = Array.from(text.matchAll(HYPHENATED_WORD), ([word]) => word).filter((word) =>
    DISTINCTIVE_NAME.test(word),
  )
  return [...new Set(names.map((name) => name.toLowerCase()))].slice(0, MAX_NAMES)
}

/**
 * Returns whether a quote is about a name: the paper's title has it, or the quote has it outside of a longer name
 * (SpanBERT for BERT) and not as the object of a comparison.
 */
function isAboutName({ quote, evidence }: Sentence, name: string): boolean {
  const titles = [evidence.passage.heading, evidence.work.title, evidence.work.title_zh ?? '']
  if (titles.some((title) => namePositions(title, name).length > 0)) return true
  const places = namePositions(quote, name)
  if (places.length === 0 || isInsideLongerName(quote, name)) return false
  return places.some((at) => !COMPARISON_CUE.test(quote.slice(Math.max(0, at - MAX_CUE_CHARS), at)))
}

const isNameCharacter = (character: string) => /[\p{Script=Latin}\p{N}]/u.test(character)

/** Returns the positions of a name as a whole word, including its plural. */
function namePositions(text: string, name: string): number[] {
  const lower = text.toLowerCase()
  const places: number[] = []
  for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + 1)) {
    const end = at + name.length
    const isPlural = lower.charAt(end) === 's' && !isNameCharacter(lower.charAt(end + 1))
    if (!isNameCharacter(lower.charAt(at - 1)) && (isPlural || !isNameCharacter(lower.charAt(end))))
      places.push(at)
  }
  return places
}

const isInsideLongerName = (text: string, name: string): boolean =>
  distinctiveNames(text).some((other) => other !== name && other.includes(name) && other !== `${name}s`)

/** Returns whether a quote has the kind of content that the question asks for. */
function answersType(quote: string, { type, text }: AnsweredQuestion): boolean {
  // The figure or year was required when the sentence was chosen.
  if (type === 'list' || type === 'year' || type === 'number') return true
  if (ANNOUNCES_TOPIC.test(quote) && !ENUMERATION_CUE.test(quote)) return false
  if (type === 'limitation' || ASKS_PROBLEMS.test(text))
    return cueScore('limitation', quote) > 0 && (!RESOLVES.test(quote) || CONTRAST_CUE.test(quote))
  return !ASKS_WAYS.test(text) || ENUMERATION_CUE.test(quote) || cueScore('method', quote) > 0
}
