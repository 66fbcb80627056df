import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum gzipped size, in bytes, of the JavaScript that the browser loads before the code of a screen: the shell. */
const MAX_SHELL_BYTES = 200_000

/** Matches `import … from './chunk.js'` and `import './chunk.js'` in a built file; group 1 is the file name. */
const STATIC_IMPORT = /(?:^|[;}])\s*import\s*(?:[^'"`();]*?from\s*)?["'`]\.\/([^"'`]+)["'`]/g

/**
 * Returns the gzipped sizes, in bytes by file name, of the scripts that index.html references and of all that they
 * import statically.
 */
export async function shellScripts(dist: string): Promise<Map<string, number>> {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8')
  const pending = [...page.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const sizes = new Map<string, number>()
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (sizes.has(name)) continue
    const source = await readFile(path.join(dist, 'assets', name))
    sizes.set(name, gzipSync(source, { level: 9 }).length)
    pending.push(...[...source.toString('utf8').matchAll(STATIC_IMPORT)].map(([, imported = '']) => imported))
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
