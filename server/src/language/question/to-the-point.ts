import type { Context } from '../../platform/context/context.ts'
import { readQuestion } from './question.ts'

/** A sentence with its sign; a dot ends one only before a space, a colon only a beginning. */
const SENTENCE_END = /(?<=[。!?…\n])(?![。!?…\n])|(?<=[\p{L}\p{N})"”]\.\s)/u
/** Words that need what was said before them. */
const POINTS_BACK =
  /[它其该此]|[这那](?:个|些|种|篇|项|类|样|里|时|两|几)|前者|后者|上述|\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|such|there|one|ones|both|former|latter)\b/iu

/** An opening about the asker or the question itself, whatever else it says. */
const OF_ASKER =
  /^(?:(?:and )?(?:here(?:['’]s| is| are)|i|i['’]m|my|for my|in my|we|our|this is|another|one more|next)\b|我|这是|再问|下一个)/iu

/** A word that no more than one paper in so many has tells what a sentence is about; so do several commoner ones. */
const TELLING = 150
/** Of a small library even that is less than a handful. */
const FEW = 5
/** Of what a word that a single paper has would weigh. */
const TELLING_TOGETHER = 0.7
const MOST_SENTENCES = 12

/**
 * The part of a text that asks, where that stands by itself: sentences before it that tell of the asker, and those
 * behind it that tell how the answer should be, are not what the library is asked for. What the question refers to
 * stays, and so does everything where no single part asks.
 */
export async function toThePoint(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  const first = sentences.findIndex(asks)
  if (first === -1 || sentences.length > MOST_SENTENCES) return text
  const last = sentences.findLastIndex(asks)
  const core = sentences
    .slice(first, last + 1)
    .join('')
    .trim()
  const behind = sentences.slice(last + 1).join('')
  const point = await withoutOpening(ctx, core)
  const hasMore = first > 0 || behind !== ''
  if ((!hasMore && point === core) || !(await standsAlone(ctx, point))) return text
  return behind !== '' && (await tells(ctx, behind)) ? `${point} ${behind.trim()}` : point
}

/** Whether it names what it is about before it points to it. */
async function standsAlone(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const back = POINTS_BACK.exec(text)
  return tells(ctx, back ? text.slice(0, back.index) : text)
}

const asks = (sentence: string) => /\?\s*$/.test(sentence)

/** "Here is one:", unless that says what the question is about. */
async function withoutOpening(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  const opening = /^[^:]{1,80}:\s*(?=\D)/u.exec(text)?.[0] ?? ''
  const isPassing = opening !== '' && (OF_ASKER.test(opening) || !(await tells(ctx, opening)))
  return isPassing ? text.slice(opening.length) : text
}

/** Whether a text names something that tells papers apart and that the library knows. */
async function tells(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const { query } = readQuestion(text)
  if (query === '') return false
  const engine = await ctx.library.current()
  const { papers: all } = engine.state()
  const known = (await engine.concepts(query)).list.filter(({ papers }) => papers > 0)
  const together = known.reduce((sum, { weight }) => sum + weight, 0)
  return (
    together >= TELLING_TOGETHER * Math.log(Math.max(all, 2)) ||
    known.some(({ papers }) => papers <= Math.max(FEW, all / TELLING))
  )
}
