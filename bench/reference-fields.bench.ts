// npm run bench -- reference-fields [IN.jsonl OUT.jsonl]: reads the fields of the references of a file of lines
// `{id, text}` and writes a line `{id, fields}` for each, to be scored with shared/tools/reference-fields.mjs. Without
// files, the labelled references of shared/data/references are read, which the shipped model has seen in training, and
// the unlabelled ones, which it has not: those of one work have to agree. `shown` prints the works that do not.
import { readFileSync, writeFileSync } from 'node:fs'
import type { ReferenceFields } from '../formats/src/references/assemble.ts'
import { readReferenceFields } from '../formats/src/references/read-reference.ts'
import { scoreAgreement } from './reference-agreement.ts'
import { type GoldReference, readGoldReferences, readJsonLines } from './reference-gold.ts'
import { loadScorer, scoreFields } from './reference-score.ts'
import { publishFigures, rounded } from './results.ts'

const [input, output] = process.argv.slice(3)

function readAll(references: readonly GoldReference[]): Map<string, ReferenceFields> {
  readReferenceFields('') // The model is read once a process.
  const began = process.cpuUsage()
  const read = new Map(references.map(({ id, text }) => [id, readReferenceFields(text)]))
  const perSecond = rounded(references.length / (process.cpuUsage(began).user / 1e6), 0)
  console.log(`${references.length} references, ${perSecond} in a second of one core`)
  publishFigures('reference-fields', [
    { name: 'references read', value: perSecond, unit: 'per second of one core', goal: '≥ 60' },
  ])
  return read
}

if (input && output) {
  const lines = Array.from(readAll(readJsonLines(readFileSync(input, 'utf8'))), ([id, fields]) =>
    JSON.stringify({ id, fields }),
  )
  writeFileSync(output, `${lines.join('\n')}\n`)
} else {
  const golds = readGoldReferences()
  const scorer = await loadScorer()
  publishFigures('reference-fields', scoreAgreement(readReferenceFields))
  if (golds && scorer) scoreFields(scorer, golds, readAll(golds), 'seen in training')
}
