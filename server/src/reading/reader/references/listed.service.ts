import {
  type api,
  MOST_LISTED,
  MOST_LISTED_TEXT,
  type OutputOf,
  type ParsedInputOf,
  readWork,
} from '@scinav/contract'
import { isListHeading } from '@scinav/contract/cited-text'
import type { Block, BlockType } from '@scinav/documents'
import { entryOfRecord, splitList } from '../../../citation/check/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import { attachedText } from '../text/attached-text.ts'
import { type ReadyText, requireText } from '../text/readable.ts'
import { allBlocks, blocksOfType, countOfType } from '../text/text.ts'
import { titleOf } from '../text/title.ts'
import { sourcesInNotes } from './noted-sources.ts'

type Listed = (typeof api.reading)['listed']

/**
 * The list of references of what the caller may read, to be checked: as the parser took it apart, else what stands behind
 * its heading, else the sources that its footnotes name. A text without any says so.
 *
 * @throws AppError `document.no_text` while there is no text, `file.not_found` for somebody else's file, and as
 * `requireReadable`.
 */
export async function listReferences(ctx: Context, input: ParsedInputOf<Listed>): Promise<OutputOf<Listed>> {
  const { title, text } = await textToRead(ctx, input)
  const parsed = await entriesOf(ctx, text)
  if (parsed.list.length > 0) return { title, ...parsed, note: null }
  const entries = await behindHeading(ctx, text)
  const sources = entries.length > 0 ? [] : sourcesInNotes(await footnotesOf(ctx, text))
  const note = sources.length > 0 ? FROM_NOTES : noteOn(text, entries.length)
  const all = [...entries, ...sources]
  const list = all.slice(0, MOST_LISTED).map((each) => ({ text: each }))
  return { title, list, left_out: all.length - list.length, note }
}

const FROM_NOTES = '文中没有参考文献清单，这些条目取自脚注，请先看一遍再核对'
/** Footnotes of a text that are looked at. */
const MAX_NOTES = 3_000

/** The texts of footnotes, in order. */
async function footnotesOf(ctx: Context, text: ReadyText): Promise<string[]> {
  const notes: string[] = []
  for (let after = -1; notes.length < MAX_NOTES; ) {
    const blocks = await blocksOfType(ctx, text, { after, limit: PART }, 'footnote')
    notes.push(...blocks.map(({ block }) => inOneLine(block.text)))
    const last = blocks.at(-1)
    if (!last || blocks.length < PART) break
    after = last.ordinal
    await breath()
  }
  return notes
}

async function textToRead(ctx: Context, { file_id, ...target }: ParsedInputOf<Listed>) {
  if (file_id === undefined) {
    const read = await requireText(ctx, target)
    return { title: await titleOf(ctx, read), text: read.text }
  }
  const { name, text } = await attachedText(ctx, file_id)
  if (!text) throw new AppError('document.no_text')
  return { title: text.facts.title || name, text }
}

/** Blocks that are read at once: each has its lines and boxes. */
const PART = 100

async function entriesOf(ctx: Context, text: ReadyText): Promise<Omit<OutputOf<Listed>, 'title' | 'note'>> {
  const entries: string[] = []
  for (let after = -1; entries.length < MOST_LISTED; ) {
    const blocks = await blocksOfType(ctx, text, { after, limit: PART }, 'reference')
    entries.push(...blocks.flatMap(({ block }) => entriesIn(block)))
    const last = blocks.at(-1)
    if (!last || blocks.length < PART) break
    after = last.ordinal
    await breath()
  }
  const isCut = entries.length >= MOST_LISTED
  const total = isCut ? Math.max(entries.length, await countOfType(ctx, text, 'reference')) : entries.length
  const list = entries.slice(0, MOST_LISTED).map((each) => ({ text: each }))
  return { list, left_out: total - list.length }
}

/** An entry that is longer was not taken apart. */
const LONGEST = 1_500

/** A block of a file of references has its record, which is printed; any other has an entry as it stands in the text. */
function entriesIn(block: Block): string[] {
  const { work } = block as { work?: object }
  if (work) return [entryOfRecord(readWork(JSON.stringify(work))).slice(0, LONGEST)]
  const text = inOneLine(block.text)
  if (text.length > LONGEST) return splitList(block.text)
  return text === '' ? [] : [text]
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What an entry of a list may be, where a format does not mark them. */
const RUNNING: ReadonlySet<BlockType> = new Set(['paragraph', 'list'])

/** The entries between the last heading of a list and the heading behind it. */
async function behindHeading(ctx: Context, text: ReadyText): Promise<string[]> {
  const reading: Behind = { found: [], length: 0, isOpen: false }
  for await (const part of allBlocks(ctx, text)) for (const { block } of part) takeBehind(reading, block)
  return splitList(reading.found.join('\n\n'))
}

interface Behind {
  found: string[]
  length: number
  isOpen: boolean
}

function takeBehind(reading: Behind, { type, text }: Block): void {
  if (isListHeading(text)) Object.assign(reading, { found: [], length: 0, isOpen: true })
  else if (type === 'heading') reading.isOpen = false
  else if (reading.isOpen && RUNNING.has(type) && reading.length < MOST_LISTED_TEXT) {
    reading.found.push(inOneLine(text))
    reading.length += text.length
  }
}

function noteOn({ facts }: ReadyText, found: number): string | null {
  if (found > 0) return '这份清单是照「参考文献」标题之后的文字分条的，请先看一遍再核对'
  const unclear = facts.pages.filter(({ scanned, garbled }) => scanned || garbled).length
  if (unclear > 0)
    return `没有在文中找到参考文献清单。有 ${unclear} 页是扫描图像或有乱码，清单可能在那里，请复制或键入后再核对`
  return '没有在文中找到参考文献清单：没有「参考文献」「References」这样的标题，或标题后面没有条目'
}
