import type { Question } from '../../language/question/question.ts'
import { cueScore } from './answer-cues.ts'
import type { PickedSentence as Sentence } from './pick-sentences.ts'

type AnsweredQuestion = Pick<Question, 'type' | 'text'>

/** Recognises names by their spelling: capitals inside or throughout, digits next to letters. */
const DISTINCTIVE_NAME = /\p{Lu}{2}|\p{Ll}\p{Lu}|\p{Script=Latin}-?\d/u
const HYPHENATED_WORD = /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*/gu
const MAX_NAMES = 6

/** Cues of a comparison: the name after one is what a figure is compared with, not what it belongs to. */
const COMPARISON_CUE =
  /(?:\bthan|outperform\w*|surpass\w*|exceed\w*|\bover|(?:compared|relative) (?:to|with)|\bbeats?|超过|优于|高于|低于|相比|比|胜过|超越)\s*(?:the |vanilla |standard |original )?$/iu

/** Questions that ask for problems, and (`ASKS_WAYS`) for ways of doing something. */
const ASKS_PROBLEMS =
  /(?:什么|哪些|何种)[^，。？?]{0,8}(?:问题|挑战|困难|难点|局限|不足|缺陷|缺点|风险)|(?:局限|不足|缺陷|缺点|挑战)(?:性)?(?:是|有)|\b(?:what|which)\b[^?]{0,40}\b(?:problems|challenges|limitations?|drawbacks?|weakness(?:es)?|issues|difficulties|shortcomings?)\b/iu
const ASKS_WAYS =
  /(?:哪些|什么|哪几种|几类)[^，。？?]{0,8}(?:方法|途径|技术|算法|策略|手段|做法)|\b(?:what|which)\b[^?]{0,30}\b(?:methods|approaches|techniques|algorithms|strategies)\b/iu

/** Verbs of solving: a sentence with one names a solved problem rather than a remaining one. */
const RESOLVES =
  /\b(?:solv|overcom|alleviat|mitigat|address|tackl|eliminat|resolv|avoid|circumvent|remed)\p{L}*|解决|克服|缓解|消除|避免|弥补/iu
const CONTRAST_CUE =
  /\b(?:however|still|yet|remain\p{L}*|but|although|fails?|cannot|lacks?)\b|仍|但|尚未|然而|缺乏|难以|不能/iu

/** A sentence that announces the topic of its text without its content. */
const ANNOUNCES_TOPIC =
  /\b(?:we|i|this (?:paper|survey|article|work|chapter|review|study))\b[^.]{0,60}\b(?:survey|review|overview|summari[sz]e|discuss|categori[sz]e|taxonomy)\p{L}*|(?:本文|本综述|文章|我们)[^。]{0,30}(?:综述|回顾|概述|梳理|总结|讨论)/iu
const ENUMERATION_CUE =
  /\b(?:such as|including|namely|e\.g\.|i\.e\.|respectively|first(?:ly)?|(?:two|three|four|five|several) (?:main |major )?(?:types|kinds|classes|categories|groups|families))\b|[:：]|例如|包括|分为|比如|[一二三四五六]类|、[^，。]+(?:、|和|与|及)|, [^,.]+,? (?:and|or) /iu

/**
 * Returns whether quotes of one paper answer a question directly: a quote states it about every name in the question,
 * and has the kind of content asked for. Quotes that fall short may still answer but are shown as related.
 */
export function isDirect(quotes: Sentence[], question: AnsweredQuestion): boolean {
  const names = distinctiveNames(question.text)
  return quotes.some(
    (pick) =>
      pick.answers && answersType(pick.quote, question) && names.every((name) => isSaidOf(pick, name)),
  )
}

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
function isSaidOf({ quote, evidence }: Sentence, name: string): boolean {
  const titles = [evidence.passage.heading, evidence.work.title, evidence.work.title_zh ?? '']
  if (titles.some((title) => namePositions(title, name).length > 0)) return true
  const places = namePositions(quote, name)
  if (places.length === 0 || isInsideLongerName(quote, name)) return false
  return places.some((at) => !COMPARISON_CUE.test(quote.slice(Math.max(0, at - 40), at)))
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

function answersType(quote: string, { type, text }: AnsweredQuestion): boolean {
  // The figure or year was required when the sentence was chosen.
  if (type === 'list' || type === 'year' || type === 'number') return true
  if (ANNOUNCES_TOPIC.test(quote) && !ENUMERATION_CUE.test(quote)) return false
  if (type === 'limitation' || ASKS_PROBLEMS.test(text))
    return cueScore('limitation', quote) > 0 && (!RESOLVES.test(quote) || CONTRAST_CUE.test(quote))
  return !ASKS_WAYS.test(text) || ENUMERATION_CUE.test(quote) || cueScore('method', quote) > 0
}
