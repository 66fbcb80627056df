/** The most questions that a text is split into; a text with more stays whole. */
const MAX_PARTS = 4
const QUESTION_WORD =
  /[吗呢]|什么|哪|谁|多少|多大|多长|多久|几|怎|如何|为何|何时|是否|能否|\b(?:what|which|who|whom|whose|how|why|where|when|is|are|was|were|do|does|did|can|could|has|have|had)\b/iu
/** Begins a further English question: ", and why does it". */
const ENGLISH_JOINT =
  /(?:, and | and )(?=(?:what|which|who|whom|how|why|where|when) )|, (?=(?:what|which|who|whom|how|why|where) )/giu
/** Begins a subordinate clause rather than a question: "when trained on X, how". */
const SUBORDINATE_START = /^(?:when|if|given|for|in|on|with|after|before|compared|as|among|of|by|at)\b/iu
const MIN_WORDS = 3

/** Returns the questions that a text asks, in order; the whole text alone unless each part is a question. */
export function splitQuestion(text: string): string[] {
  const sentences = text
    .split(/(?<=[？?；;])/u)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
  const parts = sentences.flatMap(splitQuestionClauses)
  const isEach =
    parts.length > 1 && parts.length <= MAX_PARTS && parts.every((part) => QUESTION_WORD.test(part))
  return isEach ? parts : [text]
}

function splitQuestionClauses(sentence: string): string[] {
  if (/\p{Script=Han}/u.test(sentence) || SUBORDINATE_START.test(sentence)) return [sentence]
  const clauses = sentence.split(ENGLISH_JOINT).map((clause) => clause.trim())
  const [first = ''] = clauses
  // "Which languages and what sizes": too short to be understood alone.
  if (clauses.length < 2 || first.split(' ').length < MIN_WORDS) return [sentence]
  return clauses.map((clause) => (/[?？]$/.test(clause) ? clause : `${clause}?`))
}
