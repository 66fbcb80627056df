// Scores fields of references with the tool of shared/tools.
import { existsSync } from 'node:fs'
import type { ReferenceFields } from '../formats/src/references/assemble.ts'
import type { GoldReference } from './reference-gold.ts'
import { type Figure, rounded } from './results.ts'

interface Counts {
  tp: number
  fp: number
  fn: number
}

interface Scorer {
  FIELDS: readonly string[]
  f1: (counts: Counts) => number
  total: (
    golds: readonly GoldReference[],
    fields: ReadonlyMap<string, ReferenceFields>,
  ) => { n: number; whole: number; strict: Record<string, Counts> & { micro: Counts } }
}

const TOOL = new URL('../../shared/tools/reference-fields.mjs', import.meta.url)

/** Loads the tool; null, with a message, when it is absent. */
export async function loadScorer(): Promise<Scorer | null> {
  if (existsSync(TOOL)) return (await import(TOOL.href)) as Scorer
  console.log('the scorer is not here (shared/tools/reference-fields.mjs): nothing is scored')
  return null
}

/** Groups references by language, by source, and into those of the two files. */
function groupReferences(golds: readonly GoldReference[]): [string, GoldReference[]][] {
  const isStyle = ({ source }: GoldReference) => source === 'zh-styles'
  const groups = Object.groupBy(golds, (gold) => (isStyle(gold) ? 'references-zh' : 'references'))
  const rest = golds.filter((gold) => !isStyle(gold))
  return [
    ...Object.entries(groups),
    ...Object.entries(Object.groupBy(rest, ({ lang }) => `language ${lang}`)).toSorted(),
    ...Object.entries(Object.groupBy(rest, ({ source }) => `source ${source}`)).toSorted(),
  ].map(([name, list = []]) => [name, list])
}

/** The goals of micro F1 by group. */
const GOALS: Readonly<Record<string, string>> = {
  references: '≥ 0.93',
  'references-zh': '≥ 0.9',
  'language en': '≥ 0.93',
  'language zh': '≥ 0.9',
}

/** Prints how well fields agree with those of the gold, by group, and returns the figures. */
export function scoreFields(
  { total, f1, FIELDS }: Scorer,
  golds: readonly GoldReference[],
  fields: ReadonlyMap<string, ReferenceFields>,
  conditions: string,
): Figure[] {
  return groupReferences(golds).flatMap(([name, list]) => {
    const { n, whole, strict } = total(list, fields)
    const micro = rounded(f1(strict.micro), 3)
    const share = rounded(whole / n, 3)
    const each = FIELDS.map((field) => `${field} ${f1(strict[field] ?? strict.micro).toFixed(3)}`)
    console.log(`${name}: ${n} references, micro F1 ${micro}, whole ${share}; ${each.join(', ')}`)
    const goal = GOALS[name]
    return [
      { name: `${name} (${n}): micro F1`, value: micro, conditions, ...(goal && { goal }) },
      { name: `${name} (${n}): whole`, value: share, conditions, ...(goal && { goal: '≥ 0.75' }) },
    ]
  })
}
