import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** A style sheet or script of the server's own pages. */
interface Asset {
  /** Such as `page.css`. */
  name: string
  /** Content type. */
  type: string
  text: string
}

/** Reads a file relative to this one. */
const readAsset = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
/** Reads a script of `assets/`. */
const scriptAsset = (name: string): Asset => ({
  name: `${name}.js`,
  type: 'text/javascript; charset=utf-8',
  text: minify(readAsset(`assets/${name}.js`)),
})

/** Removes comments on lines of their own, indentation and empty lines. */
function minify(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//') && !/^(?:\/\*\*?|\*)/.test(line))
    .join('\n')
}

const assets: Asset[] = [
  {
    name: 'page.css',
    type: 'text/css; charset=utf-8',
    text: ['../../../config/tokens.css', 'assets/page.css', 'assets/text.css'].map(readAsset).join(''),
  },
  scriptAsset('early'),
  scriptAsset('login'),
]

/** Length of the hash in the name of an asset, hexadecimal digits. */
const HASH_CHARS = 10

/** Returns the path of an asset with a hash of its text, such as `/page-assets/page.0123456789.css`. */
const hashedPath = (asset: Asset) => {
  const hash = createHash('sha256').update(asset.text).digest('hex').slice(0, HASH_CHARS)
  return `/page-assets/${asset.name.replace('.', `.${hash}.`)}`
}

/** Returns the address of an asset, which changes with its text. */
export function assetUrl(name: string): string {
  const asset = assets.find((known) => known.name === name)
  if (!asset) throw new Error(`there is no page asset ${name}`)
  return hashedPath(asset)
}

/**
 * Serves the style sheet and the scripts of the server's own pages: under their hashed paths to be kept for good, and
 * under their plain names.
 */
export function serveAssets(app: FastifyInstance): void {
  for (const asset of assets) {
    app.get(hashedPath(asset), async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type).send(asset.text),
    )
    app.get(`/page-assets/${asset.name}`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(asset.type).send(asset.text),
    )
  }
}
