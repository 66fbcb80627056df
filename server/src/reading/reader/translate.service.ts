import { hash } from 'node:crypto'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { isChineseText } from '@scinav/search'
import { requireTranslator, type TranslationLanguage, translateText } from '../../models/translation/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { mayUseExternalModel, type Readable, requireText } from './text/readable.ts'
import { splitText } from './text/split-text.ts'
import { findBlocksByOrdinals, type PlacedBlock } from './text/text.ts'
import * as store from './translation.store.ts'

type Reading = typeof api.reading
type TranslationAnswer = OutputOf<Reading['translate']>

/** Types of blocks that are not translated. */
const UNTRANSLATED_TYPES: ReadonlySet<string> = new Set(['formula', 'code', 'reference', 'other'])

/** A block or a part of a long block; its translation is stored by the hash of its text and terms. */
interface TranslationUnit {
  text: string
  /** SHA-256 of text and terms, in hex. */
  hash: string
  /** The terms of the reader's glossary that occur in the text. */
  terms: Awaited<ReturnType<typeof store.findGlossary>>
}

/** What the stored translations of a text are filed under. */
interface StoreKey {
  bytes_id: string
  language: TranslationLanguage
}

/**
 * Translates blocks, and returns one entry for each different ordinal. Stored translations are reused for all readers
 * unless the reader's glossary requires another one. `text` is null for a block that needs no translation and, with
 * `kept_only`, for one whose translation is not stored; `kept` tells whether all of the translation was stored before.
 *
 * @throws AppError `model.missing`, `model.outside` or `model.closed` when a new translation is needed and not
 * possible; and as `requireText`.
 */
export async function translateBlocks(
  ctx: Context,
  input: ParsedInputOf<Reading['translate']>,
): Promise<TranslationAnswer> {
  const readable = await requireText(ctx, input)
  const { text } = readable
  const { target, kept_only } = input
  const blocks = await findBlocksByOrdinals(ctx, text, input.ordinals)
  const glossary = await store.findGlossary(ctx.db, ctx.actor.id)
  const splitBlocks = blocks
    .filter((block) => needsTranslation(block, target))
    .map(({ ordinal, block }) => ({ ordinal, units: splitUnits(block.text, glossary) }))
  const storeKey: StoreKey = { bytes_id: text.bytes_id, language: target }
  const stored = await store.find(
    ctx.db,
    storeKey,
    splitBlocks.flatMap(({ units }) => units.map((unit) => unit.hash)),
  )
  const translations = new Map<number, TranslationAnswer['list'][number]>()
  for (const { ordinal, units } of splitBlocks) {
    const isStored = units.every((unit) => stored.has(unit.hash))
    if (kept_only && !isStored) continue
    const translated: TranslatedText[] = []
    for (const unit of units)
      translated.push(stored.get(unit.hash) ?? (await translateUnit(ctx, readable, unit, storeKey)))
    const model = translated[0]?.model ?? null
    translations.set(ordinal, { ordinal, text: joinTranslations(translated, target), model, kept: isStored })
  }
  return {
    version: text.parse_id,
    list: [...new Set(input.ordinals)].map(
      (ordinal) => translations.get(ordinal) ?? { ordinal, text: null, model: null, kept: false },
    ),
  }
}

const LETTER = /\p{L}/u

/**
 * Returns whether a block has to be translated: not when its type is among `UNTRANSLATED_TYPES`, it is in the target
 * language, or has no letters.
 */
function needsTranslation({ block: { type, text } }: PlacedBlock, target: TranslationLanguage): boolean {
  if (UNTRANSLATED_TYPES.has(type) || !LETTER.test(text)) return false
  return isChineseText(text) === (target === 'en')
}

/** Splits a text into units that are translated one after another, each with the reader's terms that occur in it. */
function splitUnits(blockText: string, glossary: TranslationUnit['terms']): TranslationUnit[] {
  return splitText(blockText.toWellFormed()).map((text) => {
    const lower = text.toLowerCase()
    const terms = glossary.filter(({ source }) => lower.includes(source.toLowerCase()))
    return { text, terms, hash: hash('sha256', JSON.stringify([text, terms]), 'hex') }
  })
}

type TranslatedText = Pick<store.TranslationRow, 'body' | 'model'>

/** Joins the translations of a block's units; only English ones need a space in between. */
const joinTranslations = (texts: TranslatedText[], language: TranslationLanguage): string =>
  texts.map(({ body }) => body).join(language === 'zh' ? '' : ' ')

/** Translates a unit and stores the translation. */
async function translateUnit(
  ctx: Context,
  readable: Readable,
  { text, terms, hash: source_hash }: TranslationUnit,
  storeKey: StoreKey,
): Promise<TranslatedText> {
  const model = await requireTranslator(ctx)
  if (model.external && !(await mayUseExternalModel(ctx, readable))) throw new AppError('model.closed')
  const body = await translateText(ctx, model, { text, target: storeKey.language, terms })
  const created_at = ctx.now().toISOString()
  await store.save(ctx.db, { ...storeKey, source_hash, body, model: model.name, created_at })
  return { body, model: model.name }
}

/** Returns the caller's glossary. */
export const getGlossary = (ctx: Context): Promise<OutputOf<Reading['glossary']>> =>
  store.findGlossary(ctx.db, ctx.actor.id)

/** Saves the caller's glossary; of repeated terms the last one counts. */
export async function saveGlossary(ctx: Context, { list }: ParsedInputOf<Reading['saveGlossary']>) {
  const terms = [...new Map(list.map((term) => [term.source, term])).values()]
  return transact(ctx, async (ctx) => {
    await store.saveGlossary(ctx.db, ctx.actor.id, terms)
    return store.findGlossary(ctx.db, ctx.actor.id)
  })
}
