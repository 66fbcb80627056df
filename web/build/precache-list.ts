import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Not precached: large, and needed only by users who open a PDF. */
const PDF_VIEWER = /^pdf(?:js)?[.-]/
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
      // Called after a failed build too, whose own error this would hide.
      if (!existsSync(path.join(dist, 'index.html'))) return
      const assets = (await readdir(path.join(dist, 'assets')))
        .filter((name) => !/\.(?:br|gz|ttf|woff)$/.test(name) && !PDF_VIEWER.test(name))
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
