// Scores answers of the product against a gold standard. No language model takes part: answers are matched with regular
// expressions, citations by titles.
import type { Citation } from '../contract/src/index.ts'

/** The expected answer. Expressions match case-insensitively. */
export interface Gold {
  /** Titles of which any may be cited; a nested list contains the titles of one work. */
  papers: (string | string[])[]
  /** One of them must match. */
  answer?: string[]
  /** One of each group must match. */
  parts?: string[][]
  /** For a list: the number of papers of the complete list, of which half must be cited. */
  all?: number
  /** For a list: at least half of the cited papers must be gold. */
  strict?: boolean
  /** The right answer is that the library does not contain it. */
  refuse?: boolean
  /** The right answer is small talk, which neither cites nor refuses. */
  talk?: boolean
  /** Small talk may cite papers. */
  citeOk?: boolean
  /** Small talk may be a refusal. */
  refuseOk?: boolean
  /** Instead of the right refusal, an answer without citations is accepted. */
  talkOk?: boolean
  /** Largest length of small talk. */
  maxChars?: number
  /** None of them may match small talk. */
  never?: string[]
  /** The title itself may contain the answer. */
  titleOk?: boolean
}

/** An answer of the product. */
export interface GivenAnswer {
  answer: string
  cites: Pick<Citation, 'title'>[]
  error: string | null
}

/**
 * How an answer compares with the gold standard: `partial` for one with a part of the answer or a right citation,
 * `refused` for one that wrongly says that there is no answer.
 */
export type AnswerOutcome = 'answered' | 'partial' | 'refused' | 'wrong' | 'error'

/** The outcome of an answer. */
export interface AnswerScore {
  outcome: AnswerOutcome
  /** Whether a gold paper is cited. */
  cited: boolean
}

