import { addPair, type Bilingual, copyOf } from '@scinav/search'
import type { BaseContext } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { cached } from '../../platform/foundation/cached.ts'
import * as store from './learned-terms.store.ts'
import { bilingualTerms, generalWords, loadTerms } from './own-terms.ts'

type Ctx = Pick<BaseContext, 'db' | 'now'>

/** What stands for each other in Chinese and English. */
interface Known {
  /** Terms of fields: our own list, then what was learned from the library. */
  terms: Bilingual
  /** The same with general words, for questions. */
  words: Bilingual
}

interface Read extends Known {
  version: number
}

/** Another process may have learned: so often it is looked up. */
const AGE_MS = 60_000
/** Pairs that are read before others have their turn. */
const AT_ONCE = 500
const readings = cached<BaseContext['db'], Read>(AGE_MS)

/** Terms and words in both languages, at most a minute old. */
export const knownTerms = (ctx: Ctx): Promise<Known> =>
  readings.get(ctx.db, ctx.now(), (before) => readAgain(ctx, before))

/** After terms were learned. */
export function forgetTerms({ db }: Ctx): void {
  readings.forget(db)
}

async function readAgain({ db }: Ctx, before: Promise<Read> | undefined): Promise<Read> {
  await loadTerms()
  const version = await store.learnedAt(db)
  // One that failed told so to those who waited for it.
  const last = await before?.catch(() => undefined)
  if (last?.version === version) return last
  const learned = (await store.learned(db)).map(({ chinese, english }): Pair => [chinese, english])
  const terms = learned.length === 0 ? bilingualTerms() : await withPairs(bilingualTerms(), learned)
  return { version, terms, words: { ...(await withPairs(terms, generalWords())), inflected: true } }
}

type Pair = [chinese: string, english: string]

async function withPairs(known: Bilingual, pairs: Pair[]): Promise<Bilingual> {
  const all = copyOf(known)
  for (const [at, [chinese, english]] of pairs.entries()) {
    addPair(all, chinese, english)
    if (at % AT_ONCE === 0) await breath()
  }
  return all
}
