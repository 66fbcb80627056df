import { isExactForm } from '../analysis/word-forms.ts'
import { ANY_MASK } from '../index/layout.ts'
import { englishStems, translationPlan } from '../planning/bilingual.ts'
import { orPlan, type Plan } from '../planning/plan.ts'
import type { Concept } from './concept.ts'
import { planWords } from './concept-plans.ts'

/** Words before something that is absent, each list as stems. */
const ABSENCE_PREFIXES = [
  'without',
  'without any',
  'without the',
  'without a',
  'without an',
  'without using',
  'without access to',
  'without additional',
  'without extra',
  'no',
  'no additional',
  'no extra',
  'non',
  'not require',
  'not require any',
  'not use',
  'not using',
  'not using any',
  'not need',
  'not rely on',
  'not requiring',
  'not requiring any',
  'requires no',
  'needs no',
].map((text) => englishStems(text).split(' '))
/** Words after it, as stems. */
const ABSENCE_SUFFIXES = ['free', 'less'].map((text) => englishStems(text).split(' '))
/** Chinese words before a term that say it is absent. */
const CHINESE_ABSENCE_PREFIXES = ['无', '无需', '不需要', '不用', '不依赖', '没有', '不使用']

const HAN_CHARACTER = /\p{Script=Han}/u
/** Maximum number of words whose absence is searched for; each has a phrase per prefix and suffix. */
const MAX_WORDS = 12

/**
 * Returns the absence of something as one concept that replaces those naming it: "without references",
 * "reference-free", 「无需参考译文」, or the field's own term. It weighs as much as all of them together.
 *
 * @param concepts concepts of what is absent.
 * @param text what is absent, as written in the query.
 * @param fieldTerms terms of the field for its absence: `unsupervised`, 「零样本」.
 */
export function absenceConcept(concepts: Concept[], text: string, fieldTerms: string[]): Concept {
  const words = [...new Set(concepts.flatMap(({ plan }) => planWords(plan)))]
    .filter((word) => !HAN_CHARACTER.test(word) && !isExactForm(word))
    .slice(0, MAX_WORDS)
  const phrases = words.flatMap((word) => [
    ...ABSENCE_PREFIXES.map((prefix) => stemsPhrase([...prefix, word])),
    ...ABSENCE_SUFFIXES.map((suffix) => stemsPhrase([word, ...suffix])),
    stemsPhrase([`${word}less`]),
  ])
  const names = fieldTerms.length > 0 ? [translationPlan(fieldTerms)] : []
  const chinese = HAN_CHARACTER.test(text)
    ? [translationPlan(CHINESE_ABSENCE_PREFIXES.map((prefix) => prefix + text))]
    : []
  return {
    plan: orPlan([...phrases, ...names, ...chinese]),
    weight: concepts.reduce((sum, { weight }) => sum + weight, 0),
    // The papers are not counted; 0 would exclude the concept from searches.
    papers: 1,
    named: false,
    // A text that only mentions the thing may state its absence in other words.
    near: concepts.length === 0 ? null : orPlan(concepts.map(({ plan }) => plan)),
    run: null,
  }
}

/** Returns a plan of stems in sequence. */
function stemsPhrase(stems: string[]): Plan {
  const [first] = stems
  if (!first) return { op: 'none' }
  if (stems.length === 1) return { op: 'term', term: first, mask: ANY_MASK, weight: 1 }
  return { op: 'phrase', parts: stems.map((term, offset) => ({ term, offset })), mask: ANY_MASK, weight: 1 }
}
