import { combinationColumns } from './attribute-combination.ts'
import { filled, growing32, push } from './growing.ts'
import type { Arrays, Segment } from './layout.ts'
import { GONE, type Source } from './merge-source.ts'

const SINGLE = ['seq', 'year', 'type', 'flags', 'language', 'source', 'date', 'cited'] as const
const LISTS = ['author', 'keyword', 'subject'] as const

/** What a segment knows of each paper, for the papers that are kept. */
export function mergeColumns(sources: Source[], count: number) {
  const columns = {
    seq: new Uint32Array(count),
    year: new Uint16Array(count),
    type: new Uint8Array(count),
    flags: new Uint8Array(count),
    language: new Uint32Array(count),
    source: new Uint32Array(count),
    date: new Uint32Array(count),
    cited: new Uint32Array(count),
    field_ends: new Uint16Array(count * 3),
  }
  forEachLiving(sources, (segment, doc, to) => {
    for (const name of SINGLE) columns[name][to] = segment[name][doc] ?? 0
    columns.field_ends.set(segment.field_ends.subarray(doc * 3, doc * 3 + 3), to * 3)
  })
  const [author, keyword, subject] = LISTS.map((name) => mergeLists(sources, count, name))
  return {
    ...columns,
    ...combinationColumns(columns),
    ...named('author', author),
    ...named('keyword', keyword),
    ...named('subject', subject),
  }
}

interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

function named<Name extends (typeof LISTS)[number]>(name: Name, lists: Lists | undefined) {
  const { starts = new Uint32Array(1), values = new Uint32Array(0) } = lists ?? {}
  // A computed key widens to string.
  return { [`${name}_starts`]: starts, [name]: values } as Pick<Arrays, Name | `${Name}_starts`>
}

function mergeLists(sources: Source[], count: number, name: (typeof LISTS)[number]): Lists {
  const starts = new Uint32Array(count + 1)
  const values = growing32()
  forEachLiving(sources, (segment, doc, to) => {
    const end = segment[`${name}_starts`][doc + 1] ?? 0
    for (let at = segment[`${name}_starts`][doc] ?? 0; at < end; at += 1) push(values, segment[name][at] ?? 0)
    starts[to + 1] = values.length
  })
  return { starts, values: filled(values) }
}

function forEachLiving(sources: Source[], visit: (segment: Segment, doc: number, to: number) => void): void {
  for (const { segment, moved } of sources)
    for (let doc = 0; doc < moved.length; doc += 1) {
      const to = moved[doc] ?? GONE
      if (to !== GONE) visit(segment, doc, to)
    }
}
