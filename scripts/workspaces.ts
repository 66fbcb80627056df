import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from './node24.mjs'

/** The workspaces listed in package.json. */
export const { workspaces }: { workspaces: string[] } = JSON.parse(
  readFileSync(join(repoRoot, 'package.json'), 'utf8'),
)

/** The source folders of the product. */
export const shippedSources = workspaces.map((name) => `${name}/src`)
