/** A citation marker: its number and its range in the text, in UTF-16 offsets. */
interface Marker {
  n: number
  start: number
  end: number
}

/**
 * Groups citation markers that are read as one: those with the same number in a row without gaps. In `[1][2][1]` the
 * first and the third form a group. Groups are in text order.
 */
export function groupMarkers<Each extends Marker>(
  markers: readonly Each[],
): [first: Each, ...others: Each[]][] {
  const groups: [Each, ...Each[]][] = []
  // The groups of the current row of adjacent markers, by number.
  let row = new Map<number, Each[]>()
  let end = -1
  for (const marker of [...markers].sort((a, b) => a.start - b.start)) {
    if (marker.start !== end) row = new Map()
    end = marker.end
    const known = row.get(marker.n)
    if (known) {
      known.push(marker)
      continue
    }
    const group: [Each, ...Each[]] = [marker]
    row.set(marker.n, group)
    groups.push(group)
  }
  return groups
}

/** Removes from an answer all but the first marker of each group. */
export function joinRepeatedMarkers(answer: string, markers: readonly Marker[]): string {
  const repeated = groupMarkers(markers)
    .flatMap(([, ...others]) => others)
    .sort((a, b) => b.start - a.start)
  return repeated.reduce(
    (text, { n, start, end }) =>
      text.slice(start, end) === `[${n}]` ? text.slice(0, start) + text.slice(end) : text,
    answer,
  )
}
