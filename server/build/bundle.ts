// npm run build -w server: bundles the server into server/dist. Loading a few large files takes much less time than
// resolving and loading thousands of modules (docs/adr/0044).
import { renameSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { builds } from '../../scripts/setup/builds.mjs'

const ROOT = resolve(import.meta.dirname, '..', '..')
const TARGET = join(ROOT, 'server', 'dist')

/** Packages that stay outside: they contain machine code, or find files of their own beside their modules. */
const OUTSIDE = /^(?:@node-rs\/|@hyzyla\/pdfium|pdfjs-dist|tesseract\.js)/

/** Matches the address of a module that a thread or process runs, and every other use of a module's own address. */
const OWN_ADDRESS = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.url/g

/** Returns the path of a module from the root, such as `server/src/main.ts`. */
const pathFromRoot = (id: string) => relative(ROOT, id).replaceAll('\\', '/')

/** Returns the file of a bundled program, such as `search.threads.writer-thread.js`. */
const programFile = (id: string) =>
  pathFromRoot(id).replace('/src/', '/').replaceAll('/', '.').replace(/ts$/, 'js')

/**
 * Keeps the addresses of modules valid: a module continues to find its data files beside its source, and the programs
 * that it starts are bundled like the server.
 */
const addresses: Plugin = {
  name: 'addresses',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta.url' },
    handler(code, id) {
      const source = `new URL('../../${pathFromRoot(id)}', import.meta.url).href`
      return code.replaceAll(OWN_ADDRESS, (_, program?: string) => {
        if (!program) return source
        const module = join(dirname(id), program)
        const fileName = programFile(module)
        this.emitFile({ type: 'chunk', id: module, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    },
  },
}

/** Packages that know where they lie, for what the server does not use: threads that write the log. */
const PLACED = /node_modules\/(?:pino|thread-stream)\//

/** Refuses further packages that would look for their files beside the bundle. */
const placedPackages: Plugin = {
  name: 'placed-packages',
  transform: {
    filter: {
      id: { include: /node_modules/, exclude: PLACED },
      code: /\b(?:__dirname|__filename|import\.meta\.(?:url|dirname|filename))\b/,
    },
    handler(_code, id) {
      this.error(`${id} finds files by its own place, so its package belongs into OUTSIDE`)
    },
  },
}

/**
 * Checks that a change of any bundled module leads to a new build.
 *
 * @throws Error when a module is not among the sources that are compared
 */
function requireKnownSources(ids: string[]): void {
  const own = ids.filter((id) => id.startsWith(ROOT) && !id.includes('node_modules')).map(pathFromRoot)
  const isKnown = (path: string) => builds.server.sources.some((source) => path.startsWith(`${source}/`))
  const unknown = own.filter((path) => !isKnown(path))
  if (unknown.length > 0) throw new Error(`scripts/setup/builds.mjs lacks sources: ${unknown.join(', ')}`)
}

const bundle = await rolldown({
  cwd: ROOT,
  input: { main: join(ROOT, 'server', 'src', 'main.ts') },
  platform: 'node',
  external: OUTSIDE,
  plugins: [addresses, placedPackages],
})
const made = join(ROOT, '.scinav', `server-${process.pid}`)
const { output } = await bundle.write({ dir: made, format: 'esm', chunkFileNames: '[name]-[hash].js' })
requireKnownSources(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
// In one step, so that no start finds half of it.
rmSync(TARGET, { recursive: true, force: true })
renameSync(made, TARGET)
