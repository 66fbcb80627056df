/** Whether lists and objects lie in one another more than `most` levels deep. Level by level, so no depth is too much. */
export function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
