import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from './node24.mjs'

/** The workspaces, as package.json names them. */
export const { workspaces }: { workspaces: string[] } = JSON.parse(
  readFileSync(join(repoRoot, 'package.json'), 'utf8'),
)

/** Where the product's own sources are. */
export const shippedSources = workspaces.map((name) => `${name}/src`)
