import { addPair, type Bilingual, copyBilingual } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { generalWords, loadTerms, loadTermsAndWords } from './curated-terms.ts'
import * as store from './learned-terms.store.ts'

type Ctx = Pick<BaseContext, 'db' | 'now'>

/** Terms and words with their equivalents in the other language, Chinese or English. */
interface BilingualTerms {
  /** Technical terms: the curated list, then the terms learned from the library. */
  terms: Bilingual
  /**
   * Returns the same terms together with general words, for questions; they also match other inflections. They are
   * joined at the first call.
   */
  loadTermsAndWords: () => Promise<Bilingual>
}

interface LoadedTerms extends BilingualTerms {
  /** The last change of the library from which terms had been learned; the terms are the same until it changes. */
  learnedChange: number
}

/** Lifetime of the cached terms in milliseconds; another process may have learned new ones. */
const CACHE_TTL_MS = 60_000
/** Number of pairs added before other work gets its turn. */
const BATCH_SIZE = 500
const termCache = createCache<BaseContext['db'], LoadedTerms>(CACHE_TTL_MS)

/** Returns terms and words in both languages, at most a minute old. */
export const getKnownTerms = (ctx: Ctx): Promise<BilingualTerms> =>
  termCache.get(ctx.db, ctx.now(), (previous) => reloadTerms(ctx, previous))

/** Drops the cached terms; called after new ones have been learned. */
export function clearTermCache({ db }: Ctx): void {
  termCache.forget(db)
}

/**
 * Returns the terms with those learned from the library; the previous ones when nothing has been learned since.
 */
async function reloadTerms({ db }: Ctx, previous: Promise<LoadedTerms> | undefined): Promise<LoadedTerms> {
  const curated = await loadTerms()
  const learnedChange = await store.findLearnedChange(db)
  // A previous load that failed has already rejected for its callers.
  const last = await previous?.catch(() => undefined)
  if (last?.learnedChange === learnedChange) return last
  const learned = (await store.listLearned(db)).map(({ chinese, english }): TermPair => [chinese, english])
  if (learned.length === 0) return { learnedChange, terms: curated, loadTermsAndWords }
  const terms = await addPairs(curated, learned)
  let joined: Promise<Bilingual> | undefined
  return {
    learnedChange,
    terms,
    loadTermsAndWords: () => {
      joined ??= addWords(terms)
      return joined
    },
  }
}

/** Returns a copy of the terms with the general words. */
async function addWords(terms: Bilingual): Promise<Bilingual> {
  await loadTermsAndWords()
  return { ...(await addPairs(terms, generalWords())), inflected: true }
}

type TermPair = [chinese: string, english: string]

/** Returns a copy of the terms with pairs added. */
async function addPairs(terms: Bilingual, pairs: TermPair[]): Promise<Bilingual> {
  const extended = copyBilingual(terms)
  for (const [at, [chinese, english]] of pairs.entries()) {
    addPair(extended, chinese, english)
    if (at % BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return extended
}
