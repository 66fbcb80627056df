import { anyOf, phrasePattern, phrasePatterns } from '../phrases.ts'
import { contentWords } from './content-words.ts'
import { ASKING_SOURCE } from './question-type.ts'

/**
 * Removes the courtesies around a question; returns the whole text when it holds nothing else, as in 「你好」.
 *
 * @param text a normalized text: NFKC (so that punctuation is half-width) and simplified Chinese.
 */
export function stripCourtesies(text: string): string {
  const rest = stripLeadIn(stripClauses(stripMarks(text)))
  // What was removed may uncover more: "Could you tell me, please, what".
  return rest === text ? text : stripLeadIn(stripClauses(rest))
}

/** Marks before a message or a list item: 「@科学导航」, "Q:", 「问：」, "1)". */
const MESSAGE_MARK =
  /^(?:[[【(](?:question|q|提问|问题|求助|请教)[\])】] ?|@\S{1,40} |(?:q|question|问|问题|提问) ?\d{0,3} ?: ?|\(?\d{1,2}[.)、] ?(?!\d))(?=\S)/iu
/** Bounds how many marks are stripped in a row; nobody writes more. */
const MAX_MARKS = 4

/** Removes the marks before a message or list item. */
function stripMarks(text: string): string {
  let rest = text
  for (let count = 0; count < MAX_MARKS && MESSAGE_MARK.test(rest); count += 1)
    rest = rest.replace(MESSAGE_MARK, '')
  return rest
}

/** Ends of clauses. A full stop or dash counts only next to a space: 3.5 is one number and IGF-1 one name. */
const CLAUSE_END =
  /(?<=[,。!?:;、~)])(?![,。!?:;、~)])|(?=\()|(?<=\.\s)|(?<=\s[-–—]\s)|(?<=\p{Extended_Pictographic}\s?)/u

/**
 * Drops clauses of courtesy before the first and behind the last clause that asks. Returns the whole text when what
 * remains could not be understood without them.
 */
function stripClauses(text: string): string {
  const clauses = text.split(CLAUSE_END)
  const asking = clauses.map(asks)
  const first = asking.indexOf(true)
  const from = countOpenings(clauses.slice(0, first === -1 ? clauses.length - 1 : first))
  const to = clauses.length - countClosings(clauses.slice(Math.max(from, asking.lastIndexOf(true)) + 1))
  const rest = clauses.slice(from, to).join('').trim()
  if (!canStandAlone(rest) || (first === -1 && isCourtesy(rest))) return text
  const dropped = [...clauses.slice(0, from), ...clauses.slice(to)]
  if (!dropped.every(hasNoContent) && !isSelfContained(rest)) return text
  const ended = to < clauses.length ? rest.replace(/(?<![,、\s])[,、\s]+$/u, '') : rest
  // A conjunction that joined the question to a dropped clause is dropped with it.
  return from > 0 ? ended.replace(/^(?:but|so|and)[ ,]+(?=\S)/i, '') : ended
}

/** Words that ask. */
const ASKING_WORD = new RegExp(`${ASKING_SOURCE}|${anyOf('question-words/joining')}`, 'iu')

/** Returns whether a clause ends with a question mark or has a question word. */
const asks = (clause: string): boolean => /\?\s*$/.test(clause) || ASKING_WORD.test(clause.trim())

/** Bounds the length of a courtesy, in UTF-16 units. */
const MAX_CLAUSE_CHARS = 160
/** Words by which a clause concerns the asker, the reader or the answer rather than the literature. */
const COURTESY_CUE = phrasePattern('courtesies/cues')
/** "When I train on X, how" is no courtesy. */
const SUBORDINATE_START = phrasePattern('question-words/subordinate')

/** Returns whether a clause concerns the asker, the reader or the answer; it may name a subject besides. */
const isCourtesy = (clause: string): boolean =>
  clause.length <= MAX_CLAUSE_CHARS &&
  COURTESY_CUE.test(clause.trim()) &&
  !SUBORDINATE_START.test(clause.trim())

/** The same for all of them in a text. */
const COURTESY_CUES = phrasePattern('courtesies/cues', 'giu')

/** Returns whether a clause has no content besides its words of courtesy. */
const hasNoContent = (clause: string): boolean =>
  clause.length <= MAX_CLAUSE_CHARS && contentWords(clause.replace(COURTESY_CUES, ' ')) === ''

/** Bounds the clauses that are examined at either end; nobody writes more courtesies. */
const MAX_CLAUSES = 8
/** The end of a clause that ends a sentence or announces the question. */
const SENTENCE_END = /[.。!:~)-]\s*$/u

