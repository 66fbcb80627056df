/** Where in an ascending list the first entry stands that is not before `wanted`; the list's length where there is none. */
export function lowerBound<Entry extends string | number>(list: ArrayLike<Entry>, wanted: Entry): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = list[middle]
    if (entry !== undefined && entry < wanted) low = middle + 1
    else high = middle
  }
  return low
}
