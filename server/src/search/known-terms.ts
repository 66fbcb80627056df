import { addPair, type Bilingual, copyOf } from '@scinav/search'
import type { BaseContext } from '../context/context.ts'
import { cached } from '../foundation/cached.ts'
import * as store from './learned-terms.store.ts'
import { bilingualTerms } from './own-terms.ts'

type Ctx = Pick<BaseContext, 'db' | 'now'>

interface Read {
  version: number
  terms: Bilingual
}

/** Another process may have learned: so often it is looked up. */
const AGE_MS = 60_000
/** Pairs that are read before others have their turn. */
const AT_ONCE = 500
const readings = cached<BaseContext['db'], Read>(AGE_MS)

/** Terms in Chinese and English: our own list, then what was learned from the library, at most a minute old. */
export async function knownTerms(ctx: Ctx): Promise<Bilingual> {
  return (await readings.get(ctx.db, ctx.now(), (before) => readAgain(ctx, before))).terms
}

/** After terms were learned. */
export function forgetTerms({ db }: Ctx): void {
  readings.forget(db)
}

async function readAgain({ db }: Ctx, before: Promise<Read> | undefined): Promise<Read> {
  const version = await store.learnedAt(db)
  // One that failed told so to those who waited for it.
  const last = await before?.catch(() => undefined)
  if (last?.version === version) return last
  const pairs = await store.learned(db)
  if (pairs.length === 0) return { version, terms: bilingualTerms() }
  const terms = copyOf(bilingualTerms())
  for (const [at, { chinese, english }] of pairs.entries()) {
    addPair(terms, chinese, english)
    if (at % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { version, terms }
}
