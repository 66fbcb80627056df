// npm run bench -- reference-fields [IN.jsonl OUT.jsonl]: reads the fields of the references of a file of lines
// `{id, text}` and writes a line `{id, fields}` for each, to be scored with shared/tools/reference-fields.mjs. Without
// files, the labelled references of shared/data/references are read and scored.
import { readFileSync, writeFileSync } from 'node:fs'
import type { ReferenceFields } from '../formats/src/references/assemble.ts'
import { parseReference } from '../server/src/citation/check/index.ts'
import { type GoldReference, readGoldReferences, readJsonLines } from './reference-gold.ts'
import { loadScorer, scoreFields } from './reference-score.ts'
import { publishFigures } from './results.ts'

const [input, output] = process.argv.slice(3)

/** Returns the fields that the parser of the reference check reads. */
function readFields(text: string): ReferenceFields {
  const { doi, year, title, place } = parseReference(text)
  const fields = {
    title,
    doi,
    date: year === null ? null : String(year),
    container: place?.journal,
    volume: place?.volume,
    issue: place?.issue,
    pages: place?.pages,
  }
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value)),
    ...(place && title === null ? { author: [place.names] } : {}),
  }
}

function readAll(references: readonly GoldReference[]): Map<string, ReferenceFields> {
  const began = performance.now()
  const read = new Map(references.map(({ id, text }) => [id, readFields(text)]))
  const perSecond = references.length / ((performance.now() - began) / 1000)
  console.log(`${references.length} references, ${perSecond.toFixed(0)} a second`)
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
  if (golds && scorer)
    publishFigures(
      'reference-fields',
      scoreFields(scorer, golds, readAll(golds), 'patterns of the reference check'),
    )
}
