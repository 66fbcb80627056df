import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../../platform/context/context.ts'
import { findReadableTitle, type Readable, requireReadable } from '../text/readable.ts'
import { ASPECT_NAMES, READING_ASPECTS, type ReadingAspect } from './full-text-cues.ts'
import { chooseByModel } from './model-choice.ts'
import { type AspectReading, findAspects, toPlacedQuote } from './read-aspects.ts'

type Reading = typeof api.reading
type AspectsAnswer = OutputOf<Reading['aspects']>
type Comparison = OutputOf<Reading['compare']>

/** Maximum number of sentences per aspect when cues choose them. */
const MAX_CUED_SENTENCES = 3
/** Number of texts for which a model is asked at the same time. */
const MAX_CONCURRENT_TEXTS = 3

/**
 * Returns the sentences of a text by aspect, each with its place. With the engine `auto` a model chooses and summarizes
 * them if one is available; otherwise cues do, without summaries. `notice` says in Chinese how they were chosen, and
 * why no model was used.
 *
 * @throws AppError `document.not_found`; `paper.not_found`.
 */
export async function readByAspect(
  ctx: Context,
  input: ParsedInputOf<Reading['aspects']>,
): Promise<AspectsAnswer> {
  const readable = await requireReadable(ctx, input)
  const found = await findAspects(ctx, readable)
  const chosen = input.engine === 'auto' ? await chooseByModel(ctx, readable, found, input.again) : null
  if (chosen?.choice)
    return {
      ...chosen.choice,
      of: found.textKind,
      notice: withCutNotice('AI 从原文句子中挑选，概括请核实', found),
    }
  return {
    engine: 'cues',
    model: null,
    of: found.textKind,
    notice: [readingNotice(found), chosen?.notice].filter(Boolean).join('；'),
    aspects: READING_ASPECTS.map((aspect) => ({
      aspect,
      name: ASPECT_NAMES[aspect],
      sentences: bestSentences(found, aspect, MAX_CUED_SENTENCES),
      summary: null,
      support: null,
    })),
  }
}

/** Adds that a long text was read in part; the number of characters is `MAX_TEXT_CHARS` of `full-text.ts`. */
const withCutNotice = (notice: string, { isCut }: AspectReading) =>
  isCut ? `${notice}；全文很长，只读了前面约 60 万字` : notice

/** Returns the notice about sentences that were found by cues. */
function readingNotice(found: AspectReading): string {
  if (found.textKind === 'nothing') return '没有全文，也没有摘要'
  const origin = found.textKind === 'full_text' ? '以下是全文中的原句' : '没有全文，以下是摘要中的原句'
  return withCutNotice(`${origin}，按提示词和所在章节挑选，未作归纳`, found)
}

/**
 * Returns the best sentences of an aspect in the order of the text. Of a sentence that the text repeats, the
 * occurrence with the best score counts.
 */
function bestSentences({ quotes }: AspectReading, aspect: ReadingAspect, maxSentences: number) {
  const byQuote = new Map<string, AspectReading['quotes'][number]>()
  for (const each of quotes)
    if (each.aspect === aspect && !byQuote.has(each.quote)) byQuote.set(each.quote, each)
  return [...byQuote.values()]
    .slice(0, maxSentences)
    .toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0))
    .map(toPlacedQuote)
}

/**
 * Compares texts by aspect: one row per target, in their order, with the best sentence of each aspect or null. No given
 * aspects stands for all of them. Sentences are chosen as in `readByAspect`.
 *
 * @throws AppError as `readByAspect`, when any of the targets is not found.
 */
export async function compareTexts(
  ctx: Context,
  { targets, aspects, engine }: ParsedInputOf<Reading['compare']>,
): Promise<Comparison> {
  const comparedAspects =
    aspects.length > 0 ? READING_ASPECTS.filter((each) => aspects.includes(each)) : READING_ASPECTS
  const readables: Readable[] = []
  for (const target of targets) readables.push(await requireReadable(ctx, target))
  const results: ComparedText[] = []
  for (let at = 0; at < readables.length; at += MAX_CONCURRENT_TEXTS) {
    const batch = readables.slice(at, at + MAX_CONCURRENT_TEXTS)
    const options = { aspects: comparedAspects, engine }
    results.push(...(await Promise.all(batch.map((readable) => compareText(ctx, readable, options)))))
  }
  return {
    notice: comparisonNotice(results),
    columns: comparedAspects.map((aspect) => ({ aspect, name: ASPECT_NAMES[aspect] })),
    rows: results.map(({ row }) => row),
  }
}

/** A row of a comparison, and whether a model chose its sentences, with the reason if it did not. */
interface ComparedText {
  row: Comparison['rows'][number]
  byModel: boolean
  notice: string | undefined
}

/** Reads one text for a comparison: the best sentence of each aspect, with a summary if a model has written one. */
async function compareText(
  ctx: Context,
  readable: Readable,
  { aspects, engine }: { aspects: readonly ReadingAspect[]; engine: 'auto' | 'cues' },
): Promise<ComparedText> {
  const found = await findAspects(ctx, readable)
  const { choice, notice } = engine === 'auto' ? await chooseByModel(ctx, readable, found, false) : {}
  const cellOf = (aspect: ReadingAspect) => {
    const chosen = choice?.aspects.find((each) => each.aspect === aspect)
    const sentence = choice ? chosen?.sentences[0] : bestSentences(found, aspect, 1)[0]
    if (!sentence) return null
    // A summary that the sentences do not support is not shown: a table has no room for a mark.
    return { ...sentence, summary: chosen?.support === 'unsupported' ? null : (chosen?.summary ?? null) }
  }
  const row = {
    document_id: readable.document?.id ?? null,
    paper_id: readable.paper_id,
    title: await findReadableTitle(ctx, readable),
    of: found.textKind,
    cells: aspects.map(cellOf),
  }
  return { row, byModel: choice !== undefined, notice }
}

const QUOTED_NOTICE = '各格是原文（没有全文的是摘要）中的原句，未作归纳'

/** Returns the notice of a comparison: how its sentences were chosen, and each reason for not using a model once. */
function comparisonNotice(results: ComparedText[]): string {
  const modelCount = results.filter(({ byModel }) => byModel).length
  const reasons = [...new Set(results.flatMap(({ notice }) => notice ?? []))]
  if (modelCount === 0) return [QUOTED_NOTICE, ...reasons].join('；')
  const rest = modelCount < results.length ? `；另外 ${results.length - modelCount} 篇只摘原句` : ''
  return [`AI 从原文（没有全文的是摘要）中挑选句子并概括，请核实${rest}`, ...reasons].join('；')
}