/** Reduces a title to its letters and digits, for comparison. */
const titleKey = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/<[^>]*>/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Unifies characters that an abstract and an answer may write differently. */
const normalizeText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\*\*|__|`/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')

const matchesAny = (text: string, expressions: string[]) =>
  expressions.some((expression) => new RegExp(expression, 'i').test(text))

/** Phrases of refusals in both languages: 「未找到相关文献」, "The abstract does not state it". */
const NO_ANSWER_PHRASES = [
  /未找到|没有找到|未能找到|未检索到|没有检索到|未查到|没有查到|找不到|无相关|没有答案|不足以回答|不能回答/,
  /没有.{0,14}(?:文献|论文|资料|证据).{0,14}(?:回答|说明|提到|提及|涉及|讨论|给出|记载|支持)/,
  /(?:文献|论文|摘要|资料|文库|库中|库里|原文|证据|来源).{0,18}(?:没有|未|不)(?:直接)?(?:说明|说|提到|提及|提供|涉及|给出|回答|讨论|包含|报告|写明|记载|交代|能回答|足以)/,
  /无法(?:据此)?(?:回答|确定|判断|得知|给出)/,
  /\bno relevant\b|\bfound nothing\b|\bunable to (?:find|answer|tell)\b|\binsufficient (?:evidence|information)\b/i,
  /\bnothing\b.{0,40}\b(?:found|answers?|says?|states?)\b/i,
  /\b(?:could|did|can|was|were)(?:n't| ?not)(?: able to)? (?:find|found|locate|identify)\b/i,
  /\bno (?:single )?(?:paper|source|passage|abstract|document|evidence|literature|work|answer)s?\b.{0,70}\b(?:answers?|states?|says?|mentions?|reports?|address(?:es)?|found|discuss(?:es)?|gives?|covers?|contains?)\b/i,
  /\b(?:do|does|did)(?:n't| ?not) (?:directly )?(?:state|say|mention|report|contain|address|answer|give|cover|name|specify|provide|discuss)\b/i,
  /\b(?:cannot|can't|could not) (?:be )?(?:answer|answered|tell|determined?|say)\b/i,
  /\bnot (?:directly )?(?:stated|mentioned|reported|covered|answered|given|specified)\b/i,
]

/** Length of the beginning of an answer in which a refusal is looked for. */
const MAX_LEAD_CHARS = 200

/** Whether an answer begins with a refusal, before its first quote or list; an empty answer is one. */
function isRefusal(answer: string): boolean {
  const text = answer.trim()
  const listStart = text.search(/\n\s*(?:[-*•]|\d+[.、)])\s/)
  const beforeList = listStart < 0 ? text : text.slice(0, listStart)
  const quoteStart = beforeList.search(/[「『]/)
  const beforeQuote = quoteStart > 0 ? beforeList.slice(0, quoteStart) : beforeList
  const lead = beforeQuote.replace(/^\s*(?:#+|>)\s*/gm, '').slice(0, MAX_LEAD_CHARS)
  return lead === '' || NO_ANSWER_PHRASES.some((expression) => expression.test(lead))
}

/** Scores an answer by the rules of `shared/data/answers/README.md`. */
export function scoreAnswer(gold: Gold, given: GivenAnswer): AnswerScore {
  const titles = new Set(given.cites.map(({ title }) => titleKey(title)))
  const found = gold.papers.filter((paper) => [paper].flat().some((title) => titles.has(titleKey(title))))
  const facts = { found: found.length, cited: titles.size, refused: isRefusal(given.answer) }
  return { outcome: decideOutcome(gold, given, facts), cited: found.length > 0 }
}

/** Whether a sentence of a paper contains the answer, or a part of it. */
export const containsGold = (gold: Gold, title: string, sentence: string): boolean =>
  !gold.refuse &&
  gold.papers.flat().some((each) => titleKey(each) === titleKey(title)) &&
  matchesAny(normalizeText(sentence), gold.parts?.flat() ?? gold.answer ?? [])

interface AnswerFacts {
  /** Number of cited gold papers, and of cited papers. */
  found: number
  cited: number
  refused: boolean
}

function decideOutcome(gold: Gold, given: GivenAnswer, facts: AnswerFacts): AnswerOutcome {
  if (given.error !== null) return 'error'
  if (gold.talk) return isTalk(gold, given, facts) ? 'answered' : 'wrong'
  if (gold.refuse) return isRightRefusal(gold, facts) ? 'answered' : 'wrong'
  return gold.all && !gold.answer && !gold.parts
    ? listOutcome(gold, facts)
    : answerTextOutcome(gold, given, facts)
}

/** Returns whether an answer is right where the library does not contain one. */
const isRightRefusal = ({ talkOk }: Gold, { refused, cited }: AnswerFacts) =>
  refused || (talkOk === true && cited === 0)

/** Share of the papers of a list that must be cited, and share of the citations of a strict list that must be gold. */
const MIN_LIST_SHARE = 0.5

function listOutcome({ all = 0, strict }: Gold, { found, cited, refused }: AnswerFacts): AnswerOutcome {
  const isEnough = found > 0 && found >= Math.ceil(all * MIN_LIST_SHARE)
  if (isEnough && (!strict || found / cited >= MIN_LIST_SHARE)) return 'answered'
  if (refused) return 'refused'
  return found > 0 ? 'partial' : 'wrong'
}

function answerTextOutcome(gold: Gold, given: GivenAnswer, { found, refused }: AnswerFacts): AnswerOutcome {
  const groups = gold.parts ?? [gold.answer ?? []]
  const text = answerTextToMatch(gold, given)
  const matched = groups.filter((group) => matchesAny(text, group)).length
  if (matched === groups.length && found > 0) return 'answered'
  if (refused) return 'refused'
  return matched > 0 || found > 0 ? 'partial' : 'wrong'
}

/** A shorter title may be a word of the answer, and is not removed from it. */
const MIN_REMOVED_TITLE_CHARS = 6

/** Returns the text to match; cited titles are removed, because a title alone answers nothing. */
function answerTextToMatch(gold: Gold, { answer, cites }: GivenAnswer): string {
  const text = normalizeText(answer)
  if (gold.titleOk) return text
  const titles = new Set(
    cites.map(({ title }) => normalizeText(title)).filter((title) => title.length >= MIN_REMOVED_TITLE_CHARS),
  )
  return [...titles].reduce((rest, title) => rest.replaceAll(title, ' '), text)
}

/** Returns whether an answer is small talk as the gold standard expects it. */
function isTalk(gold: Gold, { answer }: GivenAnswer, { refused, cited }: AnswerFacts): boolean {
  return (
    normalizeText(answer).trim() !== '' &&
    (!refused || gold.refuseOk === true) &&
    (cited === 0 || gold.citeOk === true) &&
    (!gold.answer || matchesAny(answer, gold.answer)) &&
    !(gold.never && matchesAny(answer, gold.never)) &&
    (!gold.maxChars || answer.trim().length <= gold.maxChars)
  )
}
