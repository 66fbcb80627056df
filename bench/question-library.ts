import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { readWork } from '../contract/src/index.ts'
import { aclWork } from '../formats/src/acl.ts'
import { passagesOf } from '../server/src/answers/text/passages.ts'
import { papersChangedAfter } from '../server/src/answers/vector.store.ts'
import { embedPassages } from '../server/src/answers/vector.ts'
import { openBase } from '../server/src/base/open-base.ts'
import { type Config, readConfig } from '../server/src/config/config.ts'
import type { BaseContext } from '../server/src/context/context.ts'
import { createLogger } from '../server/src/foundation/logger.ts'
import { loadStarterLibrary } from '../server/src/import/starter.ts'
import { storeWorks } from '../server/src/import/store-works.ts'
import { modelMaker } from '../server/src/providers/models/maker.ts'
import type { ChatModel, EmbeddingModel } from '../server/src/providers/models/port.ts'

const ACL = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)
const BATCH = 1_000
/** Papers that get vectors beforehand: the starter library, which is loaded first. The others get theirs when found. */
const EMBEDDED = 700
const STEP = 32

/** A library in a folder, filled at the first time; what of the ACL Anthology is not there is left out. */
export async function openLibrary(folder: string, { acl }: { acl: boolean }) {
  const fresh = !existsSync(`${folder}/scinav.db`)
  const log = createLogger('error', process.stderr)
  const opened = await openBase(readConfig({ DATA_DIR: folder, CONFIG_FILE: '' }), log)
  if (fresh) await fill(opened.base, acl)
  await opened.base.library.catchUp()
  return opened
}

async function fill(ctx: BaseContext, acl: boolean): Promise<void> {
  await loadStarterLibrary(ctx)
  if (!acl) return
  const lines = gunzipSync(readFileSync(ACL)).toString().trim().split('\n')
  for (let from = 0; from < lines.length; from += BATCH)
    await storeWorks(ctx, lines.slice(from, from + BATCH).map(aclWork), { source: 'ACL' })
}

/** Whether the ACL Anthology is beside the project. */
export const hasAcl = () => existsSync(ACL)

/** Models as the settings `AI_*` name them; a bench waits for a slow one. */
export function modelsOf(env: Record<string, string | undefined>) {
  const config: Config = readConfig({ ...env, CONFIG_FILE: '' })
  const { AI_BASE_URL, AI_MODEL, AI_EMBEDDING_MODEL, AI_EMBEDDING_URL = AI_BASE_URL } = { ...config, ...env }
  const patience = { first_ms: 600_000, idle_ms: 600_000, total_ms: 3_600_000 }
  const maker = modelMaker(patience)
  const place = (base_url: string, model: string) => ({
    ...{ id: model, name: model, base_url, model, api_key: null, external: false },
    context_tokens: config.AI_CONTEXT_TOKENS,
  })
  const model: ChatModel | null =
    AI_BASE_URL && AI_MODEL ? maker.chat(place(String(AI_BASE_URL), AI_MODEL)) : null
  const embedding: EmbeddingModel | null =
    AI_EMBEDDING_URL && AI_EMBEDDING_MODEL
      ? maker.embedding({
          ...place(String(AI_EMBEDDING_URL), AI_EMBEDDING_MODEL),
          roles: config.AI_EMBEDDING_ROLES,
        })
      : null
  return { model, embedding }
}

/** Vectors of the starter library's abstracts. */
export async function embedStarter(ctx: BaseContext, embedding: EmbeddingModel): Promise<void> {
  const papers = await papersChangedAfter(ctx.db, 0, EMBEDDED)
  const pieces = papers.flatMap(({ id, record }) =>
    passagesOf(id, readWork(record))
      .filter(({ field }) => field.startsWith('abstract'))
      .flatMap(({ passages }) => passages.map((passage) => ({ source_id: id, passage }))),
  )
  for (let from = 0; from < pieces.length; from += STEP)
    await embedPassages(ctx, embedding, pieces.slice(from, from + STEP), new AbortController().signal)
}
