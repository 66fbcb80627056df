import { api, blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../../library/import/store-works.ts'
import type { Context } from '../../platform/context/context.ts'
import { testApp } from '../../testing/test-app.ts'
import { searchLibrary } from './search.service.ts'

const works = (count: number, word: string) =>
  Array.from({ length: count }, (_, number) => blankWork(`${word} number ${number}`, 1))

test('every paper is found, also where they come in exactly the size of a page', async () => {
  const { base } = await testApp()
  await storeWorks(base, works(1000, 'zebra'), { source: 'test' })
  const index = await base.library.current()
  expect(index.state().papers).toBe(1000)
  await storeWorks(base, works(3, 'okapi'), { source: 'test' })
  await base.library.catchUp()
  expect(index.state().papers).toBe(1003)
})

test('a rebuilt index holds the same papers and tells how far it is', async () => {
  const { base } = await testApp()
  await storeWorks(base, works(700, 'zebra'), { source: 'test' })
  const index = await base.library.current()
  const seen: number[] = []
  await base.library.rebuild(async (progress) => void seen.push(progress))
  expect(index.state().papers).toBe(700)
  expect(seen.at(-1)).toBe(1)
})

test('a search during a rebuild says that it misses papers', async () => {
  const { base } = await testApp()
  await storeWorks(base, works(700, 'zebra'), { source: 'test' })
  const index = await base.library.current()
  // In tests, every use of the index waits for what is being indexed.
  const library = { ...base.library, current: async () => index }
  const ctx = { ...base, library, user: null } as unknown as Context
  const warnings = async () => {
    const { parsed_query } = await searchLibrary(ctx, api.papers.search.input.parse({ query: 'zebra' }))
    return parsed_query.warnings
  }
  const during: string[] = []
  await base.library.rebuild(async () => void during.push(...(await warnings())))
  expect(during[0]).toMatch(/检索索引正在建立，已完成 \d+%/)
  expect(await warnings()).toEqual([])
})
