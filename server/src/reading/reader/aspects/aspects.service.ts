import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../../platform/context/context.ts'
import { findReadableTitle, type Readable, requireReadable } from '../text/readable.ts'
import { ASPECT_NAMES, READING_ASPECTS, type ReadingAspect } from './full-text-cues.ts'
import { chooseByModel } from './model-choice.ts'
import { type AspectReading, findAspects, toPlacedQuote } from './read-aspects.ts'

type Reading = typeof api.reading
type AspectsAnswer = OutputOf<Reading['aspects']>
type Comparison = OutputOf<Reading['compare']>

/** Maximum number of sentences of an aspect. */
const MAX_SENTENCES = 3

/** Returns the sentences of a text by aspect, each with its place; chosen by a model if one is available. */
export async function readByAspect(
  ctx: Context,
  input: ParsedInputOf<Reading['aspects']>,
): Promise<AspectsAnswer> {
  const readable = await requireReadable(ctx, input)
  const found = await findAspects(ctx, readable)
  const chosen = input.engine === 'auto' ? await chooseByModel(ctx, readable, found, input.again) : null
  if (chosen?.choice)
    return { ...chosen.choice, of: found.of, notice: withCutNotice('AI 从原文句子中挑选，概括请核实', found) }
  return {
    engine: 'cues',
    model: null,
    of: found.of,
    notice: [readingNotice(found), chosen?.notice].filter(Boolean).join('；'),
    aspects: READING_ASPECTS.map((aspect) => ({
      aspect,
      name: ASPECT_NAMES[aspect],
      sentences: bestSentences(found, aspect, MAX_SENTENCES),
      summary: null,
      support: null,
    })),
  }
}

const withCutNotice = (notice: string, { isCut }: AspectReading) =>
  isCut ? `${notice}；全文很长，只读了前面约 60 万字` : notice

/** Returns the notice about sentences that were found by cues. */
function readingNotice(found: AspectReading): string {
  if (found.of === 'nothing') return '没有全文，也没有摘要'
  const origin = found.of === 'full_text' ? '以下是全文中的原句' : '没有全文，以下是摘要中的原句'
  return withCutNotice(`${origin}，按提示词和所在章节挑选，未作归纳`, found)
}

/** Returns the best sentences of an aspect in the order of the text; a sentence that the text repeats counts once. */
function bestSentences({ quotes }: AspectReading, aspect: ReadingAspect, maxSentences: number) {
  const ofAspect = quotes.filter((each) => each.aspect === aspect)
  const first = new Map(ofAspect.toReversed().map((each) => [each.quote, each]))
  return ofAspect
    .filter((each) => first.get(each.quote) === each)
    .slice(0, maxSentences)
    .toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0))
    .map(toPlacedQuote)
}

/** Number of texts for which a model is asked at the same time. */
const MAX_CONCURRENT_TEXTS = 3

/**
 * Compares several texts by aspect: one sentence per text and aspect, or null; chosen and summarized by a model if one
 * is available.
 */
export async function compareTexts(
  ctx: Context,
  { targets, aspects, engine }: ParsedInputOf<Reading['compare']>,
): Promise<Comparison> {
  const compared =
    aspects.length > 0 ? READING_ASPECTS.filter((each) => aspects.includes(each)) : READING_ASPECTS
  const readables: Readable[] = []
  for (const target of targets) readables.push(await requireReadable(ctx, target))
  const results: ComparedText[] = []
  for (let at = 0; at < readables.length; at += MAX_CONCURRENT_TEXTS) {
    const batch = readables.slice(at, at + MAX_CONCURRENT_TEXTS)
    results.push(
      ...(await Promise.all(batch.map((readable) => compareText(ctx, readable, { compared, engine })))),
    )
  }
  return {
    notice: comparisonNotice(results),
    columns: compared.map((aspect) => ({ aspect, name: ASPECT_NAMES[aspect] })),
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
  { compared, engine }: { compared: readonly ReadingAspect[]; engine: 'auto' | 'cues' },
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
    of: found.of,
    cells: compared.map(cellOf),
  }
  return { row, byModel: choice !== undefined, notice }
}

const QUOTED_NOTICE = '各格是原文（没有全文的是摘要）中的原句，未作归纳'

function comparisonNotice(results: ComparedText[]): string {
  const count = results.filter(({ byModel }) => byModel).length
  const reasons = [...new Set(results.flatMap(({ notice }) => notice ?? []))]
  if (count === 0) return [QUOTED_NOTICE, ...reasons].join('；')
  const rest = count < results.length ? `；另外 ${results.length - count} 篇只摘原句` : ''
  return [`AI 从原文（没有全文的是摘要）中挑选句子并概括，请核实${rest}`, ...reasons].join('；')
}
