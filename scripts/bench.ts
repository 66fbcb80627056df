// npm run bench -- NAME: runs bench/NAME.bench.ts; with --publish, benches that return figures write them to
// bench/results/NAME.json. `table` writes bench/results/README.md from the published results.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RESULTS, readResults, resultsPage } from '../bench/results.ts'
import { repoRoot } from './node24.mjs'

const PUBLISH_OPTION = '--publish'
const folder = join(repoRoot, 'bench')
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : [],
)
// Benches take their arguments by position, so the option is taken out.
if (process.argv.includes(PUBLISH_OPTION)) process.env.BENCH_PUBLISH = '1'
process.argv = process.argv.filter((argument) => argument !== PUBLISH_OPTION)
const [name] = process.argv.slice(2)
if (name === 'table') {
  writeFileSync(new URL('README.md', RESULTS), resultsPage(readResults()))
} else if (name && names.includes(name)) {
  await import(pathToFileURL(join(folder, `${name}.bench.ts`)).href)
} else {
  console.error(`用法：npm run bench -- ${[...names, 'table'].join(' | ')}`)
  process.exit(1)
}
