import { readFileSync } from 'node:fs'
import { blankWork, type Work } from '@scinav/contract'
import { type Block, documentFault, type Passage } from '@scinav/documents'
import type { ParsedFile, ParserPool } from '../platform/providers/parsing.ts'

type ParseTask = Parameters<ParserPool['parse']>[0]
type ParseTurn = NonNullable<Parameters<ParserPool['parse']>[1]>

/** A parse that waits for the test. */
interface PendingParse extends ParseTask {
  report: NonNullable<ParseTurn['report']>
  /** Continues the parse, or makes it fail with the given error. */
  release: (fault?: Error) => void
}

/**
 * Creates a parser pool that parses texts in this process: a paragraph is a block and a passage. A text that begins
 * with 「坏」 cannot be parsed; one that begins with 「等」 waits for the test; lines 「doi:…」, 「arxiv:…」, 「刊名:…」, 「作者:…」 and
 * 「题录:…」 set the corresponding fields.
 */
export function scriptedParsing({ width = 2 }: { width?: number } = {}) {
  const held: PendingParse[] = []
  const begun: string[] = []
  const scans = { unfinished: 0 }
  const parsing: ParserPool = {
    width,
    unfinished: () => scans.unfinished,
    place: () => null,
    close: () => {},
    async parse(task, { signal = new AbortController().signal, report = () => {} } = {}) {
      const text = readFileSync(task.path, 'utf8')
      begun.push(text)
      await task.structure?.(signal)
      report({ stage: 'read', done: 1, all: 2 })
      if (text.startsWith('等'))
        await new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          held.push({ ...task, report, release: (fault) => (fault ? reject(fault) : resolve()) })
        })
      if (text.startsWith('坏')) throw documentFault('damaged')
      return parsedFile(text)
    },
  }
  return { parsing, held, begun, scans }
}

async function* singleBatch<Item>(items: Item[]): AsyncGenerator<Item[]> {
  if (items.length > 0) yield items
}

function parsedFile(text: string): ParsedFile {
  const works = [...text.matchAll(/^题录:(.*)$/gm)].map(([, title = '']): Work => blankWork(title, 1))
  const paragraphs = works.length > 0 ? [] : text.split('\n\n')
  const blocks = paragraphs.map((each): Block => ({ type: 'paragraph', text: each, page: 1, boxes: [] }))
  let start = 0
  const passages = paragraphs.map((each, ordinal): Passage => {
    const passage = { ordinal, kind: 'text' as const, heading_path: [], text: each, page: 1, boxes: [] }
    start += each.length + 2
    return { ...passage, start: start - each.length - 2, end: start - 2 }
  })
  const doi = /^doi:(\S+)$/m.exec(text)?.[1]
  const arxiv = /^arxiv:(\S+)$/m.exec(text)?.[1]
  const venue = /^刊名:(\S+)$/m.exec(text)?.[1]
  const page = { page: 1, width: 600, height: 800, rotation: 0 as const, columns: 1 }
  return {
    facts: {
      kind: 'text',
      title: paragraphs[0] ?? '',
      authors: [...text.matchAll(/^作者:(.*)$/gm)].map(([, name = '']) => name),
      identifiers: { ...(doi && { doi }), ...(arxiv && { arxiv }) },
      ...(venue && { publication: { kind: 'journal', venue, date: '2020' } }),
      language: 'zh',
      pages: [{ ...page, scanned: false, garbled: false, confidence: 1 }],
      outline: [],
      warnings: [{ kind: 'scanned-page', count: 1 }],
      parser: { name: 'scripted', version: '1' },
      blocks: blocks.length,
      passages: passages.length,
      works: works.length,
    },
    blocks: () => singleBatch(blocks),
    passages: () => singleBatch(passages),
    works: () => singleBatch(works),
    discard: async () => {},
  }
}
