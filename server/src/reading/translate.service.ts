import { hash } from 'node:crypto'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { isChinese } from '@scinav/search'
import { type Context, transact } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { type Language, requireTranslator, translateText } from '../translation/index.ts'
import { externalAllowed } from './text/external-allowed.ts'
import { type Readable, requireText } from './text/readable.ts'
import { blocksByOrdinals, type PlacedBlock } from './text/text.ts'
import * as store from './translation.store.ts'

type Reading = typeof api.reading
type Answer = OutputOf<Reading['translate']>

/** What nobody translates. */
const LEFT: ReadonlySet<string> = new Set(['formula', 'code', 'reference', 'other'])
/** A block is translated so far; what is longer is a table or a list of words. */
const LONGEST = 8_000

interface Wanted {
  ordinal: number
  text: string
  hash: string
  terms: Awaited<ReturnType<typeof store.glossaryOf>>
}

/**
 * Blocks in another language; what was translated before, for whomever, is answered again where the reader's own terms
 * ask for nothing else.
 *
 * @throws AppError `model.missing`, `model.outside`, `model.closed` where something has to be translated and may not be.
 */
export async function translateBlocks(
  ctx: Context,
  input: ParsedInputOf<Reading['translate']>,
): Promise<Answer> {
  const read = await requireText(ctx, input)
  const { text } = read
  const { target, kept_only } = input
  const blocks = await blocksByOrdinals(ctx, text, input.ordinals)
  const glossary = await store.glossaryOf(ctx.db, ctx.actor.id)
  const wanted = blocks.filter((each) => isToTranslate(each, target)).map((each) => wantedOf(each, glossary))
  const of = { bytes_id: text.bytes_id, language: target }
  const stored = await store.find(
    ctx.db,
    of,
    wanted.map((each) => each.hash),
  )
  const made = new Map<number, Answer['list'][number]>()
  for (const each of wanted) {
    const before = stored.get(each.hash)
    if (before)
      made.set(each.ordinal, { ordinal: each.ordinal, text: before.body, model: before.model, kept: true })
    else if (!kept_only) made.set(each.ordinal, await translated(ctx, read, each, of))
  }
  return {
    version: text.parse_id,
    list: [...new Set(input.ordinals)].map(
      (ordinal) => made.get(ordinal) ?? { ordinal, text: null, model: null, kept: false },
    ),
  }
}

const LETTER = /\p{L}/u

/** In the language already, without a letter, or nothing one reads as a sentence. */
function isToTranslate({ block: { type, text } }: PlacedBlock, target: Language): boolean {
  if (LEFT.has(type) || !LETTER.test(text)) return false
  return isChinese(text) === (target === 'en')
}

function wantedOf({ ordinal, block }: PlacedBlock, glossary: Wanted['terms']): Wanted {
  const text = block.text.slice(0, LONGEST).toWellFormed()
  const lower = text.toLowerCase()
  const terms = glossary.filter(({ source }) => lower.includes(source.toLowerCase()))
  return { ordinal, text, terms, hash: hash('sha256', JSON.stringify([text, terms]), 'hex') }
}

async function translated(
  ctx: Context,
  read: Readable,
  { ordinal, text, terms, hash: source_hash }: Wanted,
  of: { bytes_id: string; language: Language },
): Promise<Answer['list'][number]> {
  const model = await requireTranslator(ctx)
  if (model.external && !(await externalAllowed(ctx, read))) throw new AppError('model.closed')
  const body = await translateText(ctx, model, { text, target: of.language, terms })
  const created_at = ctx.now().toISOString()
  await store.save(ctx.db, { ...of, source_hash, body, model: model.name, created_at })
  return { ordinal, text: body, model: model.name, kept: false }
}

export const readGlossary = (ctx: Context): Promise<OutputOf<Reading['glossary']>> =>
  store.glossaryOf(ctx.db, ctx.actor.id)

/** Of a term that comes twice the last one counts. */
export async function saveGlossary(ctx: Context, { list }: ParsedInputOf<Reading['saveGlossary']>) {
  const terms = [...new Map(list.map((term) => [term.source, term])).values()]
  return transact(ctx, async (ctx) => {
    await store.saveGlossary(ctx.db, ctx.actor.id, terms)
    return store.glossaryOf(ctx.db, ctx.actor.id)
  })
}
