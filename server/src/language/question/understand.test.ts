import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { findCorrections } from './corrections.ts'

const correctedIn = async (question: string) => {
  const app = await testApp()
  const papers = Array.from({ length: 4 }, (_, at) => ({
    title: `Extraction of lithium, part ${at}`,
    abstract: `What brings lithium out of clay ${at}, and which riddles are left.`,
    language: 'en',
  }))
  await addPapers(app.base, papers)
  return findCorrections(app.base, question)
}

test('a mistyped subject is corrected to a word that papers have', async () => {
  expect(await correctedIn('Which ridldes are left?')).toEqual([{ from: 'ridldes', to: 'riddles' }])
})

test('nobody means a word that asks for nothing: brines are not what something brings', async () => {
  expect(await correctedIn('Lithium extraction from brines')).toEqual([])
})
