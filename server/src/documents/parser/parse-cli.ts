// `npm run parse -- FILE` prints the blocks of a document as JSON; nothing is stored. The exit code is 1 when the file
// cannot be read, 2 without a file, else 0.
import { basename } from 'node:path'
import {
  type Block,
  documentFault,
  type ParsedDocument,
  parseFile,
  prepareParser,
  recognizeFile,
  UnreadableDocument,
} from '@scinav/documents'

const [path] = process.argv.slice(2)

/** Returns the fields of a block that benchmarks compare, without offsets and facts about pages. */
const printedBlock = ({ type, level, text, page, boxes, rows }: Block) => ({
  type,
  ...(level !== undefined && { level }),
  text,
  page,
  boxes,
  ...(rows && { rows }),
})

const printDocument = ({ title, authors, pages, blocks }: ParsedDocument, ms: number): string =>
  JSON.stringify({ title, authors, pages: pages.length, ms, blocks: blocks.map(printedBlock) })

/** Parses a file and returns it as JSON; the time excludes loading the parser. */
async function parseToText(file: string): Promise<string> {
  const { kind, fault, hint } = await recognizeFile(file, basename(file))
  if (fault) throw fault
  if (!kind) throw documentFault('unknown-format', { hint: hint ?? '' })
  await prepareParser(kind)
  const started = performance.now()
  const document = await parseFile(file, kind, { report: () => {} })
  return printDocument(document, Math.round(performance.now() - started))
}

async function main(file: string | undefined): Promise<number> {
  if (file === undefined) {
    console.error('用法：npm run parse -- 文件')
    return 2
  }
  try {
    process.stdout.write(`${await parseToText(file)}\n`)
    return 0
  } catch (error) {
    console.error(
      error instanceof UnreadableDocument ? `${error.message}。` : `无法读取文件：${failureReason(error)}。`,
    )
    return 1
  }
}

const failureReason = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? '文件不存在' : '发生意外错误'

// As in the parser processes of the server: promises that pdf.js rejects without a handler do not end the rest.
process.on('unhandledRejection', () => {})
process.exitCode = await main(path)
