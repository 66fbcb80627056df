import { Readable } from 'node:stream'
import { type api, type OutputOf, type ParsedInputOf, reference } from '@scinav/contract'
import { type PaperRecord, streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { createTimeSlicer } from '../../platform/foundation/event-loop.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import {
  type CitedSource,
  DOCX_MIME,
  listLongReferences,
  loadStyle,
  type PrintedCitedText,
  printLongCitedText,
  writeLongCitedText,
} from '../export/index.ts'
import { parseReference } from '../reference-text/index.ts'

type Citing = typeof api.citing
type CitedSourceInput = ParsedInputOf<Citing['list']>['sources'][number]

/** Returns the reference list of a text in a style, with the in-text mark of each entry. */
export async function listCitedReferences(
  ctx: Context,
  input: ParsedInputOf<Citing['list']>,
): Promise<OutputOf<Citing['list']>> {
  const style = await loadStyle(ctx, input.style)
  const { sources, missing } = await loadCitedSources(ctx, input.sources)
  const { in_text_words: words, national } = input
  return { list: await listLongReferences({ sources, style, words, national }), missing }
}

/** Writes a text with its citations and reference list as a file or as text. */
export async function writeCitedFile(
  ctx: Context,
  input: ParsedInputOf<Citing['write']>,
): Promise<OutputOf<Citing['write']> | FileReply> {
  const { text, format } = input
  const { sources, missing } = await loadCitedSources(ctx, input.sources)
  const written = await writeLongCitedText({
    text,
    sources,
    style: await loadStyle(ctx, input.style),
    words: input.in_text_words,
    national: input.national,
    format,
  })
  if (typeof written === 'string') return { text: written, missing }
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    name: `文稿-${day}.docx`,
    mime: DOCX_MIME,
    size: written.length,
    stream: () => Readable.from([written]),
  }
}

/** A source of a text: a paper of the library, or an entry as it was printed. */
type PrintedSource = Pick<CitedSourceInput, 'key' | 'paper_id' | 'entry'>

/**
 * Prints a text that cites its sources by `[@key]`, and its list, in a style; the citations of a style of notes as notes
 * where `asNotes` is set. Works that the library does not have are printed as their entries are.
 *
 * @throws AppError `citation.unknown_style`; `citation_style.over_limit`.
 */
export async function printCited(
  ctx: Context,
  given: { text: string; sources: readonly PrintedSource[]; style: string; asNotes: boolean },
): Promise<PrintedCitedText> {
  const style = await loadStyle(ctx, given.style)
  const { sources } = await loadCitedSources(ctx, given.sources)
  const { text, asNotes } = given
  return printLongCitedText({ text, sources, style, words: 'by_source', asNotes })
}

/**
 * Loads the cited works in the order of first appearance, each once: keys that cite the same paper share a source.
 * `missing` has the keys of papers that no longer exist and were given without a written entry.
 */
async function loadCitedSources(
  ctx: Context,
  given: readonly (PrintedSource & Partial<CitedSourceInput>)[],
): Promise<{ sources: CitedSource[]; missing: string[] }> {
  const records = new Map<string, PaperRecord>()
  const ids = [...new Set(given.flatMap(({ paper_id }) => paper_id ?? []))]
  for await (const batch of streamRecordsByIds(ctx, ids))
    for (const record of batch) records.set(record.id, record)
  const sourceOfEach: (CitedSource | null)[] = []
  const pause = createTimeSlicer()
  for (const each of given) {
    sourceOfEach.push(citedSource(each, records.get(each.paper_id ?? '')))
    await pause()
  }
  const sources = new Map<string, CitedSource>()
  // Sources of one work are merged.
  for (const cited of sourceOfEach.filter((source) => source !== null)) {
    const workKey = 'id' in cited.source ? `paper ${cited.source.id}` : `entry ${cited.keys[0]}`
    const known = sources.get(workKey)
    if (known) known.keys.push(...cited.keys)
    else sources.set(workKey, cited)
  }
  const missing = given.filter((_, at) => sourceOfEach[at] === null).map(({ key }) => key)
  return { sources: [...sources.values()], missing }
}

/** Returns the source of a citation: the work sent, else the paper, else the written entry; null without any. */
function citedSource(
  { key, entry, work }: PrintedSource & Partial<CitedSourceInput>,
  record: PaperRecord | undefined,
): CitedSource | null {
  if (work) return { keys: [key], source: { reference: work }, entry: null }
  if (record) return { keys: [key], source: record, entry: null }
  return entry === '' ? null : sourceFromEntry(key, entry)
}

/** The list number before a written entry: `[3]`, `【3】`, `(3)`, `3.` or `3、`. */
const ENTRY_NUMBER = /^\s{0,4}(?:\[\d{1,4}\]|【\d{1,4}】|\(\d{1,4}\)|\d{1,4}[.、])\s{0,4}/
/** The first word of an entry, taken for the family name of its first author. */
const FIRST_NAME = /^[^\s,，.．;；(（]{1,40}/

/** Builds a source from a written entry, without its list number. */
function sourceFromEntry(key: string, written: string): CitedSource {
  const entry = written.replace(ENTRY_NUMBER, '').trim()
  const { year } = parseReference(entry)
  const read = reference.parse({
    title: entry,
    authors_short: FIRST_NAME.exec(entry)?.slice(0, 1) ?? [],
    publish_date: year === null ? null : String(year),
  })
  return { keys: [key], source: { reference: read }, entry }
}
