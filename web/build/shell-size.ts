import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum gzipped size of the JavaScript that the shell needs before a screen's own code, in bytes. */
const MAX_SHELL_BYTES = 260_000

const STATIC_IMPORT = /(?:^|[;}])\s*import\s*(?:[^'"`();]*?from\s*)?["'`]\.\/([^"'`]+)["'`]/g

/** Returns every script that index.html references, with its static imports, and their gzipped sizes. */
export async function shellScripts(dist: string): Promise<Map<string, number>> {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8')
  const left = [...page.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const sizes = new Map<string, number>()
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (sizes.has(name)) continue
    const source = await readFile(path.join(dist, 'assets', name))
    sizes.set(name, gzipSync(source, { level: 9 }).length)
    left.push(...[...source.toString('utf8').matchAll(STATIC_IMPORT)].map(([, imported = '']) => imported))
  }
  return sizes
}

if (import.meta.main) {
  const sizes = await shellScripts(path.join(import.meta.dirname, '..', 'dist'))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  for (const [name, size] of sizes) console.log(`${String(size).padStart(8)}  ${name}`)
  console.log(`${String(total).padStart(8)}  shell, gzipped (at most ${MAX_SHELL_BYTES})`)
  if (total > MAX_SHELL_BYTES) process.exitCode = 1
}
