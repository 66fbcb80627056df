import type { ManuscriptFinding } from '@scinav/contract'
import {
  type CheckedText,
  createEvidence,
  createFinding,
  entryName,
  entryNames,
  entryPlace,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import {
  firstCitations,
  isPartTitle,
  longestRise,
  MIN_ORDERED_SHARE,
  type ReferenceList,
} from '../reading/index.ts'

/** A style with the entries that it prints. */
export interface PrintedList {
  name: string
  /** How the style cites: `numeric`, `author-date`, `note` and their like. */
  system: string
  /** The text of each entry by its index, in the order of the style. */
  printed: ReadonlyMap<number, { text: string }>
}

/** Compares the order of the entries with that of the style: by citation, or by language, name and year. */
export function orderFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  style: PrintedList,
): ManuscriptFinding[] {
  const ranks = new Map([...style.printed.keys()].map((entry, rank) => [entry, rank]))
  // A list that is printed as it was given is ordered by citation.
  const isByCitation = [...style.printed.keys()].every(
    (entry, at, printedOrder) => at === 0 || entry > (printedOrder[at - 1] ?? 0),
  )
  return text.lists.flatMap((list): ManuscriptFinding[] => {
    if (list.place === 'notes') return []
    if (style.system === 'numeric' && isByCitation) return citationOrder(check, text, style, list)
    return partsOf(text, list).flatMap((part, at) => {
      const entries = part.filter((entry) => ranks.has(entry))
      return sortedOrder(check, text, style, { key: `${list.index}:${at}`, entries, ranks })
    })
  })
}

/** Returns the entries of a list, those under each title of a part by themselves. */
function partsOf({ blocks, entries }: CheckedText, list: ReferenceList): number[][] {
  const parts: number[][] = [[]]
  let before = list.first
  for (const { index, block, list: listIndex } of entries) {
    if (listIndex !== list.index) continue
    if (blocks.slice(before, block).some(isPartTitle)) parts.push([])
    parts.at(-1)?.push(index)
    before = block
  }
  return parts
}

/** Fewer entries have no order that could be told from another. */
const MIN_ENTRIES = 5

/** Returns a finding where a style lists by citation and a numbered list is ordered in another way. */
function citationOrder(
  check: ManuscriptCheck,
  text: CheckedText,
  { name }: PrintedList,
  list: ReferenceList,
): ManuscriptFinding[] {
  if (!list.numbered) return []
  const cited = [...firstCitations(text).keys()].filter((entry) => text.entries[entry]?.list === list.index)
  const rising = longestRise(cited)
  // Single entries out of turn are found when the list is compared with the text.
  if (cited.length < MIN_ENTRIES || rising.size >= cited.length * MIN_ORDERED_SHARE) return []
  const moved = cited.length - rising.size
  return [
    createFinding(`list:${list.index}`, {
      kind: 'entry_order',
      severity: 'check',
      message: sentence`${name} 按正文首次引用的次序编排；参考文献表里引用过的 ${cited.length} 条中，有 ${moved} 条不在这个次序上`,
      places: [entryPlace(text, cited.toSorted((a, b) => a - b)[0] ?? 0)],
      evidence: createEvidence(check, { source: name }),
    }),
  ]
}

/** More entries out of order than this are named together in one finding. */
const MAX_SINGLE_FINDINGS = 5

/** Those entries of a part of a list that the style prints. */
interface ListPart {
  /** Tells the findings of the parts apart. */
  key: string
  entries: readonly number[]
  /** The rank of each entry in the order of the style, from 0. */
  ranks: ReadonlyMap<number, number>
}

/**
 * Returns findings about the entries of a part that are not in the order of a style that sorts its list: one for each,
 * or one for all of many.
 */
function sortedOrder(
  check: ManuscriptCheck,
  text: CheckedText,
  { name, printed }: PrintedList,
  { key, entries, ranks }: ListPart,
): ManuscriptFinding[] {
  const order = entries.map((entry) => ranks.get(entry) ?? 0)
  // By pinyin, or by strokes: the order that more entries are in counts.
  const choices = [order, strokeOrder(entries, order, printed)].map((each) => ({
    order: each,
    rising: longestRise(each),
  }))
  const best = choices.toSorted((a, b) => b.rising.size - a.rising.size)[0]
  if (!best) return []
  const moved = entries.flatMap((entry, at) =>
    best.rising.has(at) ? [] : [{ entry, rank: best.order[at] ?? 0 }],
  )
  const evidence = createEvidence(check, { source: name })
  if (moved.length > MAX_SINGLE_FINDINGS) {
    const names = moved.map(({ entry }) => entry)
    return [
      createFinding(`list:${key}`, {
        kind: 'entry_order',
        severity: 'check',
        message: sentence`与 ${name} 的排序相比，参考文献表里查到题录的 ${entries.length} 条中有 ${moved.length} 条位置不同：${entryNames(text, names)}`,
        places: names.map((entry) => entryPlace(text, entry)),
        others: names,
        evidence,
      }),
    ]
  }
  const inOrder = entries.filter((_, at) => best.rising.has(at))
  const rankOf = new Map(entries.map((entry, at) => [entry, best.order[at] ?? 0]))
  return moved.map(({ entry, rank }) => {
    const before = inOrder.findLast((other) => (rankOf.get(other) ?? 0) < rank)
    const where = before === undefined ? '最前' : sentence`${entryName(text, before)} 之后`
    return createFinding(entry, {
      kind: 'entry_order',
      severity: 'check',
      message: sentence`按 ${name} 的排序，${entryName(text, entry)} 应排在 ${where}`,
      places: [entryPlace(text, entry)],
      entry,
      evidence,
    })
  })
}

/** Sorts Chinese by strokes, which GB/T 7714 permits beside pinyin. */
const byStrokes = new Intl.Collator('zh-u-co-stroke')

/** Returns `order` with the ranks of Chinese entries exchanged so that they are sorted by strokes among themselves. */
function strokeOrder(
  entries: readonly number[],
  order: readonly number[],
  printed: PrintedList['printed'],
): number[] {
  const textOf = (at: number) => printed.get(entries[at] ?? -1)?.text ?? ''
  const chinese = order.flatMap((_, at) => (/^\p{Script=Han}/u.test(textOf(at)) ? [at] : []))
  const ranks = chinese.map((at) => order[at] ?? 0).toSorted((a, b) => a - b)
  const sorted = chinese.toSorted((a, b) => byStrokes.compare(textOf(a), textOf(b)))
  const rankAt = new Map(sorted.map((at, index) => [at, ranks[index] ?? 0]))
  return order.map((rank, at) => rankAt.get(at) ?? rank)
}
