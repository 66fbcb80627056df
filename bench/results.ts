// The published figures of benches, and the page that is made of them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** One measured value of a bench. Name and conditions identify it among the figures of the bench. */
export interface Figure {
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

/** The folder of the published figures. */
export const RESULTS = new URL('results/', import.meta.url)

/** Reads all published results, ordered by name. */
export const readResults = (): BenchResult[] =>
  readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')))

/**
 * Writes figures of a run to `results/BENCH.json` if the bench was started with `--publish`. They replace those of the
 * same name and conditions; all others stay, with the date at which they were measured.
 */
export function publishFigures(bench: string, figures: readonly Figure[]): void {
  if (!process.env.BENCH_PUBLISH) return
  const file = new URL(`${bench}.json`, RESULTS)
  const machine = `${availableParallelism()} cores`
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const published: BenchResult = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { bench, measured_at: today, machine, figures: [] }
  const identity = ({ name, conditions = '' }: Figure) => `${name}|${conditions}`
  const measured = new Map(figures.map((figure) => [identity(figure), figure]))
  const earlier = published.figures
    .filter((figure) => !measured.has(identity(figure)))
    .map((figure) => ({ ...figure, measured_at: figure.measured_at ?? published.measured_at }))
  const result = { bench, measured_at: today, machine, figures: [...figures, ...earlier] }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`${figures.length} figures are in bench/results/${bench}.json`)
}

/** Returns a number with the given number of decimals. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

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
