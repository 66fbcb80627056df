import type { TextSpan } from './split-sentences.ts'

/** Joints between clauses: a semicolon, or a comma before a word of contrast or sequence. */
const CLAUSE_JOINT =
  /[；;]\s*|[，,]\s*(?=而且|而(?!是|非|不|言|已)|但|然而|不过|随后|此后|后来|之后|近来|相比之下|相反|与此同时|此外|另一方面|另有|(?:but(?! also)|while|whereas|although|however|yet|later|recently|subsequent|subsequently|others)\s)/giu
/** The least length of a clause that makes a claim of its own. */
const MIN_CLAUSE_HAN_CHARS = 8
const MIN_CLAUSE_WORDS = 5

/** Splits a sentence into clauses that each make a claim; returns the whole sentence when one of them is too short. */
export function splitClauses(sentence: string): TextSpan[] {
  const parts: TextSpan[] = []
  let start = 0
  for (const { 0: joint, index } of sentence.matchAll(CLAUSE_JOINT)) {
    parts.push({ start, end: index })
    start = index + joint.length
  }
  parts.push({ start, end: sentence.length })
  const isApart =
    parts.length > 1 && parts.every((part) => isClaimLength(sentence.slice(part.start, part.end)))
  return isApart ? parts : [{ start: 0, end: sentence.length }]
}

const isClaimLength = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= MIN_CLAUSE_HAN_CHARS ||
  (text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0) >= MIN_CLAUSE_WORDS