/**
 * Counts the clauses to drop at the beginning: all finished sentences if one of them is a courtesy, and then the
 * clauses that are nothing but courtesy.
 */
function countOpenings(clauses: string[]): number {
  const opening = clauses.slice(0, MAX_CLAUSES)
  if (!opening.some(isCourtesy)) return 0
  const finished = opening.findLastIndex((clause) => SENTENCE_END.test(clause)) + 1
  const dropped = opening.slice(0, finished).some(isCourtesy) ? finished : 0
  const firstKept = opening.slice(dropped).findIndex((clause) => !isCourtesy(clause) || !hasNoContent(clause))
  return firstKept === -1 ? opening.length : dropped + firstKept
}

/** Counts the clauses to drop at the end: from the first courtesy, or clause without letters, on. */
function countClosings(clauses: string[]): number {
  const at = clauses
    .slice(0, MAX_CLAUSES)
    .findIndex((clause) => isCourtesy(clause) || !/[\p{L}\p{N}]/u.test(clause))
  return at === -1 ? 0 : clauses.length - at
}

/** Openings of a question that end without a punctuation mark: "could you tell me how many". */
const ENGLISH_LEAD_IN = phrasePattern('courtesies/lead-in', 'i')
/** Their Chinese counterparts. */
const CHINESE_LEAD_INS = phrasePatterns('courtesies/lead-ins', 'u')
/** The Chinese end of a question that only asks for an answer. */
const CHINESE_CLOSING = phrasePattern('courtesies/closing', 'u')

/** Removes openings and closings that no punctuation mark divides from the question. */
function stripLeadIn(text: string): string {
  const stripped = [MESSAGE_MARK, ENGLISH_LEAD_IN, ...CHINESE_LEAD_INS, CHINESE_CLOSING].reduce(
    (rest, pattern) => rest.replace(pattern, '').replace(/^[,:、 ]+/u, ''),
    text,
  )
  // "I was wondering if X helps" asks whether X helps.
  return stripped.length < text.length ? stripped.replace(/^if (?=\S)/i, 'whether ') : text
}

/** A text with fewer words is no question of its own. */
const MIN_WORDS = 3
/** A text with Chinese in it is one from this number of letters and digits on. */
const MIN_CHINESE_CHARS = 4
const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns whether a text is long enough for a question; "what works?" in "student essays, what works?" is not. */
function canStandAlone(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const isChinese = HAN_CHARACTER.test(text)
  return words.length >= MIN_WORDS || (isChinese && words.join('').length >= MIN_CHINESE_CHARS)
}

/** The Han characters, or Latin words, of content with which a question is understood alone; mixed ones add up. */
const MIN_CONTENT = { han: 4, words: 2 }
/** Words that refer back to something named before them. */
const NEEDS_ANTECEDENT = phrasePattern('anaphora/anaphor')

/** Returns whether a question names its subject itself and refers to nothing before it. */
function isSelfContained(text: string): boolean {
  const content = contentWords(text)
  const hanShare = (content.match(/\p{Script=Han}/gu) ?? []).length / MIN_CONTENT.han
  const wordShare = (content.match(/[a-z0-9-]+/giu) ?? []).length / MIN_CONTENT.words
  return hanShare + wordShare >= 1 && !NEEDS_ANTECEDENT.test(text)
}
