// Reads Zotero's RDF, in which items, journals, notes and attachments are siblings that refer to each other by address.
import type { Work } from '@scinav/contract'
import { finishWork } from '../finish.ts'
import {
  BATCH_RECORDS,
  failedRead,
  MAX_RECORD_BYTES,
  type RawRecord,
  type ReadResult,
  readRecord,
} from '../format.ts'
import type { Utf8Chunks } from '../input/bytes.ts'
import { parseXml, type XmlElement } from '../input/xml-tree.ts'
import { readItemType, zoteroDraft } from './zotero-draft.ts'

/**
 * Largest file in bytes. A file is parsed as a whole, because its parts refer to each other; 64 MB exceed any real
 * collection.
 */
const MAX_BYTES = MAX_RECORD_BYTES * 4

/**
 * Reads Zotero's RDF; the items are known only when the whole file has been read. Yields the results in batches, in the
 * order of the file; those at or before the offset `from` are left out. A file of more than 64 MB gives one
 * failed result, a truncated one a failed result at the end.
 */
export async function* readZoteroRdf(chunks: Utf8Chunks, from = 0): AsyncGenerator<ReadResult[]> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_BYTES) {
      yield [failedRead({ text: '', line: 1, offset: size }, '文件超过 64 MB，请在 Zotero 中分几次导出')]
      return
    }
    pieces.push(chunk)
  }
  const { elements, isWhole } = readTopLevel(Buffer.concat(pieces).toString('utf8'))
  const { trees, faults } = parseElements(elements)
  // Elements refer to each other by the address in `rdf:about`.
  const resources = new Map([...trees.values()].map((tree) => [tree.attributes.about ?? '', tree]))
  const results = [...trees].flatMap(([record, tree]) => {
    const type = readItemType(tree)
    if (type === null) return []
    return readRecord(record, (): Work => finishWork(zoteroDraft(tree, type, resources))) ?? []
  })
  const truncated = isWhole ? [] : [truncatedRead(elements.at(-1), size)]
  const all = [...faults, ...results, ...truncated]
    .filter(({ offset }) => offset > from)
    .sort((one, other) => one.offset - other.offset)
  for (let at = 0; at < all.length; at += BATCH_RECORDS) yield all.slice(at, at + BATCH_RECORDS)
}

/** The elements directly inside the root of a file, in its order; offsets are those of their ends. */
interface TopLevelElements {
  elements: RawRecord[]
  /** Whether the root element is closed. */
  isWhole: boolean
}

/** Returns the elements below the root of a text, each with its line. */
function readTopLevel(text: string): TopLevelElements {
  const elements: RawRecord[] = []
  let depth = 0
  /** Start of the current element, and its line. */
  let start = 0
  let line = 1
  /** Position up to which lines have been counted. */
  let countedTo = 0
  /** End of the last element, in characters and in bytes. */
  let end = 0
  let offset = 0
  for (const { tag, at } of findTags(text)) {
    const step = depthChange(tag)
    if (step >= 0 && depth === 1) start = at
    depth += step
    if (depth < 1) break
    // Inside an element, or the start of the root.
    if (depth > 1 || step > 0) continue
    line += text.slice(countedTo, start).split('\n').length - 1
    countedTo = start
    offset += Buffer.byteLength(text.slice(end, at + tag.length))
    end = at + tag.length
    elements.push({ text: text.slice(start, end), line, offset })
  }
  return { elements, isWhole: depth < 1 }
}

/** Matches a tag, or the start of what hides tags: a comment, a CDATA section or a processing instruction. */
const MARKUP = /<!--|<!\[CDATA\[|<\?|<\/?[A-Za-z][^<>]*>/g
/** The ends of what hides tags, by its start. */
const MARKUP_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** Yields the tags of a text, except those in comments, CDATA sections and processing instructions. */
function* findTags(text: string): Generator<{ tag: string; at: number }> {
  MARKUP.lastIndex = 0
  for (let match = MARKUP.exec(text); match; match = MARKUP.exec(text)) {
    const end = MARKUP_ENDS[match[0]]
    if (end === undefined) yield { tag: match[0], at: match.index }
    else {
      const at = text.indexOf(end, match.index)
      if (at < 0) return
      MARKUP.lastIndex = at
    }
  }
}

/** Returns the change of depth by a tag: 1 for a start tag, -1 for an end tag, 0 for an empty element. */
function depthChange(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') ? 0 : 1
}

/** Parses the elements of a file; those that cannot be parsed become failed results. */
function parseElements(elements: readonly RawRecord[]): {
  trees: Map<RawRecord, XmlElement>
  faults: ReadResult[]
} {
  const trees = new Map<RawRecord, XmlElement>()
  const faults: ReadResult[] = []
  for (const record of elements) {
    const fault = readRecord(record, (text) => {
      trees.set(record, parseXml(text))
      return null
    })
    if (fault) faults.push(fault)
  }
  return { trees, faults }
}

/** Returns the failed result for a file that ends, at an offset, within its root element. */
function truncatedRead(last: RawRecord | undefined, offset: number): ReadResult {
  return failedRead({ text: '', line: last?.line ?? 1, offset }, '文件不完整，其后的内容未能读取')
}
