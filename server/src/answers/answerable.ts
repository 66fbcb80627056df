import { readWork } from '@scinav/contract'
import type { Context } from '../context/context.ts'
import { cached } from '../foundation/cached.ts'
import { recordsBySeqs } from '../papers/index.ts'
import { relevant } from './evidence/evidence.ts'
import { extract } from './extractive.ts'
import { followUps } from './follow-ups.ts'
import { retrieve } from './retrieve.ts'
import type { Language } from './understanding/question.ts'

const COUNT = 3
/** Well-known papers that are asked about, and questions that are tried. */
const PAPERS = 12
const TRIED = 9
const ANY = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }

const AGE_MS = 10 * 60_000
const known = {
  zh: cached<Context['db'], string[]>(AGE_MS),
  en: cached<Context['db'], string[]>(AGE_MS),
}

/** Three questions that this library can answer, found every ten minutes at most. */
export const answerableQuestions = (ctx: Context, language: Language): Promise<string[]> =>
  known[language].get(ctx.db, ctx.now(), () => findAnswerable(ctx, language))

/** Questions about well-known papers of the library that were just now answered by quotes; fewer than three where few can be. */
async function findAnswerable(ctx: Context, language: Language): Promise<string[]> {
  const engine = await ctx.library.current()
  const { hits } = await engine.search({ query: '', sort: 'citations', size: PAPERS })
  const rows = await recordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const candidates = rows.flatMap(({ record }) => followUps('', [readWork(record)], language).slice(0, 1))
  const answerable: string[] = []
  for (const question of [...new Set(candidates)].slice(0, TRIED)) {
    if (await isAnswered(ctx, question)) answerable.push(question)
    if (answerable.length === COUNT) break
  }
  return answerable
}

async function isAnswered(ctx: Context, question: string): Promise<boolean> {
  const asked = { question, earlier: [], scope: ANY, embedding: null, rerank: null, most: COUNT }
  const found = await retrieve(ctx, asked, new AbortController().signal)
  const evidence = relevant(found.evidence, 'quotes', found.scoped)
  return extract(evidence, found.wanted, found.question)?.answered === true
}
