import type { Context } from '../../platform/context/context.ts'
import { readQuestion } from './question.ts'

/** A sentence with its sign; a dot ends one only before a space, a colon only a beginning. */
const SENTENCE_END = /(?<=[。!?…\n])(?![。!?…\n])|(?<=[\p{L}\p{N})"”]\.\s)/u
/** Words that need what was said before them. */
const NEEDS_ANTECEDENT =
  /[它其该此]|[这那](?:个|些|种|篇|项|类|样|里|时|两|几)|前者|后者|上述|\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|such|there|one|ones|both|former|latter)\b/iu

/** An opening about the asker or the question itself, whatever else it says. */
const ABOUT_ASKER =
  /^(?:(?:and )?(?:here(?:['’]s| is| are)|i|i['’]m|my|for my|in my|we|our|this is|another|one more|next)\b|我|这是|再问|下一个)/iu

/** A word that no more than one paper in so many has tells what a sentence is about; so do several commoner ones. */
const TELLING_WORD_PAPERS = 150
/** Of a small library even that is less than a handful. */
const MIN_RARE_PAPERS = 5
/** Of what a word that a single paper has would weigh. */
const MIN_TELLING_WEIGHT = 0.7
const MAX_SENTENCES = 12

/**
 * The part of a text that asks, where that stands by itself: sentences before it that tell of the asker, and those
 * behind it that tell how the answer should be, are not what the library is asked for. What the question refers to
 * stays, and so does everything where no single part asks.
 */
export async function extractQuestion(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  const first = sentences.findIndex(endsWithQuestionMark)
  if (first === -1 || sentences.length > MAX_SENTENCES) return text
  const last = sentences.findLastIndex(endsWithQuestionMark)
  const core = sentences
    .slice(first, last + 1)
    .join('')
    .trim()
  const behind = sentences.slice(last + 1).join('')
  const point = await stripOpening(ctx, core)
  const hasMore = first > 0 || behind !== ''
  if ((!hasMore && point === core) || !(await standsAlone(ctx, point))) return text
  return behind !== '' && (await namesSubject(ctx, behind)) ? `${point} ${behind.trim()}` : point
}

/** Whether it names what it is about before it points to it. */
async function standsAlone(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const back = NEEDS_ANTECEDENT.exec(text)
  return namesSubject(ctx, back ? text.slice(0, back.index) : text)
}

const endsWithQuestionMark = (sentence: string) => /\?\s*$/.test(sentence)

/** "Here is one:", unless that says what the question is about. */
async function stripOpening(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  const opening = /^[^:]{1,80}:\s*(?=\D)/u.exec(text)?.[0] ?? ''
  const isPassing = opening !== '' && (ABOUT_ASKER.test(opening) || !(await namesSubject(ctx, opening)))
  return isPassing ? text.slice(opening.length) : text
}

/** Whether a text names something that tells papers apart and that the library knows. */
async function namesSubject(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const { query } = readQuestion(text)
  if (query === '') return false
  const engine = await ctx.library.current()
  const { papers: all } = engine.state()
  const known = (await engine.concepts(query)).list.filter(({ papers }) => papers > 0)
  const together = known.reduce((sum, { weight }) => sum + weight, 0)
  return (
    together >= MIN_TELLING_WEIGHT * Math.log(Math.max(all, 2)) ||
    known.some(({ papers }) => papers <= Math.max(MIN_RARE_PAPERS, all / TELLING_WORD_PAPERS))
  )
}
