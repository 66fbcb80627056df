import {
  type api,
  MAX_LISTED_REFERENCES,
  MAX_REFERENCE_LIST_CHARS,
  type OutputOf,
  type ParsedInputOf,
  readWork,
} from '@scinav/contract'
import { isListHeading } from '@scinav/contract/cited-text'
import type { Block, BlockType } from '@scinav/documents'
import { formatRecord, splitList } from '../../../citation/reference-text/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { findReadableTitle, getAttachedText, type ReadyText, requireText } from '../text/readable.ts'
import { countBlocksByType, findBlocksByType, iterateBlocks } from '../text/text.ts'
import { sourcesInNotes } from './footnote-sources.ts'

type ListedCall = (typeof api.reading)['listed']

const FOOTNOTES_NOTICE = '文中没有参考文献清单，这些条目取自脚注，请先看一遍再核对'
/** No more footnotes are read once there are this many. */
const MAX_FOOTNOTES = 3_000
/** Number of blocks read at once; each contains its lines and boxes. */
const BATCH_SIZE = 100
/** Maximum length of a reference, in characters; a longer one has not been split. */
const MAX_ENTRY_CHARS = 1_500
/** Types of blocks that may contain references in formats that do not mark them. */
const RUNNING_TEXT_TYPES: ReadonlySet<BlockType> = new Set(['paragraph', 'list'])

/**
 * Returns the reference list of a readable target for checking: the references that the parser recognized, else the
 * text after the heading of the list, else the sources named in footnotes. At most `MAX_LISTED_REFERENCES` are
 * returned, in the order of the text; `left_out` counts the others. `note` tells in Chinese when the list was not
 * recognized by the parser, or that there is none; null otherwise.
 *
 * @throws AppError `document.no_text` while there is no text; `file.not_found` for a file of another user; and as
 * `requireReadable`.
 */
export async function listReferences(
  ctx: Context,
  input: ParsedInputOf<ListedCall>,
): Promise<OutputOf<ListedCall>> {
  const { title, text } = await requireListText(ctx, input)
  const parsed = await loadEntries(ctx, text)
  if (parsed.list.length > 0) return { title, ...parsed, note: null }
  const entries = await entriesAfterHeading(ctx, text)
  const sources = entries.length > 0 ? [] : sourcesInNotes(await loadFootnotes(ctx, text))
  const note = sources.length > 0 ? FOOTNOTES_NOTICE : listNotice(text, entries.length)
  const references = [...entries, ...sources]
  const list = references.slice(0, MAX_LISTED_REFERENCES).map((each) => ({ text: each }))
  return { title, list, left_out: references.length - list.length, note }
}

/** Returns the texts of the footnotes in order. */
async function loadFootnotes(ctx: Context, text: ReadyText): Promise<string[]> {
  const notes: string[] = []
  for (let after = -1; notes.length < MAX_FOOTNOTES; ) {
    const blocks = await findBlocksByType(ctx, text, { after, limit: BATCH_SIZE }, 'footnote')
    notes.push(...blocks.map(({ block }) => toSingleLine(block.text)))
    const last = blocks.at(-1)
    if (!last || blocks.length < BATCH_SIZE) break
    after = last.ordinal
    await yieldToEventLoop()
  }
  return notes
}

/** Returns the title and the text of the target: an attached file if `file_id` is given, else a document or paper. */
async function requireListText(ctx: Context, { file_id, ...target }: ParsedInputOf<ListedCall>) {
  if (file_id === undefined) {
    const readable = await requireText(ctx, target)
    return { title: await findReadableTitle(ctx, readable), text: readable.text }
  }
  const { name, text } = await getAttachedText(ctx, file_id)
  if (!text) throw new AppError('document.no_text')
  return { title: text.facts.title || name, text }
}

/** Returns the references that the parser recognized; beyond `MAX_LISTED_REFERENCES` each block counts as one. */
async function loadEntries(
  ctx: Context,
  text: ReadyText,
): Promise<Omit<OutputOf<ListedCall>, 'title' | 'note'>> {
  const entries: string[] = []
  for (let after = -1; entries.length < MAX_LISTED_REFERENCES; ) {
    const blocks = await findBlocksByType(ctx, text, { after, limit: BATCH_SIZE }, 'reference')
    entries.push(...blocks.flatMap(({ block }) => blockEntries(block)))
    const last = blocks.at(-1)
    if (!last || blocks.length < BATCH_SIZE) break
    after = last.ordinal
    await yieldToEventLoop()
  }
  const isCut = entries.length >= MAX_LISTED_REFERENCES
  const total = isCut
    ? Math.max(entries.length, await countBlocksByType(ctx, text, 'reference'))
    : entries.length
  const list = entries.slice(0, MAX_LISTED_REFERENCES).map((each) => ({ text: each }))
  return { list, left_out: total - list.length }
}

/**
 * Returns the references in a block: the formatted record of a reference file, else the text, which is split when too
 * long.
 */
function blockEntries(block: Block): string[] {
  const { work } = block as { work?: object }
  if (work) return [formatRecord(readWork(JSON.stringify(work))).slice(0, MAX_ENTRY_CHARS)]
  const text = toSingleLine(block.text)
  if (text.length > MAX_ENTRY_CHARS) return splitList(block.text)
  return text === '' ? [] : [text]
}

const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the references between the last heading of a reference list and the next heading; empty without one. */
async function entriesAfterHeading(ctx: Context, text: ReadyText): Promise<string[]> {
  const collector: EntryCollector = { texts: [], length: 0, isOpen: false }
  for await (const blocks of iterateBlocks(ctx, text))
    for (const { block } of blocks) collectEntry(collector, block)
  return splitList(collector.texts.join('\n\n'))
}

/** The texts after the last heading of a reference list. */
interface EntryCollector {
  texts: string[]
  /** Length of the texts, in characters. */
  length: number
  /** Whether a heading of a list was found and no other heading has followed yet. */
  isOpen: boolean
}

/** Adds a block to the texts if it belongs to the list; a heading of a list discards what an earlier one had. */
function collectEntry(collector: EntryCollector, { type, text }: Block): void {
  if (isListHeading(text)) Object.assign(collector, { texts: [], length: 0, isOpen: true })
  else if (type === 'heading') collector.isOpen = false
  else if (collector.isOpen && RUNNING_TEXT_TYPES.has(type) && collector.length < MAX_REFERENCE_LIST_CHARS) {
    collector.texts.push(toSingleLine(text))
    collector.length += text.length
  }
}

/** Returns the note for a list of `count` entries that the parser did not recognize, in Chinese. */
function listNotice({ facts }: ReadyText, count: number): string {
  if (count > 0) return '这份清单是照「参考文献」标题之后的文字分条的，请先看一遍再核对'
  const unclear = facts.pages.filter(({ scanned, garbled }) => scanned || garbled).length
  if (unclear > 0)
    return `没有在文中找到参考文献清单。有 ${unclear} 页是扫描图像或有乱码，清单可能在那里，请复制或键入后再核对`
  return '没有在文中找到参考文献清单：没有「参考文献」「References」这样的标题，或标题后面没有条目'
}
