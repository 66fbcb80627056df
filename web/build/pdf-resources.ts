import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Resources a PDF may need: character maps, standard fonts, image decoders, color profiles. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
const RESOURCE_FILE = /\.(?:bcmap|pfb|ttf|wasm|icc|js)$/
const root = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/**
 * Serves the viewer's resources from this site under `/assets/pdfjs-VERSION/`. The version in the path lets them be
 * cached forever, like other assets.
 */
export function pdfResources(): Plugin {
  return {
    name: 'scinav-pdf-resources',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
        version: string
      }
      for (const folder of FOLDERS)
        for (const name of (await readdir(path.join(root, folder))).filter((one) => RESOURCE_FILE.test(one)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: await readFile(path.join(root, folder, name)),
          })
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const parts = /^\/assets\/pdfjs-[\d.]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '')
        if (!parts?.[1] || !parts[2] || !FOLDERS.includes(parts[1]) || !RESOURCE_FILE.test(parts[2]))
          return next()
        try {
          response.end(await readFile(path.join(root, parts[1], parts[2])))
        } catch {
          next()
        }
      })
    },
  }
}
