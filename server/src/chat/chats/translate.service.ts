import { hash } from 'node:crypto'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { requireTranslator, type TranslationLanguage, translateText } from '../../models/translation/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as translations from './translation.store.ts'

type TranslateCall = (typeof api.translate)['paper']
type TranslatedField = 'title' | 'abstract'

/**
 * Returns the title and abstract of a paper, or a text, in another language. Text that the record has in that language
 * is returned as it is; translations of papers are stored, so that they are generated only once.
 *
 * @throws AppError `paper.not_found`; when a translation is needed, `model.missing` without a model, and
 * `model.outside` when the user has not agreed to its host.
 */
export async function translate(
  ctx: Context,
  { paper_id, fields, text, target }: ParsedInputOf<TranslateCall>,
): Promise<OutputOf<TranslateCall>> {
  const empty = { target, title: null, abstract: null, text: null, model: null }
  if (text !== undefined) {
    const model = await requireTranslator(ctx)
    return { ...empty, text: await translateText(ctx, model, { text, target }), model: model.name }
  }
  const [paper] = await findPapersByIds(ctx, [paper_id ?? ''])
  if (!paper) throw new AppError('paper.not_found')
  const answer: OutputOf<TranslateCall> = empty
  for (const field of fields.length > 0 ? fields : (['title', 'abstract'] as const)) {
    const translation = await translateField(ctx, paper, field, target)
    answer[field] = translation?.text ?? null
    answer.model = translation?.model ?? answer.model
  }
  return answer
}

/** A field of a paper in the requested language. */
interface FieldTranslation {
  text: string
  /** Name of the model; null for the record's own text. */
  model: string | null
}

/**
 * Returns a field in a language: the record's own text, a stored translation or a new one; null when the paper lacks
 * the field.
 */
async function translateField(
  ctx: Context,
  paper: Paper,
  field: TranslatedField,
  language: TranslationLanguage,
): Promise<FieldTranslation | null> {
  const original = recordText(paper, field, language)
  if (original) return { text: original, model: null }
  const source = paper[field] ?? paper[`${field}_zh`]
  if (!source) return null
  const source_hash = hash('sha256', source, 'hex')
  const stored = await translations.find(ctx.db, { paper_id: paper.id, field, language })
  if (stored?.source_hash === source_hash) return stored
  const model = await requireTranslator(ctx)
  const translation = {
    text: await translateText(ctx, model, { text: source, target: language }),
    model: model.name,
  }
  const created_at = ctx.now().toISOString()
  await translations.save(ctx.db, {
    paper_id: paper.id,
    field,
    language,
    source_hash,
    ...translation,
    created_at,
  })
  return translation
}

const HAN_CHARACTER = /\p{Script=Han}/u

/** Returns the record's own text of a field in a language; null when it has none. */
function recordText(paper: Paper, field: TranslatedField, language: TranslationLanguage): string | null {
  const text = paper[field]
  if (language === 'zh') return paper[`${field}_zh`] ?? (text && HAN_CHARACTER.test(text) ? text : null)
  return text && !HAN_CHARACTER.test(text) ? text : null
}
