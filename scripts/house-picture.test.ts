import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

const { workspaces } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  workspaces: string[]
}

/** Source files of a workspace, without tests and what only they use. */
const sourcesOf = (workspace: string): string[] =>
  readdirSync(join(repoRoot, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => readFileSync(join(repoRoot, workspace, 'src', file), 'utf8'))

const importsOf = (workspace: string): string[] => {
  const found = sourcesOf(workspace).flatMap((text) =>
    [...text.matchAll(/from '@scinav\/(\w+)(?:\/\w+)?'/g)].map(([, other = '']) => other),
  )
  return [...new Set(found)].map((other) => `${workspace} --> ${other}`)
}

test('the picture of the house in CONTRIBUTING shows who imports whom, no more and no less', () => {
  const text = readFileSync(join(repoRoot, 'CONTRIBUTING.md'), 'utf8')
  const drawn = [...text.matchAll(/^ {2}(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow)
  expect(drawn.toSorted()).toEqual(workspaces.flatMap(importsOf).toSorted())
})

test('the files that CONTRIBUTING names exist', () => {
  const text = readFileSync(join(repoRoot, 'CONTRIBUTING.md'), 'utf8')
  const named = [
    ...text.matchAll(
      /`((?:contract|citation|formats|documents|search|server|web|scripts|e2e)\/[\w./-]+\.\w+)`/g,
    ),
  ]
  expect(named.length).toBeGreaterThan(15)
  for (const [, file = ''] of named) expect(() => readFileSync(join(repoRoot, file)), file).not.toThrow()
})
