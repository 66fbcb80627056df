import { once } from 'node:events'
import { appendFileSync, createWriteStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  cutIntoPassages,
  documentFault,
  type FileKind,
  type ParsedDocument,
  type ParseStage,
  parseFile,
  type RecognitionSteps,
  type RecognizedPage,
  readReferences,
  recognizeFile,
  withStructure,
} from '@scinav/documents'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import type { ParseCommand } from './messages.ts'
import type { ParsedLine } from './parsed-file.ts'

/** Receives the progress of a parse: the stage, with the pages done and all pages, 0 where a format has none. */
export type ReportStage = (stage: ParseStage | 'split', done: number, all: number) => void

/**
 * Parses a file and writes its document, or its works, as lines of JSON to `out`.
 *
 * @throws MorePages when a step of character recognition has ended and pages remain; UnreadableDocument with a reason
 * for the owner of the file.
 */
export async function parseToFile(
  { path, name, out, structure, pages, step_ms }: ParseCommand,
  report: ReportStage,
): Promise<void> {
  const { kind, hint, fault } = await recognizeFile(path, name)
  if (fault) throw fault
  if (!kind) throw documentFault('unknown-format', { hint: hint ?? '' })
  if (kind === 'bibtex' || kind === 'ris') return writeReferences(path, kind, out)
  const parsed = await parseFile(path, kind, { report, steps: await openSteps(pages, step_ms) })
  report('split', 0, 0)
  const tei = structure ? await readFile(structure) : null
  const document = structure === undefined || kind !== 'pdf' ? parsed : withStructure(parsed, tei)
  await writeDocument(document, kind, out)
}

/** Opens the file of recognized pages, one per line, so that the pages of a step survive the process. */
async function openSteps(pages: string, step_ms: number): Promise<RecognitionSteps> {
  const lines = existsSync(pages) ? (await readFile(pages, 'utf8')).split('\n').filter(Boolean) : []
  return {
    recognized: lines.flatMap(parsePageLine),
    // A leading line break, because a kill may have truncated the line before.
    save: (page) => appendFileSync(pages, `\n${JSON.stringify(page)}\n`, { mode: 0o600 }),
    step_ms,
  }
}

/** Parses a stored page; returns none when the line is truncated. */
function parsePageLine(line: string): RecognizedPage[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** Writes the works of a bibliographic file as lines, without blocks and passages. */
async function writeReferences(path: string, kind: FileKind, out: string): Promise<void> {
  const { works, broken } = await readReferences(path)
  const { write, end } = createLineWriter(out)
  const facts: DocumentFacts = {
    kind,
    title: '',
    authors: [],
    identifiers: {},
    language: 'other',
    pages: [],
    outline: [],
    warnings: broken > 0 ? [{ kind: 'parts-left-out', count: broken }] : [],
    parser: { name: 'references', version: '1' },
    blocks: 0,
    passages: 0,
    works: works.length,
  }
  await write({ facts })
  for (const work of works) await write({ work })
  await end()
}

/** Writes a parsed document line by line: its facts, its blocks, then its passages. */
async function writeDocument(
  { blocks, ...about }: ParsedDocument,
  kind: FileKind,
  out: string,
): Promise<void> {
  const passages = cutIntoPassages({ blocks, ...about })
  const { write, end } = createLineWriter(out)
  const facts: DocumentFacts = { ...about, kind, blocks: blocks.length, passages: passages.length, works: 0 }
  await write({ facts })
  for (const block of blocks) await write({ block })
  for (const passage of passages) await write({ passage })
  await end()
}

/** Creates a writer of JSON lines that waits whenever the disk is slower than the parser. */
function createLineWriter(out: string) {
  const file = createWriteStream(out, { mode: 0o600 })
  return {
    async write(line: ParsedLine): Promise<void> {
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain')
    },
    async end(): Promise<void> {
      file.end()
      await once(file, 'finish')
    },
  }
}
