// npm run bench -- citing [FOLDER]: searches for sentences with known references (rules in `cited-sentences.ts`) as the
// AI citation screen does, compared with plain BM25, and for sentences that need no source. The rules were tuned on the
// tuning half only. If AI_BASE_URL and AI_EMBEDDING_MODEL name an embedding model, the same is repeated with its
// vectors of the whole corpus.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getEmbeddingModel, modelWithConsent } from '../server/src/models/registry/index.ts'
import type { BaseContext, Context } from '../server/src/platform/context/context.ts'
import { createModelFactory } from '../server/src/platform/providers/models/model-factory.ts'
import { createSignedUpUser } from '../server/src/testing/sign-up.ts'
import { type CitedSentence, citedSentences, isTuningItem, ownSentences } from './cited-sentences.ts'
import {
  figuresRow,
  measureSuggestions,
  percentage,
  suggestForSentence,
  TABLE_HEAD,
} from './citing-figures.ts'
import { type AclPaper, readAcl } from './corpus.ts'
import { embedWholeLibrary, MODEL_TIMEOUTS, openQuestionLibrary } from './question-library.ts'

interface SentenceSet {
  papers: AclPaper[]
  cited: CitedSentence[]
  own: { sentence: string; own: number }[]
  idOf: (at: number) => string
}

const HALVES = ['tuning', 'test'] as const

async function printFigures(ctx: Context, { papers, cited, own, idOf }: SentenceSet): Promise<void> {
  console.log(TABLE_HEAD)
  for (const half of HALVES)
    for (const by of [['citation', 'name'], ['citation'], ['name']]) {
      const chosen = cited.filter(
        (each, at) => isTuningItem(at) === (half === 'tuning') && by.includes(each.by),
      )
      console.log(
        figuresRow(`${half}, ${by.join(' and ')}`, await measureSuggestions(ctx, papers, chosen, idOf)),
      )
    }
  for (const half of HALVES) {
    const chosen = own.filter((_, at) => (at % 2 === 0) === (half === 'tuning'))
    let proposed = 0
    for (const each of chosen) {
      const { isProposed } = await suggestForSentence(ctx, each.sentence, idOf(each.own))
      proposed += Number(isProposed)
      if (isProposed && process.argv.includes('shown')) console.log(`  proposed: ${each.sentence}`)
    }
    console.log(
      `${half}, need no source: proposed ${percentage(proposed, chosen.length)} of ${chosen.length}`,
    )
  }
}

/**
 * Creates the user whose tokens are counted: counting fails for an unknown user, and retrieval would then continue
 * without the model.
 */
async function createBenchUser(base: BaseContext): Promise<string> {
  const existing = await base.db
    .selectFrom('users')
    .select('id')
    .where('account_key', '=', 'bench')
    .executeTakeFirst()
  return existing?.id ?? (await createSignedUpUser(base, 'bench', 'ink-and-bamboo-77')).user.id
}

const papers = readAcl()
if (papers) {
  const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'scinav-citing-'))
  mkdirSync(folder, { recursive: true })
  const { base, close } = await openQuestionLibrary(folder, { acl: true })
  // The pending work of the library does not keep the process alive by itself.
  const awake = setInterval(() => {}, 60_000)
  const rows = await base.db.selectFrom('papers').select(['id', 'record']).execute()
  const ids = new Map(rows.map(({ id, record }) => [/"acl":"([^"]+)"/.exec(record)?.[1], id]))
  const idOf = (at: number): string => ids.get(papers[at]?.id) ?? ''
  const sentences = { papers, cited: citedSentences(papers), own: ownSentences(papers), idOf }
  const actor = { id: await createBenchUser(base), is_admin: false }
  const { AI_BASE_URL, AI_EMBEDDING_MODEL, ...without } = base.config
  await printFigures({ ...base, config: without, actor } as unknown as Context, sentences)
  if (AI_BASE_URL && AI_EMBEDDING_MODEL) {
    await embedWholeLibrary(base)
    const models = createModelFactory(MODEL_TIMEOUTS)
    const ctx = { ...base, providers: { ...base.providers, models }, actor } as unknown as Context
    const model = await modelWithConsent(ctx, await getEmbeddingModel(ctx))
    if (!model) throw new Error('the embedding model is not used')
    console.log(`\nwith vectors of ${model.id}\n`)
    await printFigures(ctx, sentences)
  }
  clearInterval(awake)
  await close()
}
