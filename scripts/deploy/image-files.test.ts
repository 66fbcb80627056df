import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from '../node24.mjs'
import { readRepoFile } from './chart-files.ts'

interface Rule {
  includes: boolean
  pattern: RegExp
}

/** Docker's patterns, each for a path and all below it; the last one that matches decides. */
function readRules(text: string): Rule[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const source = line
        .replace(/^!/, '')
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?')
      return { includes: line.startsWith('!'), pattern: new RegExp(`^${source}(?:/|$)`) }
    })
}

const rules = readRules(readRepoFile('.dockerignore'))
const isSent = (path: string): boolean =>
  rules.findLast(({ pattern }) => pattern.test(path))?.includes ?? true

/** What `COPY` lines of the first stage take from the folder of the product. */
const copied = [...readRepoFile('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].map(
  ([, from]) => from,
)

/** Tracked files, without the folders that hold what was installed or built. */
const files = globSync('**/*', {
  cwd: repoRoot,
  withFileTypes: true,
  exclude: (entry) => ['node_modules', 'dist', '.git', '.scinav', 'test-results'].includes(entry.name),
})
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(repoRoot.length + 1)
      .replaceAll('\\', '/'),
  )

test('the image takes the whole folder, as far as the allow list lets it', () => {
  expect(copied).toEqual(['.'])
})

test('attack 75: settings, keys, data and backups that lie beside the code do not get into the image', () => {
  const planted = [
    ...['scinav.config.json', '.env', 'deploy/.env', 'secrets.env', 'secret.key', 'backup.tar.gz'],
    ...[
      '.scinav/scinav.db',
      'data/scinav.db',
      'data/secret.key',
      'backups/2026-11-01/scinav.db',
      'scinav.db',
    ],
    ...['server/.env', 'server/scinav.config.json', 'server/data/secret.key', 'server/backup/scinav.db'],
    ...['server/src/.env', 'server/src/scinav.db-wal', 'config/scinav.config.json', 'config/secret.key'],
    ...['config/backup.zip', 'web/.env.local', 'web/src/.env', 'web/dist/index.html', 'scripts/.env'],
    ...['scripts/dump.sqlite3', 'node_modules/zod/index.js', 'server/node_modules/x/index.js', '.git/config'],
    ...['paper.pdf', 'exports/users.csv', 'docs/operating.md', 'bench/data/private.jsonl'],
  ]
  expect(planted.filter(isSent)).toEqual([])
})

test('the image has every file of the product that runs', () => {
  const needed = files.filter(
    (path) =>
      /^(?:config|scripts|server\/migrations)\//.test(path) ||
      /^(?:citation|contract|documents|formats|search|server|threads|web)\/(?:src|build|public)\//.test(
        path,
      ) ||
      /^(?:\w+\/)?package\.json$/.test(path),
  )
  expect(needed.length).toBeGreaterThan(1_000)
  expect(needed.filter((path) => !isSent(path))).toEqual([])
  const lock = JSON.parse(readFileSync(join(repoRoot, 'package-lock.json'), 'utf8'))
  const workspaces = Object.keys(lock.packages).filter(
    (name) => name !== '' && !name.includes('node_modules'),
  )
  expect(workspaces.filter((name) => !isSent(`${name}/package.json`))).toEqual([])
})
