/**
 * Returns the numbers of the `limit` values with the most papers, most first; among equal ones those with lower numbers
 * first. `complete` tells whether these are all values that any paper has.
 */
export function chooseMostFrequent(
  totals: Uint32Array,
  limit: number,
): { chosen: Uint32Array; complete: boolean } {
  const minTotal = minFrequentTotal(totals, limit)
  const above: number[] = []
  const equal: number[] = []
  let usedValues = 0
  totals.forEach((total, value) => {
    if (total > 0) usedValues += 1
    if (total > minTotal) above.push(value)
    else if (total === minTotal && equal.length < limit) equal.push(value)
  })
  above.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
  const chosen = Uint32Array.from([...above, ...equal].slice(0, limit))
  return { chosen, complete: chosen.length === usedValues }
}

/** Greater totals are counted as this one: fewer values than requested have them. */
const MAX_COUNTED_TOTAL = 1 << 16

/** Returns the greatest total that at least `limit` values reach; 1 when there are not that many values. */
function minFrequentTotal(totals: Uint32Array, limit: number): number {
  const counts = new Uint32Array(MAX_COUNTED_TOTAL + 1)
  for (let value = 0; value < totals.length; value += 1) {
    const total = Math.min(totals[value] ?? 0, MAX_COUNTED_TOTAL)
    counts[total] = (counts[total] ?? 0) + 1
  }
  let minTotal = MAX_COUNTED_TOTAL
  let reached = counts[minTotal] ?? 0
  while (reached < limit && minTotal > 1) {
    minTotal -= 1
    reached += counts[minTotal] ?? 0
  }
  return minTotal
}
