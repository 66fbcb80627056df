/** A stretch of a text, UTF-16 offsets. */
interface Stretch {
  start: number
  end: number
}

/** An answer without what its reader has struck out: marks within that go, those behind it move. */
export function withoutStruck<Mark extends Stretch>(
  answer: string,
  marks: readonly Mark[],
  struck: readonly Stretch[],
): { answer: string; marks: (Mark & { origin: number })[] } {
  const gaps = united(struck)
  let text = ''
  let at = 0
  for (const { start, end } of gaps) {
    text += answer.slice(at, start)
    at = end
  }
  const kept = marks.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end))
  const moved = kept.map((mark) => {
    const before = gaps.filter(({ end }) => end <= mark.start)
    const by = before.reduce((sum, { start, end }) => sum + end - start, 0)
    return { ...mark, start: mark.start - by, end: mark.end - by, origin: mark.start }
  })
  return { answer: text + answer.slice(at), marks: moved }
}

/** In order, those that touch made one. */
function united(stretches: readonly Stretch[]): Stretch[] {
  const list: Stretch[] = []
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = list.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else list.push({ start, end })
  }
  return list
}
