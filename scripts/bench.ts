// npm run bench -- NAME: runs bench/NAME.ts; without a name it says which there are.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repoRoot } from './node24.mjs'

const folder = join(repoRoot, 'bench')
const names = readdirSync(folder).flatMap((file) =>
  file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : [],
)
const [name] = process.argv.slice(2)
if (!name || !names.includes(name)) {
  console.error(`用法：npm run bench -- ${names.join(' | ')}`)
  process.exit(1)
}
await import(pathToFileURL(join(folder, `${name}.bench.ts`)).href)
