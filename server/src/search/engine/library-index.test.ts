import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { storeWorks } from '../../library/import/store-works.ts'
import { testApp } from '../../testing/test-app.ts'

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
