import { invalidInput } from '../../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { createListReader } from './list-reader.ts'
import {
  type ImportedAnnotation,
  type ItemResult,
  MAX_ITEM_CHARS,
  NOT_AN_ANNOTATION,
  readItem,
} from './read-item.ts'

export type { ImportedAnnotation } from './read-item.ts'

type ImportFormat = 'w3c' | 'json'

/** An entry that was rejected: its number `n`, counted from 1, and the reason in Chinese. */
interface RejectedEntry {
  n: number
  why: string
}

/** The annotations of a file. */
interface AnnotationFileContent {
  annotations: ImportedAnnotation[]
  /** Number of rejected entries. */
  refused: number
  /** The first rejected entries with their reasons. */
  problems: RejectedEntry[]
}

/** Maximum number of annotations imported from a file, and of entries examined; further entries are rejected. */
const MAX_ANNOTATIONS = 10_000
const MAX_ENTRIES = 20_000
const MAX_PROBLEMS = 20
/**
 * Number of entries read before other tasks get a turn; an entry longer than the second limit, in characters, is read
 * alone.
 */
const BATCH_SIZE = 50
const LONG_ENTRY_CHARS = 2_000
/** Number of bytes decoded at once. */
const CHUNK_BYTES = 65_536

/** Maximum length of a W3C file with a single annotation, in characters. */
const MAX_SINGLE_CHARS = 100_000

/**
 * Reads the annotations of a file as it arrives; other tasks get a turn in between, however long the file is. Invalid
 * entries are counted and do not stop the rest; a file that breaks off gives the entries before the break.
 *
 * @throws AppError `input.invalid` when the file has another format.
 */
export async function readAnnotations(
  bytes: AsyncIterable<Uint8Array>,
  format: ImportFormat,
): Promise<AnnotationFileContent> {
  const reader = createListReader(format === 'json' ? 'annotations' : 'items', MAX_ITEM_CHARS)
  const collector = createCollector(format)
  // A file without a list may be a single annotation; its text is kept as long as it is short enough for one.
  let head = ''
  for await (const piece of decodeText(bytes)) {
    if (head.length <= MAX_SINGLE_CHARS) head += piece
    for (const item of reader.feed(piece)) if (collector.addItem(item)) await yieldToEventLoop()
    await yieldToEventLoop()
  }
  const state = reader.state()
  if (state === 'broken' && collector.count() > 0) collector.refuse('文件在这一条中断了，后面的没有读到')
  else if (state !== 'whole') collector.addSingle(head)
  return collector.file
}

/** Yields UTF-8 text in pieces; a character that two chunks share comes with the second one. */
async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += CHUNK_BYTES)
      yield decoder.decode(chunk.subarray(from, from + CHUNK_BYTES), { stream: true })
  yield decoder.decode()
}

/** Creates a collector of the entries of a file, which counts them and notes the first problems. */
function createCollector(format: ImportFormat) {
  const file: AnnotationFileContent = { annotations: [], refused: 0, problems: [] }
  let entryCount = 0

  function refuse(why: string): void {
    entryCount += 1
    file.refused += 1
    if (file.problems.length < MAX_PROBLEMS) file.problems.push({ n: entryCount, why })
  }
  function add(result: ItemResult): void {
    if ('rejection' in result) refuse(result.rejection)
    else {
      entryCount += 1
      file.annotations.push(result.annotation)
    }
  }
  return {
    file,
    refuse,
    /** Returns the number of entries so far. */
    count: () => entryCount,
    /** Adds an entry (JSON; null when it is over the limits); returns whether other tasks should get a turn. */
    addItem(item: string | null): boolean {
      if (file.annotations.length >= MAX_ANNOTATIONS || entryCount >= MAX_ENTRIES)
        refuse(`一个文件最多 ${MAX_ANNOTATIONS} 条`)
      else add(readItem(item, format))
      return entryCount % BATCH_SIZE === 0 || (item?.length ?? 0) > LONG_ENTRY_CHARS
    },
    /**
     * Reads a file without a list as a single annotation.
     *
     * @throws AppError `input.invalid` when it is none.
     */
    addSingle(text: string): void {
      const result = format === 'w3c' && text.length <= MAX_SINGLE_CHARS ? readItem(text, format) : null
      if (!result || ('rejection' in result && result.rejection === NOT_AN_ANNOTATION))
        throw invalidInput('file', '这不是可以导入的批注文件')
      add(result)
    },
  }
}
