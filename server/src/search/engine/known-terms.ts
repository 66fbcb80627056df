import { addPair, type Bilingual, copyBilingual } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { bilingualTerms, generalWords, loadTerms } from './curated-terms.ts'
import * as store from './learned-terms.store.ts'

type Ctx = Pick<BaseContext, 'db' | 'now'>

/** What stands for each other in Chinese and English. */
interface BilingualTerms {
  /** Terms of fields: our own list, then what was learned from the library. */
  terms: Bilingual
  /** The same with general words, for questions. */
  words: Bilingual
}

interface LoadedTerms extends BilingualTerms {
  version: number
}

/** Another process may have learned: so often it is looked up. */
const CACHE_TTL_MS = 60_000
/** Pairs that are read before others have their turn. */
const BATCH_SIZE = 500
const termCache = createCache<BaseContext['db'], LoadedTerms>(CACHE_TTL_MS)

/** Terms and words in both languages, at most a minute old. */
export const getKnownTerms = (ctx: Ctx): Promise<BilingualTerms> =>
  termCache.get(ctx.db, ctx.now(), (before) => reloadTerms(ctx, before))

/** After terms were learned. */
export function clearTermCache({ db }: Ctx): void {
  termCache.forget(db)
}

async function reloadTerms({ db }: Ctx, before: Promise<LoadedTerms> | undefined): Promise<LoadedTerms> {
  await loadTerms()
  const version = await store.findLearnedChange(db)
  // One that failed told so to those who waited for it.
  const last = await before?.catch(() => undefined)
  if (last?.version === version) return last
  const learned = (await store.listLearned(db)).map(({ chinese, english }): TermPair => [chinese, english])
  const terms = learned.length === 0 ? bilingualTerms() : await addPairs(bilingualTerms(), learned)
  return { version, terms, words: { ...(await addPairs(terms, generalWords())), inflected: true } }
}

type TermPair = [chinese: string, english: string]

async function addPairs(known: Bilingual, pairs: TermPair[]): Promise<Bilingual> {
  const all = copyBilingual(known)
  for (const [at, [chinese, english]] of pairs.entries()) {
    addPair(all, chinese, english)
    if (at % BATCH_SIZE === 0) await yieldToEventLoop()
  }
  return all
}
