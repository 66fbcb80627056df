import { readdirSync, readFileSync } from 'node:fs'
import { blankWork, type Work, work } from '@scinav/contract'
import type { BaseContext } from '../../platform/context/context.ts'
import { refreshJournalFigures } from './journal-figures.ts'
import * as starter from './starter.store.ts'
import { storeWorks } from './store-works.ts'

const STARTER_FOLDER = new URL('../../../../config/starter/', import.meta.url)

/** Loads the starter library, the works that come with the product, into a database that has never had it. */
export async function loadStarterLibrary(ctx: BaseContext): Promise<void> {
  if (await starter.isLoaded(ctx.db)) return
  const started = ctx.now()
  const stored = await storeWorks(ctx, readStarterWorks(), { source: '入门文献', is_starter: true })
  await refreshJournalFigures(ctx, 0)
  await starter.markLoaded(ctx.db, started.toISOString())
  ctx.log.info({ added: stored.added }, 'the starter library is loaded')
}

/** Returns the works in `config/starter`, each validated. */
export function readStarterWorks(): Work[] {
  return readdirSync(STARTER_FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, STARTER_FOLDER), 'utf8').trim().split('\n'))
    .map((line) => {
      const fields = JSON.parse(line)
      return work.parse({ ...blankWork(fields.title, fields.resource_type), abstract_by: 'site', ...fields })
    })
}
