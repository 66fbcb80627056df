import type { ResearchKind } from '@scinav/contract'
import type { Question } from '../../language/question/question.ts'
import { WEIGHS } from './sides.ts'

const COMPARES = /对比|比较|区别|差异|异同|相比|优劣|\b(?:compar\p{L}*|versus|vs|differences?)\b/iu
const TREND =
  /进展|趋势|现状|发展历程|发展史|演变|演进|演化过程|综述|概览|最新|近年|前沿|\bhow (?:did|has|have)\b.{0,80}\b(?:develop|evolve|change)|\b(?:trends?|advances|progress|history|evolution|state of the art|recent|overview|survey|developments?)\b/iu
const EFFECT =
  /影响|作用|效果|有效|疗效|是否|能否|关系|证据|后果|效应|提高|改善|\b(?:effects?|impacts?|influences?|effective\p{L}*|evidence|benefits?|improves?|affects?|associat\p{L}+|relation(?:ship)?s?|consequences?|does|do|is|are|can)\b/iu
/** What one thing does to another, however "how" and "methods" stand beside. */
const AFFECTS = /影响|\b(?:affects?|influences?|impacts? (?:of|on)|effects? (?:of|on))\b/iu
const METHOD =
  /如何|怎么|怎样|方法|策略|途径|技术路线|机制|原理|\b(?:how|methods?|approach(?:es)?|techniques?|strateg\p{L}+|mechanisms?)\b/iu

/** Asks how something is done, whatever changes in its subject: 词义演变如何检测. */
const HOW_DONE = /(?:如何|怎样)(?:才能|去|来|用)?(?!影响|作用|演变|演进|演化|发展|变化|随)(?=\p{Script=Han})/u

const BY_WORDS: [ResearchKind, RegExp][] = [
  ['comparison', COMPARES],
  ['comparison', WEIGHS],
  ['method', HOW_DONE],
  ['trend', TREND],
  ['effect', AFFECTS],
  ['method', METHOD],
  ['effect', EFFECT],
]
/** What a question is after is said by then. */
const LONGEST_READ = 500

/** What a question is after: by its type, else by its words; a bare subject is looked over. */
export function kindOf({ text, type }: Question): ResearchKind {
  if (type === 'definition' || type === 'comparison') return type
  const read = text.slice(0, LONGEST_READ)
  if (type === 'cause' || type === 'conclusion') return 'effect'
  return BY_WORDS.find(([, words]) => words.test(read))?.[0] ?? 'trend'
}
