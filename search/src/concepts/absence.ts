import { ANY_MASK } from '../index/layout.ts'
import { stemsOf, translated } from '../planning/bilingual.ts'
import type { Plan } from '../planning/plan.ts'
import { oneOf } from '../planning/word-plans.ts'
import { type Concept, wordsIn } from './concept.ts'

/** What stands before a word that is said to be absent, and behind it. */
const BEFORE = [
  ...[
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
  ],
  ...[
    'not use',
    'not using',
    'not using any',
    'not need',
    'not rely on',
    'not requiring',
    'not requiring any',
    'requires no',
    'needs no',
  ],
].map((text) => stemsOf(text).split(' '))
const BEHIND = ['free', 'less'].map((text) => stemsOf(text).split(' '))
const BEFORE_CHINESE = ['无', '无需', '不需要', '不用', '不依赖', '没有', '不使用']

const HAN = /\p{Script=Han}/u
const MOST_WORDS = 12

/**
 * That something is absent, as one concept in place of those that name it: "without references", "reference-free",
 * 「无需参考译文」, or what the field calls it.
 *
 * @param text what is absent, as it was asked.
 * @param called what a field calls its absence: `unsupervised`, 「零样本」.
 */
export function absenceOf(concepts: Concept[], text: string, called: string[]): Concept {
  const words = [...new Set(concepts.flatMap(({ plan }) => wordsIn(plan)))]
    .filter((word) => !HAN.test(word) && !word.startsWith('='))
    .slice(0, MOST_WORDS)
  const said = words.flatMap((word) => [
    ...BEFORE.map((before) => phrase([...before, word])),
    ...BEHIND.map((behind) => phrase([word, ...behind])),
    phrase([`${word}less`]),
  ])
  const names = called.length > 0 ? [translated(called)] : []
  const chinese = HAN.test(text) ? [translated(BEFORE_CHINESE.map((before) => before + text))] : []
  return {
    plan: oneOf([...said, ...names, ...chinese]),
    weight: concepts.reduce((sum, { weight }) => sum + weight, 0),
    papers: 1,
    named: false,
    // What only speaks of it may say that it is absent in other words.
    near: concepts.length === 0 ? null : oneOf(concepts.map(({ plan }) => plan)),
    run: null,
  }
}

function phrase(stems: string[]): Plan {
  const [first] = stems
  if (!first || stems.length === 0) return { op: 'none' }
  if (stems.length === 1) return { op: 'term', term: first, mask: ANY_MASK, weight: 1 }
  return { op: 'phrase', parts: stems.map((term, offset) => ({ term, offset })), mask: ANY_MASK, weight: 1 }
}
