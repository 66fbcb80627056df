/** A range of a text, in UTF-16 offsets. */
interface TextSpan {
  start: number
  end: number
}

/**
 * Removes the redacted ranges from an answer. Citation markers that start within them are removed, later ones are
 * shifted; `origin` is the offset before the shift.
 */
export function stripRedacted<Marker extends TextSpan>(
  answer: string,
  markers: readonly Marker[],
  redacted: readonly TextSpan[],
): { answer: string; markers: (Marker & { origin: number })[] } {
  const gaps = mergeSpans(redacted)
  let text = ''
  let at = 0
  for (const { start, end } of gaps) {
    text += answer.slice(at, start)
    at = end
  }
  const left = markers.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end))
  const moved = left.map((marker) => {
    const before = gaps.filter(({ end }) => end <= marker.start)
    const by = before.reduce((sum, { start, end }) => sum + end - start, 0)
    return { ...marker, start: marker.start - by, end: marker.end - by, origin: marker.start }
  })
  return { answer: text + answer.slice(at), markers: moved }
}

/** Returns the ranges in order, with overlapping and adjacent ones merged. */
function mergeSpans(stretches: readonly TextSpan[]): TextSpan[] {
  const list: TextSpan[] = []
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = list.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else list.push({ start, end })
  }
  return list
}
