import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { readConfig } from './config.ts'
import { searchClusterLocation } from './config-search.ts'
import { ownFolder } from './process-folders.ts'

const DATABASE_URL = 'postgres://scinav@db/scinav'
const read = (env: Record<string, string>) => readConfig({ CONFIG_FILE: '', DATABASE_URL, ...env })
const place = (env: Record<string, string>) => searchClusterLocation(read(env))

test('without settings each process has an index of its own', () => {
  expect(place({})).toBeNull()
  expect(ownFolder(read({ DATA_DIR: '/data' }))).toBe('/data')
})

test('several nodes, who asks, and whom to trust', () => {
  const SEARCH_CA = join(newFolder(), 'ca.pem')
  writeFileSync(SEARCH_CA, 'CERTIFICATE')
  const SEARCH_URL = 'https://one:9200, https://two:9200/search'
  const given = { SEARCH_URL, SEARCH_USER: 'scinav', SEARCH_PASSWORD: 'p@ss:word', SEARCH_CA }
  expect(place({ ...given, SEARCH_SHARDS: '3', SEARCH_REPLICAS: '1' })).toEqual({
    urls: ['https://scinav:p%40ss%3Aword@one:9200/', 'https://scinav:p%40ss%3Aword@two:9200/search'],
    ca: 'CERTIFICATE',
    prefix: 'scinav',
    shards: 3,
    replicas: 1,
  })
})

test('a process over a shared index needs no folder of its own to be named', () => {
  const [one, other] = [{ SEARCH_URL: 'http://one:9200', DATA_DIR: '/data' }, { DATA_DIR: '/data' }].map(
    (env) => ownFolder(read(env as Record<string, string>)),
  )
  expect(one).toMatch(/^\/data\/processes\/.+-\d+$/)
  expect(other).toBe('/data')
})

test('an empty address is none, as a compose file gives it', () => {
  expect(read({ SEARCH_URL: '' }).SEARCH_URL).toBeUndefined()
})

test('what does not fit together is refused', () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ SEARCH_URL: 'one:9200' }, /SEARCH_URL：应是 http/],
    [{ SEARCH_USER: 'a', SEARCH_PASSWORD: 'b' }, /SEARCH_URL：设置了 SEARCH_USER/],
    [{ SEARCH_URL: 'http://one', DATABASE_URL: '' }, /SEARCH_URL：只在设置了 DATABASE_URL/],
    [{ SEARCH_URL: 'http://one', SEARCH_USER: 'a' }, /SEARCH_USER：与 SEARCH_PASSWORD/],
    [{ SEARCH_URL: 'http://one', SEARCH_CA: '/nowhere.pem' }, /SEARCH_CA：没有这个文件/],
    [{ SEARCH_URL: 'http://one', SEARCH_PREFIX: 'A-b' }, /SEARCH_PREFIX：/],
  ]
  for (const [env, message] of faults) expect(() => read(env)).toThrow(message)
})
