import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { startRealServer } from '../../server/src/testing/real-server.ts'

/** Notes every file that a program reads as code. */
const WATCH = `
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_LIST, url + '\\n')
    return next(url, context)
  },
})
`

/** What is only needed where there is more than one machine. */
const FOR_MANY = /providers\/files\/s3\/|\/opensearch\//

/** Files that a server reads as code until it answers. */
async function loadedWith(env: Record<string, string>): Promise<string[]> {
  const DATA_DIR = newFolder()
  const watch = join(DATA_DIR, 'watch.mjs')
  const LOADED_LIST = join(DATA_DIR, 'loaded')
  writeFileSync(watch, WATCH)
  const own = { DATA_DIR, LOADED_LIST, NODE_OPTIONS: `--import=${pathToFileURL(watch)}`, ENGINES: 'off' }
  const server = await startRealServer({ ...own, CONFIG_FILE: '', ...env })
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  return readFileSync(LOADED_LIST, 'utf8').split('\n')
}

test('one machine reads nothing of what only several need, and who sets it up reads it', async () => {
  const alone = await loadedWith({})
  expect(alone.length).toBeGreaterThan(300)
  expect(alone.filter((file) => FOR_MANY.test(file))).toEqual([])

  const files = await loadedWith({
    FILES_URL: 's3://scinav/prod',
    FILES_ENDPOINT: 'http://127.0.0.1:9',
    FILES_ACCESS_KEY: 'key',
    FILES_SECRET_KEY: 'secret',
  })
  expect(files.filter((file) => FOR_MANY.test(file)).length).toBeGreaterThan(0)
})
