import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Reads a program beside a hook that notes each file it is made of. */
const WATCHED = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
await import(process.argv[1])
console.log(loaded.join('\\n'))
`

const READERS = /pdfjs-dist|pdfium|napi-rs\/canvas|documents\/src\/(?:pdf|office|epub|html|pictures)\//

test('whoever only asks for a name or a type has no reader of files in memory', async () => {
  const door = new URL('./index.ts', import.meta.url).href
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', WATCHED, door]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = stdout.trim().split('\n')

  expect(loaded).toContain(new URL('./parse-file.ts', import.meta.url).href)
  expect(loaded.filter((url) => READERS.test(url))).toEqual([])
})
