// npm run bench -- NAME: runs bench/NAME.bench.ts; `table` writes bench/results/README.md from the published results.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RESULTS, readResults, resultsPage } from '../bench/results-table.ts'
import { repoRoot } from './node24.mjs'

const folder = join(repoRoot, 'bench')
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : [],
)
const [name] = process.argv.slice(2)
if (name === 'table') {
  writeFileSync(new URL('README.md', RESULTS), resultsPage(readResults()))
} else if (name && names.includes(name)) {
  await import(pathToFileURL(join(folder, `${name}.bench.ts`)).href)
} else {
  console.error(`用法：npm run bench -- ${[...names, 'table'].join(' | ')}`)
  process.exit(1)
}
