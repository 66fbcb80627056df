// @ts-check
// Fingerprints show whether an expensive step (installation, build) would give the same result as the last time.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Folders that a step creates itself. */
const GENERATED_FOLDERS = new Set(['node_modules', 'dist', 'test-results', 'coverage'])

/**
 * Returns all files below a path, sorted; the path itself where it is a file; none where it does not exist.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !GENERATED_FOLDERS.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const child = join(path, entry.name)
      return entry.isDirectory() ? filesBelow(child) : [child]
    })
}

/**
 * Returns the SHA-256 of the names and contents of files and folders, and of further texts.
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
 * Returns whether the fingerprint stored in a file is `value`.
 * @param {string} file
 * @param {string} value
 */
export function stampMatches(file, value) {
  return existsSync(file) && readFileSync(file, 'utf8').trim() === value
}

/**
 * Stores a fingerprint.
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${value}\n`)
}
