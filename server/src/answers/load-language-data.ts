import { loadDictionary } from '@scinav/search'
import { loadProtectedTerms } from '../language/question/chinese-words.ts'
import { findConstraints } from '../language/question/find-constraints.ts'
import { detectIntent } from '../language/question/intent.ts'
import { findNegations } from '../language/question/negation.ts'
import { splitQuestion } from '../language/question/parts.ts'
import { readQuestion } from '../language/question/question.ts'
import { parseRecordQuestion } from '../language/question/record-question.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { yieldToEventLoop } from '../platform/foundation/event-loop.ts'
import { createIntroductionMatcher, figureCriteria } from '../retrieval/index.ts'
import { getKnownTerms } from '../search/engine/index.ts'
import { cueScore } from './extractive/answer-cues.ts'
import { readAspectRequest } from './extractive/aspects/aspect-request.ts'
import { readAspects } from './extractive/aspects/read-aspects.ts'
import { isBoilerplateHeading } from './suggestions/follow-ups.ts'
import { checkClaim } from './verification/check-claim.ts'

/** The current or last loading. */
let loading = Promise.resolve()

/**
 * Loads the word lists used to read questions, in steps that let other work run, so that the first question does not
 * block the main thread. A question that comes earlier loads the rest at once.
 *
 * @param begin loading begins when it resolves.
 */
export function loadLanguageData(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  begin: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  loading = begin.then(() => warmLanguageData(ctx))
  return loading
}

/**
 * Resolves when the current loading has ended, even with an error; at once when nothing is being loaded. Background
 * work waits for it, because it would otherwise load the rest at once.
 */
export const languageDataLoaded = (): Promise<void> => loading.catch(() => {})

/** Loads the lists step by step; reading samples compiles the patterns that are made at first use. */
async function warmLanguageData(ctx: Pick<BaseContext, 'db' | 'now'>): Promise<void> {
  await loadDictionary()
  await (await getKnownTerms(ctx)).loadTermsAndWords()
  await loadProtectedTerms()
  for (const text of [...WARM_UP_SAMPLES, ...WARM_UP_SAMPLES])
    for (const read of WARM_UP_READERS) {
      read(text)
      await yieldToEventLoop()
    }
}

const TYPES_WITH_CUES = ['cause', 'comparison', 'limitation', 'method', 'conclusion', 'yes-no'] as const

/**
 * Functions to warm up: regular expressions are compiled at their first use and again at their second, which takes
 * longer than reading a question.
 */
const WARM_UP_READERS: ((text: string) => unknown)[] = [
  (text) => detectIntent(text, true),
  readQuestion,
  (text) => findConstraints(text, { listed: true, current_year: 2000 }),
  findNegations,
  splitQuestion,
  figureCriteria,
  (text) => createIntroductionMatcher(text)(text),
  (text) => readAspects(text),
  readAspectRequest,
  parseRecordQuestion,
  isBoilerplateHeading,
  (text) => checkClaim(text, text, text),
  ...TYPES_WITH_CUES.map((type) => (text: string) => cueScore(type, text)),
]
const WARM_UP_SAMPLES = [
  '研究表明 BERT 在 2020 年以后提高了多少？我们提出了一种不需要标注数据的方法，结果优于以前的模型，但仍有局限。',
  'How much did BERT improve since 2020, and why? We propose a method without annotated data; the results are better than those of the earlier model, however limited.',
]
