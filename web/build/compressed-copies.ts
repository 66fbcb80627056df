import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files are served as they are: compression would save no network packet. */
const MIN_BYTES = 1_024
const COMPRESSIBLE_FILE = /\.(?:m?js|css|svg)$/

/**
 * Writes a .br and a .gz copy of every script, style sheet and SVG of at least 1 KiB, so that the server never
 * compresses while serving.
 */
export function compressedCopies(): Plugin {
  let assetsFolder = ''
  return {
    name: 'scinav-compressed-copies',
    apply: 'build',
    configResolved(config) {
      assetsFolder = path.resolve(config.root, config.build.outDir, 'assets')
    },
    async closeBundle() {
      const names = (await readdir(assetsFolder)).filter((name) => COMPRESSIBLE_FILE.test(name))
      await Promise.all(names.map((name) => compress(path.join(assetsFolder, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const source = await readFile(file)
  if (source.length < MIN_BYTES) return
  await writeFile(`${file}.br`, await promisify(brotliCompress)(source))
  await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
}
