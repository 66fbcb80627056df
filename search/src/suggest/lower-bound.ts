/**
 * Returns the index of the first entry of an ascending list that is not less than `bound`; the list's length if none
 * is.
 */
export function lowerBound<Entry extends string | number>(list: ArrayLike<Entry>, bound: Entry): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = list[middle]
    if (entry !== undefined && entry < bound) low = middle + 1
    else high = middle
  }
  return low
}
