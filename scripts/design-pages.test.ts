import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

/** Pages that say how the product works, and name files and constants for it. */
const folder = join(repoRoot, 'docs', 'design')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const { workspaces } = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
  workspaces: string[]
}
const files = globSync(`{${workspaces.join(',')},scripts,config,docs,deploy,bench}/**/*.*`, {
  cwd: repoRoot,
  exclude: (path) => path.endsWith('node_modules'),
})

/** The anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  )

for (const { name, text } of pages) {
  test(`the files that ${name} names exist`, () => {
    const whole = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path)
    const isThere = (path: string) =>
      existsSync(join(repoRoot, path)) || files.some((file) => `/${file}`.endsWith(`/${path}`))
    const short = [...text.matchAll(/`([\w-]+\.(?:ts|md|json|wat))`/g)].map(([, path = '']) => path)
    expect([...whole, ...short].filter((path) => !isThere(path))).toEqual([])
  })

  test(`the limits of ${name} stand in the files that it names`, () => {
    const rows = [...text.matchAll(/\| `(\w+)`, `([^`]+)` \|$/gm)]
    const wrong = rows.filter(
      ([, constant = '', path = '']) =>
        !existsSync(join(repoRoot, path)) ||
        !new RegExp(`\\b${constant}\\b`).test(readFileSync(join(repoRoot, path), 'utf8')),
    )
    expect(wrong.map(([row]) => row)).toEqual([])
  })

  test(`the links of ${name} lead somewhere`, () => {
    const links = [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const dead = links.filter(([, path = '', anchor]) => {
      const target = join(folder, path === '' ? name : path)
      return !existsSync(target) || (anchor && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor))
    })
    expect(dead.map(([link]) => link)).toEqual([])
  })
}
