import type { ManuscriptCheckEvent, ManuscriptFinding } from '@scinav/contract'
import {
  type CheckedText,
  checkEvent,
  createFinding,
  entryName,
  entryNames,
  entryPlace,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import { findListFindings, type ListFinding } from '../reading/index.ts'

/** Maximum number of lists whose sizes a message states. */
const MAX_SHOWN_LISTS = 10

/** Compares the list of references with the citations in the text; yields one event with all findings. */
export async function* findListStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const findings = [
    ...severalListsFindings(text),
    ...findListFindings(text).map((found, at) => toFinding(text, found, at)),
  ]
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'list', done: total, total, findings, checked: [] })
}

/** Returns one finding if the manuscript has several lists, one per chapter; a list in several parts counts once. */
function severalListsFindings(text: CheckedText): ManuscriptFinding[] {
  // The parts of a list have the same scope.
  const chapters = [...Map.groupBy(text.lists, ({ scope }) => scope.to).values()]
  if (chapters.length < 2) return []
  const sizes = chapters.map((lists) => {
    const indexes = new Set(lists.map(({ index }) => index))
    return text.entries.filter(({ list }) => indexes.has(list)).length
  })
  const listedSizes =
    sizes.slice(0, MAX_SHOWN_LISTS).join('、') + (sizes.length > MAX_SHOWN_LISTS ? ' 等' : '')
  return [
    createFinding('', {
      kind: 'several_lists',
      severity: 'info',
      message: `稿件有 ${chapters.length} 个参考文献表，依次 ${listedSizes} 条；正文的引用只与它后面最近的一个对照`,
      places: chapters.flatMap(([list]) => {
        const block = list?.title ?? list?.first
        const end = text.blocks[block ?? -1]?.text.length
        return block === undefined || end === undefined ? [] : [{ block, start: 0, end }]
      }),
    }),
  ]
}

/**
 * Converts what the comparison found; `at` is its position in the list, which tells findings without an entry apart.
 */
function toFinding(text: CheckedText, found: ListFinding, at: number): ManuscriptFinding {
  switch (found.kind) {
    case 'not-listed':
    case 'several-matches':
      return markerFinding(text, found, at)
    case 'not-cited':
      return createFinding(found.entry, {
        kind: 'never_cited',
        severity: 'fault',
        message: sentence`列表里有 ${entryName(text, found.entry)}，正文、脚注和附录里没有找到对它的引用`,
        places: [entryPlace(text, found.entry)],
        entry: found.entry,
      })
    case 'out-of-order':
      return createFinding(found.entry, {
        kind: 'out_of_order',
        severity: 'fault',
        message: sentence`按正文首次引用的次序，${entryName(text, found.entry)} 应排在第 ${found.expected} 位`,
        places: [entryPlace(text, found.entry), ...markerPlaces(text, found.marker)],
        entry: found.entry,
      })
    case 'number-gap':
      return createFinding(found.entry, {
        kind: 'numbering_gap',
        severity: 'fault',
        message:
          found.from === found.to
            ? sentence`列表的编号在 ${entryName(text, found.entry)} 之前缺 ${found.from}`
            : sentence`列表的编号在 ${entryName(text, found.entry)} 之前缺 ${found.from} 至 ${found.to}`,
        places: [entryPlace(text, found.entry)],
        entry: found.entry,
      })
    case 'number-repeat':
      return createFinding(found.entry, {
        kind: 'numbering_repeat',
        severity: 'fault',
        message: sentence`编号 ${entryName(text, found.entry)} 在列表里用了不止一次`,
        places: [entryPlace(text, found.entry), entryPlace(text, found.earlier)],
        entry: found.entry,
        others: [found.earlier],
      })
  }
}

/** Returns the finding about a marker that fits no entry, or several. */
function markerFinding(
  text: CheckedText,
  found: Extract<ListFinding, { kind: 'not-listed' | 'several-matches' }>,
  at: number,
): ManuscriptFinding {
  const places = markerPlaces(text, found.marker)
  if (found.kind === 'several-matches')
    return createFinding(`${at}`, {
      kind: 'ambiguous_citation',
      severity: 'fault',
      message: sentence`正文的引用「${found.label}」与列表里的 ${entryNames(text, found.entries)} 都相符`,
      places,
      others: found.entries,
    })
  // A label of digits is a number of the list; others are names and years.
  const isNumber = /^\d{1,4}$/.test(found.label)
  return createFinding(`${at}`, {
    kind: isNumber ? 'cited_not_listed' : 'unmatched_citation',
    severity: 'fault',
    message: isNumber
      ? `正文引用了第 ${found.label} 条，列表里没有这个编号`
      : `正文引用了「${found.label}」，列表里没有与它相符的条目`,
    places,
  })
}

const markerPlaces = ({ markers }: CheckedText, index: number) => {
  const marker = markers[index]
  return marker ? [{ block: marker.block, start: marker.start, end: marker.end }] : []
}
