import type { UnderstoodQuestion } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { readQuestion } from './question.ts'

/**
 * Returns the words of a question that no paper has, each with its likely spelling. A correction that the question
 * reader would drop is left out: "brines" in "extraction from brines" must not become "brings".
 */
export async function findCorrections(
  ctx: Pick<Context, 'library'>,
  text: string,
): Promise<UnderstoodQuestion['corrected']> {
  const { query } = readQuestion(text)
  const engine = await ctx.library.current()
  const corrected = await engine.findMisspelt(query)
  return corrected.filter((each) => {
    const words = readQuestion(applyCorrections(text, [each])).query.toLowerCase()
    return words.includes(each.to.toLowerCase())
  })
}

/** Applies corrections to a question; words in other scripts than Han are replaced only as whole words. */
export function applyCorrections(text: string, corrected: UnderstoodQuestion['corrected']): string {
  return corrected.reduce((rest, { from, to }) => {
    const isHan = /^\p{Script=Han}/u.test(from)
    return rest.replace(isHan ? new RegExp(from, 'gu') : new RegExp(`(?<!\\p{L})${from}(?!\\p{L})`, 'gu'), to)
  }, text)
}
