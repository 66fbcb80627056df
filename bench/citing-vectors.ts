import { mkdirSync } from 'node:fs'
import { readWork } from '../contract/src/index.ts'
import { passagesOf } from '../server/src/answers/text/passages.ts'
import { papersChangedAfter } from '../server/src/answers/vector.store.ts'
import { embedPassages } from '../server/src/answers/vector.ts'
import { openBase } from '../server/src/base/open-base.ts'
import { readConfig } from '../server/src/config/config.ts'
import type { BaseContext, Context } from '../server/src/context/context.ts'
import { createLogger } from '../server/src/foundation/logger.ts'
import { storeWorks } from '../server/src/import/store-works.ts'
import { embeddingModel } from '../server/src/models/choose.ts'
import { embeddingModelFor, ifAgreed } from '../server/src/models/index.ts'
import { modelMaker } from '../server/src/providers/models/maker.ts'
import { signedUp } from '../server/src/testing/sign-up.ts'
import { citedSentences, isForTuning } from './cited-sentences.ts'
import { HEAD, measure, plainOf, row } from './citing-figures.ts'
import { type AclPaper, aclWork } from './corpus.ts'
import { wordsIn } from './plain-bm25.ts'

/** Papers that plain BM25 puts first for a sentence over the whole file: the hardest to tell from its reference. */
const RIVALS = 4
const STEP = 8
/** A bench waits for a slow model. */
const PATIENCE = { first_ms: 600_000, idle_ms: 600_000, total_ms: 3_600_000 }

/**
 * The test half over its references and the rivals of each, since vectors of the whole file take days on two cores: with
 * the embedding model that `AI_BASE_URL` and `AI_EMBEDDING_MODEL` name, and without one.
 */
export async function vectorsBench(all: AclPaper[], folder: string): Promise<void> {
  const chosen = citedSentences(all).filter((_, at) => !isForTuning(at))
  const plain = plainOf(all)
  const kept = new Set(
    chosen.flatMap(({ sentence, cited }) => [...cited, ...plain.searchAny(wordsIn(sentence), RIVALS)]),
  )
  const papers = [...kept].toSorted((a, b) => a - b).flatMap((at) => all[at] ?? [])
  const placeOf = new Map(papers.map(({ id }, at) => [id, at]))
  const place = (at: number) => placeOf.get(all[at]?.id ?? '') ?? -1
  const sentences = chosen.map((each) => ({ ...each, own: place(each.own), cited: each.cited.map(place) }))
  mkdirSync(folder, { recursive: true })
  const config = readConfig({ ...process.env, DATA_DIR: folder, CONFIG_FILE: '' })
  const opened = await openBase(config, createLogger('error', process.stderr))
  const { close } = opened
  // What the library waits for keeps no process alive.
  const awake = setInterval(() => {}, 60_000)
  const base = { ...opened.base, providers: { ...opened.base.providers, models: modelMaker(PATIENCE) } }
  await storeWorks(base, papers.map(aclWork), { source: 'ACL' })
  await base.library.catchUp()
  const rows = await base.db.selectFrom('papers').select(['id', 'record']).execute()
  const ids = new Map(rows.map(({ id, record }) => [/"acl":"([^"]+)"/.exec(record)?.[1], id]))
  const idOf = (at: number): string => ids.get(papers[at]?.id) ?? ''
  const began = performance.now()
  const pieces = await embedAll(base)
  console.log(
    `${papers.length} papers, ${pieces} passages, ${((performance.now() - began) / 1000).toFixed(0)} s for their vectors`,
  )
  console.log(HEAD)
  const id = await personOf(base)
  const { AI_BASE_URL: _url, AI_EMBEDDING_MODEL: _model, ...without } = config
  for (const [name, settings] of [
    ['without vectors', without],
    ['with vectors', config],
  ] as const) {
    const ctx = { ...base, config: settings, actor: { id, is_admin: false } } as unknown as Context
    const isUsed = (await ifAgreed(ctx, await embeddingModelFor(ctx))) !== null
    if (isUsed !== (settings === config)) throw new Error(`${name}: an embedding model is used: ${isUsed}`)
    for (const by of [['citation'], ['name']]) {
      const some = sentences.filter((each) => by.includes(each.by))
      console.log(row(`${name}, ${by.join(' and ')}`, await measure(ctx, papers, some, idOf)))
    }
  }
  clearInterval(awake)
  await close()
}

/** Whose tokens are counted: a count for somebody who is not there fails, and retrieval goes on without the model. */
async function personOf(base: BaseContext): Promise<string> {
  const there = await base.db
    .selectFrom('users')
    .select('id')
    .where('account_key', '=', 'bench')
    .executeTakeFirst()
  return there?.id ?? (await signedUp(base, 'bench', 'ink-and-bamboo-77')).user.id
}

/** Vectors of all abstracts; those that are stored already stay. */
async function embedAll(ctx: BaseContext): Promise<number> {
  const model = await embeddingModel(ctx)
  if (!model) throw new Error('AI_BASE_URL and AI_EMBEDDING_MODEL name no embedding model')
  const papers = await papersChangedAfter(ctx.db, 0, 100_000)
  const pieces = papers.flatMap(({ id, record }) =>
    passagesOf(id, readWork(record)).flatMap(({ passages }) =>
      passages.map((passage) => ({ source_id: id, passage })),
    ),
  )
  for (let from = 0; from < pieces.length; from += STEP)
    await embedPassages(ctx, model, pieces.slice(from, from + STEP), new AbortController().signal)
  return pieces.length
}
