import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readQuestion } from '../language/question/question.ts'
import { answerScene } from '../testing/answers.ts'
import { loadLanguageData } from './load-language-data.ts'

test('words are read in pieces, and others have their turn between any two', async () => {
  const { ctx } = await answerScene([])
  let turns = 0
  let isLoaded = false
  const others = (async () => {
    while (!isLoaded) {
      await turn()
      turns += 1
    }
  })()
  await loadLanguageData(ctx)
  isLoaded = true
  await others
  // A turn for each file of words at least, and one for each reader of a sample.
  expect(turns).toBeGreaterThan(60)
  expect(readQuestion('作者归属的相关系数有多大？').query).toBe('作者归属 相关系数')
})
