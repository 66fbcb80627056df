import type { Context } from '../../platform/context/context.ts'
import { anyOf, phrasePattern } from '../phrases.ts'
import { readQuestion } from './question.ts'

/** Ends of sentences, kept with their mark; a full stop counts only before a space. */
const SENTENCE_END = /(?<=[。!?…\n])(?![。!?…\n])|(?<=[\p{L}\p{N})"”]\.\s)/u
/** Words that refer back to something named before them. */
const NEEDS_ANTECEDENT = phrasePattern('anaphora/anaphor')

/** Openings that concern the asker or the question itself, whatever else they contain. */
const ABOUT_ASKER = new RegExp(`^${anyOf('courtesies/asker-openings')}`, 'iu')
/** Words by which a clause concerns the asker, the reader or the answer. */
const COURTESY_CUE = phrasePattern('courtesies/cues')

/** A word is specific, so that it tells papers apart, when at most one paper in this many has it. */
const PAPERS_PER_SPECIFIC_WORD = 150
/** The same bound for a small library, where a share of its papers would be less than a handful. */
const MIN_SPECIFIC_PAPERS = 5
/** The total weight from which common words are specific together, as a fraction of ln(papers). */
const MIN_SPECIFIC_WEIGHT = 0.7
/** A longer text is not taken apart. */
const MAX_SENTENCES = 12

/**
 * Returns the part of a text that asks, when it can be understood alone. Sentences before it about the asker and after
 * it about the form of the answer are dropped, unless those after it name a subject. Returns the whole text when no
 * part asks, when it has more than `MAX_SENTENCES` sentences, or when the part refers to something outside it.
 *
 * @param text a normalized text (`normalizeQuestion`), in which punctuation is half-width.
 */
export async function extractQuestion(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  const first = sentences.findIndex(endsWithQuestionMark)
  if (first === -1 || sentences.length > MAX_SENTENCES) return text
  const last = sentences.findLastIndex(endsWithQuestionMark)
  const asking = sentences
    .slice(first, last + 1)
    .join('')
    .trim()
  const following = sentences.slice(last + 1).join('')
  const question = await stripOpening(ctx, asking)
  const isWhole = first === 0 && following === '' && question === asking
  if (isWhole || !(await standsAlone(ctx, question))) return text
  return following !== '' && (await namesSubject(ctx, following))
    ? `${question} ${following.trim()}`
    : question
}

/** Returns whether a text names its subject before it refers back to anything. */
async function standsAlone(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const anaphor = NEEDS_ANTECEDENT.exec(text)
  return namesSubject(ctx, anaphor ? text.slice(0, anaphor.index) : text)
}

const endsWithQuestionMark = (sentence: string) => /\?\s*$/.test(sentence)

/** Bounds the openings that are removed in a row; nobody writes more. */
const MAX_OPENINGS = 4

/** Removes openings such as "Here is one:" and "I am new here,", unless they name the subject of the question. */
async function stripOpening(ctx: Pick<Context, 'library'>, text: string): Promise<string> {
  let rest = text
  for (let count = 0; count < MAX_OPENINGS; count += 1) {
    const opening = /^[^:,]{1,80}[:,]\s*(?=\D)/u.exec(rest)?.[0] ?? ''
    if (!(await isDroppable(ctx, opening))) break
    rest = rest.slice(opening.length)
  }
  return rest
}

/**
 * Returns whether an opening can be removed. One that ends with a colon announces the question: it stays only if it
 * names a subject and does not concern the asker. One that ends with a comma is removed only if it is a courtesy that
 * names no subject.
 */
async function isDroppable(ctx: Pick<Context, 'library'>, opening: string): Promise<boolean> {
  if (opening === '') return false
  if (opening.trimEnd().endsWith(':')) return ABOUT_ASKER.test(opening) || !(await namesSubject(ctx, opening))
  return COURTESY_CUE.test(opening) && !(await namesSubject(ctx, opening))
}

/** Returns whether a text has concepts of the library that are specific enough to tell papers apart. */
export async function namesSubject(ctx: Pick<Context, 'library'>, text: string): Promise<boolean> {
  const { query } = readQuestion(text)
  if (query === '') return false
  const engine = await ctx.library.current()
  const { papers: librarySize } = engine.state()
  const known = (await engine.concepts(query)).list.filter(({ papers }) => papers > 0)
  const totalWeight = known.reduce((sum, { weight }) => sum + weight, 0)
  return (
    // An empty library, or one paper, has a positive bound too.
    totalWeight >= MIN_SPECIFIC_WEIGHT * Math.log(Math.max(librarySize, 2)) ||
    known.some(
      ({ papers }) => papers <= Math.max(MIN_SPECIFIC_PAPERS, librarySize / PAPERS_PER_SPECIFIC_WORD),
    )
  )
}
