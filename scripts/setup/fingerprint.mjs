// @ts-check
// Fingerprints tell whether an expensive step (install, build) would do the same again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'test-results', 'coverage'])

/**
 * Every file below a path (or the path itself when it is a file), sorted; nothing when it does not exist.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name)
      return entry.isDirectory() ? filesBelow(child) : [child]
    })
}

/**
 * SHA-256 over names and contents of the given files and folders, and over some extra words.
 * @param {string} root
 * @param {string[]} paths relative to root
 * @param {string[]} [extra]
 */
export function fingerprint(root, paths, extra = []) {
  const hash = createHash('sha256').update(extra.join('\0'))
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * @param {string} file
 * @param {string} value
 */
export function stampMatches(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === value
}

/**
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${value}\n`)
}
