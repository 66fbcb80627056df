import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program of a parser process. */
export const PARSER_PROGRAM = fileURLToPath(new URL('./parser-program.ts', import.meta.url))
/** The folder of the product, with its workspaces. */
const REPOSITORY_ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))
/** Any installed package shows where packages are, which may be outside the repository. */
const SAMPLE_PACKAGE = realpathSync(fileURLToPath(import.meta.resolve('zod')))
/** The folder whose `node_modules` holds the packages. */
const PACKAGES_FOLDER = SAMPLE_PACKAGE.slice(0, SAMPLE_PACKAGE.lastIndexOf(`${sep}node_modules${sep}`))
/** The workspaces that parsing needs. The product folder also holds settings and data, which must stay unreadable. */
const WORKSPACES = ['contract', 'formats', 'documents', 'threads']

/** All code that the process may read, and nothing else of the product. */
export const READABLE_CODE = [
  ...WORKSPACES.flatMap((name) => [
    join(REPOSITORY_ROOT, name, 'src'),
    join(REPOSITORY_ROOT, name, 'package.json'),
  ]),
  dirname(PARSER_PROGRAM),
  join(REPOSITORY_ROOT, 'server', 'package.json'),
  join(REPOSITORY_ROOT, 'package.json'),
  join(REPOSITORY_ROOT, 'node_modules'),
  join(PACKAGES_FOLDER, 'node_modules'),
]
