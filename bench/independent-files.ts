import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, parseFile, prepareParser, recognizeFile } from '../documents/src/index.ts'

/** The content of a file of another program, as `independent-files.py` writes it. */
interface FileTruth {
  file: string
  writer: string
  pieces: string[]
  heads: string[]
  kind: 'text' | 'scan'
  left_out?: string
}

const normalizedLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the length of the longest common subsequence, the number of characters recognized correctly. */
function commonSubsequenceLength(a: string, b: string): number {
  let row = new Uint32Array(b.length + 1)
  for (const sign of a) {
    const next = new Uint32Array(b.length + 1)
    for (let at = 1; at <= b.length; at += 1)
      next[at] = sign === b[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0)
    row = next
  }
  return row[b.length] ?? 0
}

function lostTextShare({ pieces, kind }: FileTruth, text: string): number {
  const expected = pieces.map(normalizedLetters)
  const all = expected.reduce((sum, { length }) => sum + length, 0)
  const found = expected.reduce((sum, piece) => {
    if (kind === 'scan') return sum + commonSubsequenceLength(piece, text)
    return sum + (text.includes(piece) ? piece.length : 0)
  }, 0)
  return (all - found) / all
}

const blockLetters = (blocks: readonly Block[]): string =>
  normalizedLetters(blocks.map(({ text, rows }) => rows?.flat().join('') ?? text).join(''))

function headingRecall({ heads }: FileTruth, blocks: readonly Block[]): string {
  if (heads.length === 0) return ''
  const given = new Set(
    blocks.filter(({ type }) => type === 'heading').map(({ text }) => normalizedLetters(text)),
  )
  return `${heads.filter((head) => given.has(normalizedLetters(head))).length} of ${heads.length}`
}

async function evaluateFile(folder: string, truth: FileTruth): Promise<string> {
  const path = join(folder, truth.file)
  const row = (...cells: string[]) => `| ${[truth.file, truth.writer, ...cells].join(' | ')} |`
  try {
    const { kind, fault, hint } = await recognizeFile(path, truth.file)
    if (fault) throw fault
    if (!kind) return row('–', '', '', hint ?? 'unknown')
    await prepareParser(kind)
    const began = performance.now()
    const { blocks, warnings } = await parseFile(path, kind, { report: () => {} })
    const ms = (performance.now() - began).toFixed(0)
    const lost = `${(lostTextShare(truth, blockLetters(blocks)) * 100).toFixed(1)} %`
    return row(lost, headingRecall(truth, blocks), ms, warnings.map((each) => each.kind).join(', '))
  } catch (error) {
    return row('–', '', '', error instanceof Error ? error.message : String(error))
  }
}

/** Measures how much text is lost from files written by other programs, or why they cannot be parsed. */
export async function independentBench(folder: string, python: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const maker = join(import.meta.dirname, 'independent-files.py')
  execFileSync(python, [maker, folder], { stdio: 'inherit' })
  const truths: FileTruth[] = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'))
  console.log('| file | writer | text lost | headings | ms | told |\n|---|---|---|---|---|---|')
  for (const truth of truths)
    console.log(
      truth.left_out
        ? `| ${truth.file} | not made: ${truth.left_out} | | | | |`
        : await evaluateFile(folder, truth),
    )
}
