import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'

interface Asset {
  name: string
  type: string
  text: string
}

const readAsset = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const scriptAsset = (name: string): Asset => ({
  name: `${name}.js`,
  type: 'text/javascript; charset=utf-8',
  text: tidy(stripTypes(readAsset(`assets/${name}.ts`))),
})

/** Strips types as Node does for the server itself, without its warning that the function is experimental. */
function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Removes what stripping leaves behind: comments on lines of their own, indentation and empty lines. */
function tidy(source: string): string {
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

const hashedPath = (asset: Asset) => {
  const hash = createHash('sha256').update(asset.text).digest('hex').slice(0, 10)
  return `/page-assets/${asset.name.replace('.', `.${hash}.`)}`
}

/** Returns the address of an asset, which changes with its text. */
export function assetUrl(name: string): string {
  const asset = assets.find((candidate) => candidate.name === name)
  if (!asset) throw new Error(`there is no page asset ${name}`)
  return hashedPath(asset)
}

/** Serves the style sheet and the scripts of the server's own pages. */
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
