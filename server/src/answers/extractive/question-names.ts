import { anyOf } from '../../language/phrases.ts'
import type { Evidence } from '../../retrieval/index.ts'

/** Recognizes names by their spelling: capitals inside or throughout, digits next to letters. */
const DISTINCTIVE_NAME = /\p{Lu}{2}|\p{Ll}\p{Lu}|\p{Script=Latin}-?\d/u
/** A word of Latin letters and digits, with those joined to it by hyphens: `GPT-4`. */
const HYPHENATED_WORD = /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*/gu
/** Maximum number of names of one text that are compared. */
const MAX_NAMES = 6
/** How much text before a name is searched for the cue of a comparison, in UTF-16 units. */
const MAX_CUE_CHARS = 40
/** Cues of a comparison: the name after one is what a figure is compared with, not what it belongs to. */
const COMPARISON_CUE = new RegExp(
  `${anyOf('comparison/before-object')}\\s*(?:the |vanilla |standard |original )?$`,
  'iu',
)

/** A quote with the text that it is from. */
interface NamedQuote {
  quote: string
  evidence: Pick<Evidence, 'passage' | 'work'>
}

/** Returns the share of the names in a question that a quote is about, 0–1; 1 for a question without names. */
export function nameShare(quote: NamedQuote, question: string): number {
  const names = distinctiveNames(question)
  return names.length === 0 ? 1 : names.filter((name) => isAboutName(quote, name)).length / names.length
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
function isAboutName({ quote, evidence }: NamedQuote, name: string): boolean {
  const titles = [evidence.passage.heading, evidence.work.title, evidence.work.title_zh ?? '']
  if (titles.some((title) => namePositions(title, name).length > 0)) return true
  const positions = namePositions(quote, name)
  if (positions.length === 0 || isInsideLongerName(quote, name)) return false
  return positions.some((at) => !COMPARISON_CUE.test(quote.slice(Math.max(0, at - MAX_CUE_CHARS), at)))
}

const isNameCharacter = (character: string) => /[\p{Script=Latin}\p{N}]/u.test(character)

/** Returns the positions of a name as a whole word, including its plural. */
function namePositions(text: string, name: string): number[] {
  const lower = text.toLowerCase()
  const positions: number[] = []
  for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, at + 1)) {
    const end = at + name.length
    const isPlural = lower.charAt(end) === 's' && !isNameCharacter(lower.charAt(end + 1))
    if (!isNameCharacter(lower.charAt(at - 1)) && (isPlural || !isNameCharacter(lower.charAt(end))))
      positions.push(at)
  }
  return positions
}

/** Returns whether a text has a longer name that contains this one, other than its plural. */
const isInsideLongerName = (text: string, name: string): boolean =>
  distinctiveNames(text).some((other) => other !== name && other.includes(name) && other !== `${name}s`)
