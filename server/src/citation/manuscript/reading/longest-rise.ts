/** Returns the positions of a longest non-falling subsequence, by patience sorting in O(n log n). */
export function longestRise(numbers: readonly number[]): Set<number> {
  /** Positions of the smallest last numbers of subsequences by length, and of the number before each position. */
  const [tails, before]: [number[], number[]] = [[], []]
  for (const [at, number] of numbers.entries()) {
    const length = countNotAbove(tails, numbers, number)
    before[at] = tails[length - 1] ?? -1
    tails[length] = at
  }
  const rise = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.add(at)
  return rise
}

/** Returns how many of the rising numbers at `positions` are not above a number. */
function countNotAbove(positions: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[positions[middle] ?? 0] ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return low
}
