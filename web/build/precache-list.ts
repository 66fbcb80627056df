import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Not precached: large, and needed only by users who open a PDF. */
const PDF_VIEWER = /^pdf(?:js)?[.-]/
/** Not precached: the copies that the server chooses itself, and the font formats that only old browsers load. */
const UNUSED_COPY = /\.(?:br|gz|ttf|woff)$/
/** The string literal `'__PRECACHE__'` in the worker's source, in whichever quotes the minifier wrote. */
const PLACEHOLDER = /(["'`])__PRECACHE__\1/

/**
 * Writes into dist/sw.js the list of files to cache and a hash of the whole build, so that the browser finds a new
 * worker after a changed build and only then.
 */
export function precacheList(): Plugin {
  let dist = ''
  return {
    name: 'scinav-precache-list',
    apply: 'build',
    configResolved(config) {
      dist = path.resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      // Vite calls this hook after a failed build too; an error here would hide the build's own.
      if (!existsSync(path.join(dist, 'index.html'))) return
      const assets = (await readdir(path.join(dist, 'assets')))
        .filter((name) => !UNUSED_COPY.test(name) && !PDF_VIEWER.test(name))
        .sort()
        .map((name) => `/assets/${name}`)
      const build = createHash('sha256').update(assets.join('\n'))
      for (const page of ['index.html', 'offline.html']) build.update(await readFile(path.join(dist, page)))
      const list = JSON.stringify({
        build: build.digest('hex').slice(0, 16),
        files: [...assets, '/offline.html'],
      })
      const worker = path.join(dist, 'sw.js')
      const source = await readFile(worker, 'utf8')
      if (!PLACEHOLDER.test(source)) throw new Error('dist/sw.js has no place for the precache list')
      await writeFile(
        worker,
        source.replace(PLACEHOLDER, () => JSON.stringify(list)),
      )
    },
  }
}
