/**
 * Text before and after the repetitions: the longest failing match often occurs only when the text ends differently.
 */
const FRAMES = [
  ['', ''],
  ['', 'zz!'],
  ['[', '中'],
] as const

/** A recipe for a hostile text of any length: a repeated pattern in a frame. */
export interface HostileRecipe {
  pattern: string
  frame: number
}

/** Returns all patterns of one, two and three of the characters, each in every frame. */
export function createRecipes(signs: string): HostileRecipe[] {
  const letters = [...new Set(signs)]
  const two = letters.flatMap((one) => letters.map((other) => one + other))
  const three = two.flatMap((start) => letters.map((end) => start + end))
  // A pattern of one repeated letter yields the same text as that letter.
  const patterns = [...letters, ...two, ...three].filter(
    (pattern) => pattern.length === 1 || new Set(pattern).size > 1,
  )
  return patterns.flatMap((pattern) => FRAMES.map((_, frame) => ({ pattern, frame })))
}

/** Returns the text of a recipe: its pattern repeated within its frame, `length` characters together. */
export function renderRecipe({ pattern, frame }: HostileRecipe, length: number): string {
  const [before, behind] = FRAMES[frame] ?? FRAMES[0]
  const room = Math.max(1, length - before.length - behind.length)
  return (
    before +
    pattern
      .repeat(Math.ceil(room / pattern.length))
      .slice(0, room)
      .toWellFormed() +
    behind
  )
}

/** Returns a short description of a recipe. */
export const recipeName = ({ pattern, frame }: HostileRecipe): string => {
  const [before, behind] = FRAMES[frame] ?? FRAMES[0]
  return JSON.stringify(`${before}${pattern}…${behind}`)
}
