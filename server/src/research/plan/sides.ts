import type { ResearchKind } from '@scinav/contract'
import { type Question, readQuestion } from '../../language/question/question.ts'

/** What stands between two things that are compared, the surest first. */
const BETWEEN = [
  /\s?(?:versus|vs\.?)\s/iu,
  /\s(?:compared (?:to|with)|or)\s/iu,
  /(?<=\b(?:compare|contrast)\s.{1,80})\s(?:with|to)\s/iu,
  // 与后者相比有哪些: what stands behind asks, and names nothing.
  /(?:相比于?|相较于?|对比)(?!\s?(?:有|各|如何|怎|哪|谁|孰|是否|的|[，,？?]|$))/u,
  /与|和|跟|同|还是/u,
  /\sand\s/iu,
]
/** What stands before the first and behind the second, and belongs to neither. */
const BEFORE =
  /^.{0,60}\b(?:between|compare|contrast)\s|^.{0,40}?(?:比较一?下?|对比|关于|\b(?:is|are|does|do)\s)\s?/iu
const BEHIND =
  /(?:的?(?:区别|差异|异同|不同|优劣|比较|对比)|相比|相较|有什么|有何|有哪些|哪个|哪种|谁|在|各|之间|(?:这)?(?:两|二|几)(?:类|种|者|个)(?:方法|做法|技术|模型|方案)?|，|,|？|\?| (?:compare|differ|relate)(?: |$)| in | for | on | at | with | when |;).{0,400}$/iu
/** The clause that says so names what is compared; others may join things that are not. */
const CLAUSES = /[。？?！!；;，,\n]|\.\s/u
const COMPARES =
  /比较|对比|相比|相较|区别|差异|异同|优劣|\b(?:compar\p{L}*|contrast|versus|vs|differences?|between)\b/iu
/** Asks which of two is to be preferred, and why: less sure than a word for comparing in another clause. */
export const WEIGHS =
  /各有(?:什么|哪些|何)?(?:优|利|长)|哪(?:个|种|一[个种])(?:更|较)?(?:好|优|准|快|有效|合适)/u
const LONGEST = 40
const LONGEST_READ = 300

const ASKS_OF_ONE = /\b(?:does|do|did|can|could|will|would|should|has|have)\b/iu

/** The two things that a question compares; null where it does not name them. */
export function sidesOf(text: string): [string, string] | null {
  const read = text.slice(0, LONGEST_READ)
  const clauses = read.split(CLAUSES)
  const comparing = [COMPARES, WEIGHS].flatMap((words) => clauses.filter((clause) => words.test(clause)))
  for (const clause of [...comparing, read]) {
    const sides = sidesIn(clause)
    if (sides) return sides
  }
  return null
}

/** The side of a comparison that a step looks up together with what the two are compared for; '' where it does not. */
export function sideAlone(
  { kind, question }: { kind: ResearchKind; question: Pick<Question, 'text'> },
  queries: readonly string[],
): string {
  const sides = kind === 'comparison' ? sidesOf(question.text) : null
  if (!sides || queries.length === 0) return ''
  const isOf = (side: string, other: string) =>
    queries.every((each) => each.startsWith(`${side} `) && !each.includes(other))
  const [one, other] = sides
  if (isOf(one, other)) return one
  return isOf(other, one) ? other : ''
}

function sidesIn(read: string): [string, string] | null {
  for (const sign of BETWEEN) {
    const found = sign.exec(read)
    if (!found || found.index === 0) continue
    // "Does it improve speed compared with": what is said of one side stands between them.
    if (/compared/i.test(found[0]) && ASKS_OF_ONE.test(read.slice(0, found.index))) return null
    const one = named(read.slice(0, found.index).replace(BEFORE, ''))
    const other = named(read.slice(found.index + found[0].length).replace(BEHIND, ''))
    if (one !== '' && other !== '' && one !== other) return [withNoun(one, other), other]
  }
  return null
}

function named(text: string): string {
  const side = readQuestion(text).query
  return side.length <= LONGEST ? side : ''
}

const WORD = /^[a-z-]+$/
/** A word that wants a noun, by its end: sparse, neural, rule-based; dropout is none. */
const ADJECTIVE = /^[a-z-]*(?:ive|al|ic|ed|ous|ar|ary|ble|ent|ant|nse|rse|-based|-free|-driven)$/

/** "extractive and abstractive summarization": the noun of the second is that of the first. */
function withNoun(one: string, other: string): string {
  const [first = '', ...noun] = other.split(' ')
  return ADJECTIVE.test(one) && WORD.test(first) && noun.length > 0 ? `${one} ${noun.join(' ')}` : one
}
