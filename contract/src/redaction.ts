/** A range of a text, in UTF-16 offsets. */
interface TextSpan {
  start: number
  end: number
}

/**
 * Removes the redacted ranges from an answer; they may overlap and be in any order. Citation markers that start within
 * them are removed, later ones are shifted; `origin` is the offset before the shift.
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
  const remaining = markers.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end))
  const shifted = remaining.map((marker) => {
    const before = gaps.filter(({ end }) => end <= marker.start)
    const removedChars = before.reduce((sum, { start, end }) => sum + end - start, 0)
    return {
      ...marker,
      start: marker.start - removedChars,
      end: marker.end - removedChars,
      origin: marker.start,
    }
  })
  return { answer: text + answer.slice(at), markers: shifted }
}

/** Returns the ranges in order, with overlapping and adjacent ones merged. */
function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = []
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
