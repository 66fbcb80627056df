import { cover } from './cover.ts'
import { segment } from './dictionary.ts'
import { lengthOf, runEnd, type Slot, slotsOf } from './slots.ts'

/** Terms at fixed distances from the first one. With `prefix` the only term stands for all that begin so. */
export interface Way {
  parts: { term: string; offset: number }[]
  prefix: boolean
}

/**
 * What a written word asks for. A text has it if it has it in one of the ways. `loose` terms are pieces of it: they
 * raise the score, and stand in for it where too few texts have the whole.
 */
export interface QueryUnit {
  ways: Way[]
  loose: string[]
  /** The place in the text that was given. */
  start: number
  end: number
}

/** Longest run of Chinese that is looked for as one substring; a longer one is a sentence and is cut into words. */
const longestSubstring = 5

/** Words that join others and say nothing themselves. */
const functionWords = new Set(
  (
    '的 了 和 与 及 在 是 对 中 为 之 等 以 并 或 而 于 其 从 到 由 被 把 将 向 上 下 也 都 就 吗 呢 ' +
    '基于 一种 关于 以及 进行 及其 之间 如何 什么 怎么 怎样 哪些 为什么 有关 针对 通过 利用 对于 一个 这种'
  ).split(' '),
)

const way = (...terms: string[]): Way => ({
  parts: terms.map((term, offset) => ({ term, offset })),
  prefix: false,
})

/**
 * What the words of a text that is not in quotes ask for; a text that has all units has the words.
 *
 * - An English word: its stem.
 * - A compound (`pre-training`): its joined form, or its parts one behind the other.
 * - One Chinese character: everything that begins with it (it has a term of its own only at the end of a run).
 * - Up to five Chinese characters: the substring, as a dictionary word or as pairs side by side. `loose` are all pairs.
 * - More: the words that segmentation finds, without those that only join others; each as a substring.
 */
export function queryUnits(text: string): QueryUnit[] {
  const slots = slotsOf(text)
  const units: QueryUnit[] = []
  for (let at = 0; at < slots.length; ) {
    const slot = slots[at]
    const end = slot?.isCjk ? runEnd(slots, at) : compoundEnd(slots, at)
    units.push(...(slot?.isCjk ? runUnits(slots.slice(at, end)) : [compoundUnit(slots.slice(at, end))]))
    at = end
  }
  return units
}

/**
 * The way in which a phrase in quotes stands in a text: English words as written, Chinese as a substring; null for
 * a phrase without letters. A single Chinese character behind other words is left out.
 */
export function phraseWay(text: string): Way | null {
  const slots = slotsOf(text)
  const parts: Way['parts'] = []
  for (let at = 0; at < slots.length; ) {
    const slot = slots[at]
    const end = slot?.isCjk ? runEnd(slots, at) : at + 1
    if (slot && !slot.isCjk) parts.push({ term: slot.exact, offset: slot.position })
    if (slot?.isCjk && !(end - at === 1 && end === slots.length && at > 0))
      parts.push(...cover(slots.slice(at, end)))
    at = end
  }
  const [first] = parts
  if (!first) return null
  const single =
    parts.length === 1 && slots.length === 1 && slots[0]?.isCjk === true && lengthOf(first.term) === 1
  return { parts: parts.map(({ term, offset }) => ({ term, offset: offset - first.offset })), prefix: single }
}

function compoundEnd(slots: Slot[], from: number): number {
  const joined = slots[from]?.longer.at(0)
  let end = from + 1
  while (joined && (slots[end]?.start ?? Number.POSITIVE_INFINITY) < joined.end) end++
  return end
}

function compoundUnit(slots: Slot[]): QueryUnit {
  const [first] = slots
  const stems = slots.map(({ stem }) => stem)
  const joined = first?.longer.at(0)
  const place = { start: first?.start ?? 0, end: joined?.end ?? first?.end ?? 0 }
  if (!joined || stems.length === 1) return { ways: [way(...stems)], loose: [], ...place }
  return { ways: [way(joined.term), way(...stems)], loose: stems, ...place }
}

function runUnits(run: Slot[]): QueryUnit[] {
  if (run.length <= longestSubstring) return [substringUnit(run, run)]
  const units: QueryUnit[] = []
  let from = 0
  for (const length of wordLengths(run.map(({ stem }) => String.fromCodePoint(stem.codePointAt(0) ?? 0)))) {
    // The pair across the border to the next word counts with this one.
    if (length > 0)
      units.push(substringUnit(run.slice(from, from + length), run.slice(from, from + length + 1)))
    from += Math.abs(length)
  }
  return units.length > 0 ? units : [substringUnit(run, run)]
}

/**
 * The lengths of a run's words in characters, negative for words that only join. A single character belongs to the
 * word before it (支持向量机: 支持, 向量机), the first one to the word behind.
 */
function wordLengths(characters: string[]): number[] {
  const lengths: number[] = []
  let leading = 0
  for (const word of segment(characters.join(''))) {
    const length = lengthOf(word) + leading
    const before = lengths.at(-1) ?? 0
    leading = 0
    if (functionWords.has(word)) lengths.push(-length)
    else if (length > 1) lengths.push(length)
    else if (before > 0) lengths[lengths.length - 1] = before + 1
    else leading = 1
  }
  if (leading > 0) lengths.push(1)
  return lengths
}

function substringUnit(run: Slot[], withNext: Slot[]): QueryUnit {
  const place = { start: run[0]?.start ?? 0, end: lastEnd(run) }
  const [first] = run
  if (!first || run.length === 1) {
    const character = String.fromCodePoint(first?.stem.codePointAt(0) ?? 0x20)
    return { ways: [{ parts: [{ term: character, offset: 0 }], prefix: true }], loose: [], ...place }
  }
  const parts = cover(run).map(({ term, offset }) => ({ term, offset: offset - first.position }))
  const pairs = withNext.slice(0, -1).map(({ stem }) => stem)
  return { ways: [{ parts, prefix: false }], loose: pairs.length > 1 ? pairs : [], ...place }
}

function lastEnd(run: Slot[]): number {
  const before = run.at(-2)
  return before ? before.end : (run.at(-1)?.end ?? 0)
}
