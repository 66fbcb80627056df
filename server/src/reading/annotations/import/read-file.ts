import { breath } from '../../../platform/foundation/breath.ts'
import { invalid } from '../../../platform/foundation/errors.ts'
import { listReader } from './list-reader.ts'
import { type Given, LONGEST_ITEM, NO_ANNOTATION, type ReadItem, readItem } from './read-item.ts'

export type { Given } from './read-item.ts'

type Format = 'w3c' | 'json'

/** An entry of a file that could not be taken: its number, from 1, and why, in Chinese. */
interface Refusal {
  n: number
  why: string
}

/** What a file of annotations brings. */
interface ReadFile {
  given: Given[]
  refused: number
  /** The first of them, with their reasons. */
  problems: Refusal[]
}

/** What one file may bring, and entries of it that are looked at. */
const MOST = 10_000
const MOST_LOOKED_AT = 20_000
const MOST_PROBLEMS = 20
/** Entries that are read before others have their turn, and signs of one that is read alone. */
const AT_ONCE = 50
const LONG = 2_000
/** Bytes that are made text at once. */
const PIECE = 65_536

/** A single annotation is a W3C file too, of no more than this. */
const LONGEST_SINGLE = 100_000

/**
 * Reads the annotations of a file as it comes, piece by piece: others have their turn in between, however long it is.
 *
 * @throws AppError `input.invalid` where it is no such file.
 */
export async function readAnnotations(bytes: AsyncIterable<Uint8Array>, format: Format): Promise<ReadFile> {
  const reader = listReader(format === 'json' ? 'annotations' : 'items', LONGEST_ITEM)
  const found = gathering(format)
  let head = ''
  for await (const piece of textIn(bytes)) {
    if (head.length <= LONGEST_SINGLE) head += piece
    for (const item of reader.feed(piece)) if (found.add(item)) await breath()
    await breath()
  }
  const state = reader.state()
  if (state === 'broken' && found.count() > 0) found.refuse('文件在这一条中断了，后面的没有读到')
  else if (state !== 'whole') found.addSingle(head)
  return found.file
}

async function* textIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += PIECE)
      yield decoder.decode(chunk.subarray(from, from + PIECE), { stream: true })
  yield decoder.decode()
}

function gathering(format: Format) {
  const file: ReadFile = { given: [], refused: 0, problems: [] }
  let n = 0

  function refuse(why: string): void {
    n += 1
    file.refused += 1
    if (file.problems.length < MOST_PROBLEMS) file.problems.push({ n, why })
  }
  function take(read: ReadItem): void {
    if ('why' in read) refuse(read.why)
    else {
      n += 1
      file.given.push(read.given)
    }
  }
  return {
    file,
    refuse,
    count: () => n,
    /** Answers whether others should have their turn. */
    add(item: string | null): boolean {
      if (file.given.length >= MOST || n >= MOST_LOOKED_AT) refuse(`一个文件最多 ${MOST} 条`)
      else take(readItem(item, format))
      return n % AT_ONCE === 0 || (item?.length ?? 0) > LONG
    },
    /** What is no list may be a single annotation. @throws AppError `input.invalid` where it is none. */
    addSingle(text: string): void {
      const read = format === 'w3c' && text.length <= LONGEST_SINGLE ? readItem(text, format) : null
      if (!read || ('why' in read && read.why === NO_ANNOTATION))
        throw invalid('file', '这不是可以导入的批注文件')
      take(read)
    },
  }
}
