import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Folders of pdfjs-dist that a PDF may need: character maps, standard fonts, image decoders, color profiles. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
const RESOURCE_FILE = /\.(?:bcmap|pfb|ttf|wasm|icc|js)$/
const pdfjsRoot = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/**
 * Serves the resources of pdf.js from this site under `/assets/pdfjs-VERSION/`: the build emits them as files, the
 * development server reads them from pdfjs-dist. The version in the path lets them be cached forever, like other assets.
 */
export function pdfResources(): Plugin {
  return {
    name: 'scinav-pdf-resources',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(path.join(pdfjsRoot, 'package.json'), 'utf8')) as {
        version: string
      }
      for (const folder of FOLDERS)
        for (const name of (await readdir(path.join(pdfjsRoot, folder))).filter((file) =>
          RESOURCE_FILE.test(file),
        ))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: await readFile(path.join(pdfjsRoot, folder, name)),
          })
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const [, folder = '', name = ''] =
          /^\/assets\/pdfjs-[\d.]+\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
        if (!FOLDERS.includes(folder) || !RESOURCE_FILE.test(name)) return next()
        try {
          response.end(await readFile(path.join(pdfjsRoot, folder, name)))
        } catch {
          next()
        }
      })
    },
  }
}
