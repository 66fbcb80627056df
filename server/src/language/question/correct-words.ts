import type { UnderstoodQuestion } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { readQuestion } from './question.ts'

/**
 * Words of a question that no paper has, with those that were meant, it seems. Nobody means a word that asks for nothing:
 * *extraction from brines* is not about what something brings.
 */
export async function findCorrections(
  ctx: Pick<Context, 'library'>,
  text: string,
): Promise<UnderstoodQuestion['corrected']> {
  const { query } = readQuestion(text)
  const engine = await ctx.library.current()
  const corrected = await engine.misspelt(query)
  return corrected.filter((each) => {
    const words = readQuestion(applyCorrections(text, [each])).query.toLowerCase()
    return words.includes(each.to.toLowerCase())
  })
}

/** A question with the words that were meant; parts of longer words stay. */
export function applyCorrections(text: string, corrected: UnderstoodQuestion['corrected']): string {
  return corrected.reduce((rest, { from, to }) => {
    const isHan = /^\p{Script=Han}/u.test(from)
    return rest.replace(isHan ? new RegExp(from, 'gu') : new RegExp(`(?<!\\p{L})${from}(?!\\p{L})`, 'gu'), to)
  }, text)
}
