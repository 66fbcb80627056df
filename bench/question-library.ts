import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { aclWork } from '../formats/src/services/acl.ts'
import { loadStarterLibrary } from '../server/src/library/import/starter-library.ts'
import { storeWorks } from '../server/src/library/import/store-works.ts'
import { openBase } from '../server/src/open-base.ts'
import { type Config, readConfig } from '../server/src/platform/config/config.ts'
import type { BaseContext, Context } from '../server/src/platform/context/context.ts'
import { createLogger } from '../server/src/platform/foundation/logger.ts'
import { createModelFactory } from '../server/src/platform/providers/models/model-factory.ts'
import type { ChatModel, EmbeddingModel } from '../server/src/platform/providers/models/port.ts'
import { embedLibrary } from '../server/src/retrieval/embed-library.job.ts'

const ACL = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)
const BATCH_SIZE = 1_000
/** Timeouts long enough for a slow model, in milliseconds. */
export const MODEL_TIMEOUTS = { first_ms: 600_000, idle_ms: 600_000, total_ms: 3_600_000 }

/**
 * Opens a library in a folder, filling it the first time, with the embedding model of the settings; files of the ACL
 * Anthology that are absent are skipped.
 */
export async function openQuestionLibrary(folder: string, { acl }: { acl: boolean }) {
  const fresh = !existsSync(`${folder}/scinav.db`)
  const log = createLogger('error', process.stderr)
  const { AI_BASE_URL, AI_EMBEDDING_URL = AI_BASE_URL, AI_EMBEDDING_MODEL, AI_EMBEDDING_ROLES } = process.env
  const embedding = { AI_BASE_URL: AI_EMBEDDING_URL, AI_EMBEDDING_MODEL, AI_EMBEDDING_ROLES }
  const opened = await openBase(readConfig({ ...embedding, DATA_DIR: folder, CONFIG_FILE: '' }), log)
  if (fresh) await fillLibrary(opened.base, acl)
  await opened.base.library.catchUp()
  return opened
}

async function fillLibrary(ctx: BaseContext, acl: boolean): Promise<void> {
  await loadStarterLibrary(ctx)
  if (!acl) return
  const lines = gunzipSync(readFileSync(ACL)).toString().trim().split('\n')
  for (let from = 0; from < lines.length; from += BATCH_SIZE)
    await storeWorks(ctx, lines.slice(from, from + BATCH_SIZE).map(aclWork), { source: 'ACL' })
}

/** Opens the starter library, alone or with the ACL Anthology, in a subfolder, and runs work on it as a user. */
export async function withQuestionLibrary(
  folder: string,
  name: 'starter' | 'acl',
  work: (ctx: Context) => Promise<void>,
): Promise<void> {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const opened = await openQuestionLibrary(own, { acl: name === 'acl' })
  // No session is needed, because everybody can read the library's papers.
  const stream = { after: 0, signal: new AbortController().signal }
  const ctx = { ...opened.base, actor: { id: 'bench', is_admin: false }, stream } as unknown as Context
  await embedWholeLibrary(opened.base)
  await work(ctx)
  await opened.close()
}

/** Whether the ACL Anthology is available next to the project. */
export const hasAcl = () => existsSync(ACL)

/** Returns the models that the settings `AI_*` name. */
export function configureModels(env: Record<string, string | undefined>) {
  const config: Config = readConfig({ ...env, CONFIG_FILE: '' })
  const { AI_BASE_URL, AI_MODEL, AI_EMBEDDING_MODEL, AI_EMBEDDING_URL = AI_BASE_URL } = { ...config, ...env }
  const maker = createModelFactory(MODEL_TIMEOUTS)
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

/**
 * Computes the vectors of the whole library with the product's own job and the model of the settings; none when there
 * is no model.
 */
export async function embedWholeLibrary(base: BaseContext): Promise<void> {
  const began = performance.now()
  const report = async (share: number, note = '') =>
    void process.stderr.write(`\rvectors ${(share * 100).toFixed(1)} % ${note}`)
  const job = { id: 'bench', owner_id: null, signal: new AbortController().signal, report }
  const models = createModelFactory(MODEL_TIMEOUTS)
  await embedLibrary.run({ ...base, job, providers: { ...base.providers, models } }, {})
  const { count } = await base.db
    .selectFrom('passage_vectors')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > 0)
    console.log(`\n${count} passages have vectors (${((performance.now() - began) / 1000).toFixed(0)} s)`)
}
