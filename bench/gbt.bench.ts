// npm run bench -- gbt [IN.jsonl OUT.jsonl]: prints the items of a file of examples of GB/T 7714-2025, lines of the form
// of shared/data/gbt7714-2025/examples.jsonl, and writes a line `{id, text}` for each, to be scored with
// shared/tools/gbt7714-2025.mjs. Without files, the examples of shared/data are printed and scored.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import {
  type CslItem,
  formatReference,
  formatReferenceList,
  readCsl,
  runsText,
  type StyleId,
  withNoteFields,
} from '../citation/src/index.ts'
import { readJsonLines } from './reference-gold.ts'
import { type Figure, publishFigures, RESULTS, rounded } from './results.ts'

/** An example of the standard: what it prints, and the item that it prints. */
interface Example {
  /** The clause or annex, and the number within it: `8.2.2:6`. */
  id: string
  /** `fragment`: a part of an entry, such as a name or a title. */
  kind: 'entry' | 'fragment'
  system: 'numeric' | 'author-date'
  expected: string
  also_right?: string[]
  csl: unknown
}

interface Tool {
  fold: (text: string) => string
  right: (example: Example, text: string) => boolean
}

const EXAMPLES = new URL('../../shared/data/gbt7714-2025/examples.jsonl', import.meta.url)
const TOOL = new URL('../../shared/tools/gbt7714-2025.mjs', import.meta.url)
const DETAILS = new URL('details/gbt.json', RESULTS)

/** Why entries and fragments remain that are not printed as the standard prints them. */
const REASONS: Readonly<Record<string, string>> = {
  'b.8:10':
    'The print has hyphens where the title has dashes; the English twin of the same standard, b.8:9, keeps the dashes.',
  '7.2.1:3': 'The item lacks the second half of the title.',
  '7.6:1': 'The fragment is printed with its address.',
}

/** The share of the same entries that another program prints so from its own data, as shared/data states it. */
const OTHER_PROGRAMS = { 'gbt7714-bibtex-style 3': 0.76 }

const itemOf = ({ csl }: Example): CslItem => withNoteFields(readCsl(csl))
const styleOf = ({ system }: Example): StyleId => `gb-2025-${system}`
const clauseOf = ({ id }: Example): string => id.split(':')[0] ?? id

/**
 * Prints a part of an entry: the entry of an item that has nothing else, without its mark and full stops. A place is
 * stated as missing where the part is an imprint.
 */
function printFragment(example: Example): string {
  const item = itemOf(example)
  const runs = formatReference(styleOf(example), item, { placeholders: item.publisher !== undefined })
  return runsText(runs)
    .replace(/\[[A-Z]+(?:\/[A-Z]+)?\]/, '')
    .replace(/^[.\s]+|\.$/g, '')
}

/** Prints all examples. Entries of one clause by author and date are one list, so that equal years get letters. */
function printExamples(examples: readonly Example[]): Map<string, string> {
  const printed = new Map<string, string>()
  const lists = Map.groupBy(examples, (each) =>
    each.kind === 'entry' && each.system === 'author-date' ? clauseOf(each) : each.id,
  )
  for (const list of lists.values()) {
    const [first] = list
    if (!first) continue
    if (first.kind === 'fragment') {
      printed.set(first.id, printFragment(first))
      continue
    }
    const { entries, order } = formatReferenceList(styleOf(first), list.map(itemOf))
    for (const [at, from] of order.entries()) printed.set(list[from]?.id ?? '', runsText(entries[at] ?? []))
  }
  return printed
}

/** Returns the different texts of examples, each with whether every example of it is printed as the standard does. */
function distinctTexts(
  examples: readonly Example[],
  { fold, right }: Tool,
  printed: ReadonlyMap<string, string>,
) {
  const distinct = new Map<string, boolean>()
  for (const example of examples) {
    const key = `${example.system} ${fold(example.expected)}`
    const isRight = right(example, printed.get(example.id) ?? '')
    distinct.set(key, (distinct.get(key) ?? true) && isRight)
  }
  return [...distinct.values()]
}

function scoreExamples(
  examples: readonly Example[],
  tool: Tool,
  printed: ReadonlyMap<string, string>,
): Figure[] {
  return (['entry', 'fragment'] as const).map((kind) => {
    const all = distinctTexts(
      examples.filter((example) => example.kind === kind),
      tool,
      printed,
    )
    const equal = all.filter(Boolean).length
    return {
      name: kind === 'entry' ? 'entries printed as the standard does' : 'parts of entries printed so',
      value: rounded(equal / all.length, 3),
      ...(kind === 'entry' && { goal: '≥ 0.97', baseline: OTHER_PROGRAMS }),
      conditions: `open half, ${equal} of ${all.length} different`,
    }
  })
}

const [input, output] = process.argv.slice(3).filter((argument) => argument.endsWith('.jsonl'))
if (input && output) {
  const examples = readJsonLines<Example>(readFileSync(input, 'utf8'))
  const lines = Array.from(printExamples(examples), ([id, text]) => JSON.stringify({ id, text }))
  writeFileSync(output, `${lines.join('\n')}\n`)
} else if (existsSync(EXAMPLES) && existsSync(TOOL)) {
  const examples = readJsonLines<Example>(readFileSync(EXAMPLES, 'utf8'))
  const tool = (await import(TOOL.href)) as Tool
  const printed = printExamples(examples)
  const differing = examples.filter((example) => !tool.right(example, printed.get(example.id) ?? ''))
  for (const { id, expected } of differing) console.log(`${id}\n  ${expected}\n  ${printed.get(id)}`)
  const figures = scoreExamples(examples, tool, printed)
  console.table(figures)
  publishFigures('gbt', figures)
  if (process.env.BENCH_PUBLISH) {
    const differences = differing.map(({ id, kind }) => ({ id, kind, reason: REASONS[id] ?? 'unexplained' }))
    writeFileSync(DETAILS, `${JSON.stringify({ differences }, null, 2)}\n`)
  }
} else console.log('the examples or the tool are not here (shared/data/gbt7714-2025): nothing to measure')
