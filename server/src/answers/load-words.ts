import { loadDictionary } from '@scinav/search'
import { boundsIn } from '../language/question/constraints.ts'
import { intentOf } from '../language/question/intent.ts'
import { negationsIn } from '../language/question/negation.ts'
import { partsOf } from '../language/question/parts.ts'
import { loadKeptTerms, readQuestion } from '../language/question/question.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { breath } from '../platform/foundation/breath.ts'
import { introducing, wantedFigure } from '../retrieval/index.ts'
import { knownTerms, loadTerms } from '../search/engine/index.ts'
import { readAspects } from './aspects/read-aspects.ts'
import { cueOf } from './choosing/cue.ts'

/**
 * Reads the lists of words that questions are read with, in pieces between which others have their turn, before the first
 * question would hold the main thread with them; who asks earlier reads the rest.
 */
export function loadWords(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<void> {
  reading = readWords(ctx)
  return reading
}

let reading = Promise.resolve()

/**
 * Resolves when the words are read that are being read, or cannot be: for work that nobody waits for at a screen, and that
 * would read the rest at once. Where nobody reads any it resolves at once.
 */
export const wordsRead = (): Promise<void> => reading.catch(() => {})

async function readWords(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<void> {
  await loadDictionary()
  await loadTerms()
  await loadKeptTerms()
  await knownTerms(ctx)
  for (const text of [...SAMPLES, ...SAMPLES])
    for (const reads of READERS) {
      reads(text)
      await breath()
    }
}

const TYPES_WITH_CUES = ['cause', 'comparison', 'limitation', 'method', 'conclusion', 'yes-no'] as const

/**
 * Expressions are compiled when they are first met, and again when they are met a second time, which takes longer than
 * reading a question does.
 */
const READERS: ((text: string) => unknown)[] = [
  (text) => intentOf(text, true),
  readQuestion,
  (text) => boundsIn(text, { listed: true, now: 2000 }),
  negationsIn,
  partsOf,
  wantedFigure,
  (text) => introducing(text)(text),
  (text) => readAspects(text),
  ...TYPES_WITH_CUES.map((type) => (text: string) => cueOf(type, text)),
]
const SAMPLES = [
  '研究表明 BERT 在 2020 年以后提高了多少？我们提出了一种不需要标注数据的方法，结果优于以前的模型，但仍有局限。',
  'How much did BERT improve since 2020, and why? We propose a method without annotated data; the results are better than those of the earlier model, however limited.',
]
