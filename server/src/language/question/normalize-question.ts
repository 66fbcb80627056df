import { simplifyText } from '@scinav/search'
import { anyOf, phrasePattern, phrasePatterns, wordPattern, wordSet } from '../phrases.ts'
import { stripInvisible } from '../text/clean.ts'

/** Bounds the text that is normalized, in UTF-16 units; the rest is kept as it is. */
const MAX_QUESTION_CHARS = 4_000

/**
 * Returns a text in NFKC with single spaces and no invisible characters; its first 4,000 units in simplified Chinese.
 */
export function normalizeText(written: string): string {
  const text = stripInvisible(written).normalize('NFKC').replace(/\s+/g, ' ').trim()
  return simplifyText(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** Normalizes a question and strips the courtesies around it. */
export function normalizeQuestion(written: string): string {
  const text = normalizeText(written)
  return stripCourtesies(text.slice(0, MAX_QUESTION_CHARS)) + text.slice(MAX_QUESTION_CHARS)
}

/** Words of Chinese courtesies. A clause at either end that consists only of them carries nothing to search for. */
const CHINESE_COURTESY = wordPattern('zh', 'courtesies/words', 'gu')

/** Cues without which a clause is no courtesy: 「在这个问题中」 is part of the question. */
const CHINESE_COURTESY_CUE = phrasePattern('courtesies/cues', 'u')

/** Their English counterparts. */
const ENGLISH_COURTESIES = wordSet('en', 'courtesies/words')
const ENGLISH_COURTESY_CUE = new RegExp(`^${anyOf('courtesies/cue-words')}$`)

/** Ends of clauses. A full stop or dash counts only next to a space: 3.5 is one number and IGF-1 one name. */
const CLAUSE_END =
  /(?<=[,。!?:;、~)])(?![,。!?:;、~)])|(?=\()|(?<=\.\s)|(?<=\s[-–—]\s)|(?<=\p{Extended_Pictographic}\s?)/u

/** Openings of a question that end without a punctuation mark: "could you tell me how many". */
const ENGLISH_LEAD_IN = phrasePattern('courtesies/lead-in', 'i')
/** Their Chinese counterparts. */
const CHINESE_LEAD_INS = phrasePatterns('courtesies/lead-ins', 'u')
const CHINESE_CLOSING = phrasePattern('courtesies/closing', 'u')

/** Marks before a message or a list item: 「@科学导航」, "Q:", 「问：」, "1)". */
const MESSAGE_MARK =
  /^(?:[[【(](?:question|q|提问|问题|求助|请教)[\])】] ?|@\S{1,40} |(?:q|question|问|问题|提问) ?\d{0,3} ?: ?|\(?\d{1,2}[.)、] ?(?!\d))(?=\S)/iu
/** Bounds how many marks are stripped in a row; nobody writes more. */
const MAX_MARKS = 4
/** A sentence in which the writer introduces himself or herself. */
const SELF_INTRODUCTION = new RegExp(`^${anyOf('courtesies/self-introduction')} ?(?=\\S)`, 'iu')

/** Instructions on the answer in a sentence after the question: 「越具体越好」, "Keep it short, please.", 「200 字以内」. */
const ANSWER_INSTRUCTION = phrasePattern('courtesies/answer-instruction')

const HAN_CHARACTER = /\p{Script=Han}/u

/** Bounds the clauses that are examined at either end; nobody writes more courtesies. */
const MAX_CLAUSES = 8

/**
 * Removes the courtesies around a question; returns the whole text when it holds nothing else, as in 「你好」.
 *
 * @param text a normalized text: NFKC (so that punctuation is half-width) and simplified Chinese.
 */
function stripCourtesies(text: string): string {
  const rest = stripLeadIn(stripEmptyClauses(stripAnswerInstruction(stripMarks(text))))
  const unintroduced = rest.replace(SELF_INTRODUCTION, '')
  return unintroduced.length < rest.length && isSelfContained(unintroduced) ? stripLeadIn(unintroduced) : rest
}

function stripMarks(text: string): string {
  let rest = text
  for (let count = 0; count < MAX_MARKS && MESSAGE_MARK.test(rest); count += 1)
    rest = rest.replace(MESSAGE_MARK, '')
  return rest
}

const stripAnswerInstruction = (text: string): string => {
  const rest = text.replace(ANSWER_INSTRUCTION, '').trim()
  return canStandAlone(rest) ? rest : text
}

/** Drops empty clauses from both ends; returns the whole text when too little remains. */
function stripEmptyClauses(text: string): string {
  const clauses = text.split(CLAUSE_END)
  const from = countEmptyClauses(clauses)
  const to = clauses.length - countEmptyClauses(clauses.slice(from).toReversed())
  const rest = clauses.slice(from, to).join('').trim()
  if (!canStandAlone(rest)) return text
  const ended = to < clauses.length ? rest.replace(/(?<![,、\s])[,、\s]+$/u, '') : rest
  return from > 0 ? ended.replace(/^(?:but|so|and)[ ,]+(?=\S)/i, '') : ended
}

/** Counts the empty clauses at the beginning; returns 0 unless at least one of them has a cue of a courtesy. */
function countEmptyClauses(clauses: string[]): number {
  const first = clauses.slice(0, MAX_CLAUSES)
  const end = first.findIndex((clause) => !isEmptyClause(clause, true))
  const empty = end === -1 ? first : first.slice(0, end)
  return empty.some((clause) => isEmptyClause(clause, false)) ? empty.length : 0
}

function stripLeadIn(text: string): string {
  const begun = [MESSAGE_MARK, ENGLISH_LEAD_IN, ...CHINESE_LEAD_INS, CHINESE_CLOSING].reduce(
    (rest, part) => rest.replace(part, ''),
    text,
  )
  // "I was wondering if X helps" asks whether X helps.
  return begun.length < text.length ? begun.replace(/^if (?=\S)/i, 'whether ') : text
}

/** The least words, or characters of a Chinese text, of a question. */
const MIN_WORDS = 3
const MIN_CHINESE_CHARS = 4

/** Returns whether a text is long enough for a question; "what works?" in "student essays, what works?" is not. */
function canStandAlone(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const isChinese = HAN_CHARACTER.test(text)
  return words.length >= MIN_WORDS || (isChinese && words.join('').length >= MIN_CHINESE_CHARS)
}

/** The least Han characters, or Latin words, of a question that is understood without the sentence before it. */
const MIN_SELF_CONTAINED = { han: 12, words: 7 }

const isSelfContained = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu) ?? []).length >= MIN_SELF_CONTAINED.han ||
  (text.match(/[a-z]+/giu) ?? []).length >= MIN_SELF_CONTAINED.words

/** Bounds the length of a courtesy, in UTF-16 units. */
const MAX_CLAUSE_CHARS = 160

/**
 * Returns whether a clause consists of courtesies only.
 *
 * @param beside whether a neighboring clause is empty too, so that this one needs no cue of its own.
 */
function isEmptyClause(clause: string, beside: boolean): boolean {
  if (clause.length > MAX_CLAUSE_CHARS) return false
  const written = clause.toLowerCase().trim()
  if (!/[\p{L}\p{N}]/u.test(written)) return true
  return HAN_CHARACTER.test(written)
    ? isEmptyChineseClause(written, beside)
    : isEmptyEnglishClause(written, beside)
}

function isEmptyChineseClause(clause: string, beside: boolean): boolean {
  if (!beside && !CHINESE_COURTESY_CUE.test(clause)) return false
  return !/[\p{L}\p{N}]/u.test(clause.replace(CHINESE_COURTESY, ' '))
}

function isEmptyEnglishClause(clause: string, beside: boolean): boolean {
  const words = clause.replaceAll(/['’]/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
  const isSmall = words.every((word) => ENGLISH_COURTESIES.has(word) || word.length === 1)
  return isSmall && (beside || words.some((word) => ENGLISH_COURTESY_CUE.test(word)))
}
