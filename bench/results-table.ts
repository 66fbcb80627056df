import { readdirSync, readFileSync } from 'node:fs'

/** One measured value of a bench. */
interface Figure {
  name: string
  value: number | string
  unit?: string
  /** A bound such as `≤ 50`, in the unit of the value. */
  goal?: string
  /** Values of the same measure for other systems, by name. */
  baseline?: Record<string, number>
  conditions?: string
  /** ISO date; absent when it is that of the whole result. */
  measured_at?: string
}

/** The published figures of one bench, as `results/BENCH.json` holds them. */
interface BenchResult {
  bench: string
  measured_at: string
  machine: string
  figures: Figure[]
}

export const RESULTS = new URL('results/', import.meta.url)

/** Reads all published results, ordered by name. */
export const readResults = (): BenchResult[] =>
  readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')))

const HEAD = '| Figure | Value | Goal | Beside | Conditions | Measured |\n|---|---|---|---|---|---|'

const quantity = (value: number | string, unit: string | undefined): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: 4 })}${unit ? ` ${unit}` : ''}`

function rowOf({ name, value, unit, goal, baseline, conditions, measured_at }: Figure, date: string): string {
  const beside = Object.entries(baseline ?? {}).map(([other, value]) => `${other} ${quantity(value, unit)}`)
  const cells = [name, quantity(value, unit), goal, beside.join(', '), conditions, measured_at ?? date]
  return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
}

const sectionOf = ({ bench, measured_at, machine, figures }: BenchResult): string =>
  [`## ${bench}`, '', `${machine}.`, '', HEAD, ...figures.map((each) => rowOf(each, measured_at)), ''].join(
    '\n',
  )

/** Returns the page of all results in Markdown. */
export const resultsPage = (results: BenchResult[]): string =>
  [
    '# Results',
    '',
    'Generated from the JSON files of this folder by `npm run bench -- table`. What each bench measures: [../README.md](../README.md).',
    '',
    ...results.map(sectionOf),
  ].join('\n')
