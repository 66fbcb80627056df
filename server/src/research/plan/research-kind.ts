import type { ResearchKind } from '@scinav/contract'
import type { Question } from '../../language/question/question.ts'
import { PREFERENCE_PHRASE } from './sides.ts'

const COMPARISON_WORD = /对比|比较|区别|差异|异同|相比|优劣|\b(?:compar\p{L}*|versus|vs|differences?)\b/iu
const TREND_WORD =
  /进展|趋势|现状|发展历程|发展史|演变|演进|演化过程|综述|概览|最新|近年|前沿|\bhow (?:did|has|have)\b.{0,80}\b(?:develop|evolve|change)|\b(?:trends?|advances|progress|history|evolution|state of the art|recent|overview|survey|developments?)\b/iu
const EFFECT_WORD =
  /影响|作用|效果|有效|疗效|是否|能否|关系|证据|后果|效应|提高|改善|\b(?:effects?|impacts?|influences?|effective\p{L}*|evidence|benefits?|improves?|affects?|associat\p{L}+|relation(?:ship)?s?|consequences?|does|do|is|are|can)\b/iu
/** Matches words for the influence of one thing on another; they take precedence over "how" and "methods". */
const INFLUENCE_WORD = /影响|\b(?:affects?|influences?|impacts? (?:of|on)|effects? (?:of|on))\b/iu
const METHOD_WORD =
  /如何|怎么|怎样|方法|策略|途径|技术路线|机制|原理|\b(?:how|methods?|approach(?:es)?|techniques?|strateg\p{L}+|mechanisms?)\b/iu

/** Matches a question about how to do something, even if its subject names a change: 词义演变如何检测. */
const HOW_TO_PHRASE =
  /(?:如何|怎样)(?:才能|去|来|用)?(?!影响|作用|演变|演进|演化|发展|变化|随)(?=\p{Script=Han})/u

const KIND_PATTERNS: [ResearchKind, RegExp][] = [
  ['comparison', COMPARISON_WORD],
  ['comparison', PREFERENCE_PHRASE],
  ['method', HOW_TO_PHRASE],
  ['trend', TREND_WORD],
  ['effect', INFLUENCE_WORD],
  ['method', METHOD_WORD],
  ['effect', EFFECT_WORD],
]
/** Length of the text that is examined for the kind of a question, in characters. */
const MAX_READ_CHARS = 500

/**
 * Returns the kind of research that a question needs, by its type, else by its wording; a bare subject gets a survey
 * (`trend`).
 */
export function researchKind({ text, type }: Question): ResearchKind {
  if (type === 'definition' || type === 'comparison') return type
  const read = text.slice(0, MAX_READ_CHARS)
  if (type === 'cause' || type === 'conclusion') return 'effect'
  return KIND_PATTERNS.find(([, words]) => words.test(read))?.[0] ?? 'trend'
}
