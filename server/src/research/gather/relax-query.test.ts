import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { relaxQuery } from './relax-query.ts'
import { createTitleStatistics } from './title-statistics.ts'

/** Papers on one term, beside which some say a word; and some that say a word now and then. */
const ON_GRAMMAR = Array.from({ length: 6 }, (_, at) => ({
  title: `Grammar induction, study ${at}`,
  abstract: `It is necessary to learn trees from ${at % 2 === 0 ? 'noisy' : 'clean'} inputs of stage ${at}.`,
}))
const ON_NOISE = Array.from({ length: 6 }, (_, at) => ({
  title: `Noisy channels ${at}`,
  abstract: `A channel of kind ${at} is necessary, and multimodal inputs are not.`,
}))
const OTHERS = Array.from({ length: 60 }, (_, at) => ({
  title: `Rivers of region ${at}`,
  abstract: `The water of region ${at} was sampled.`,
}))

async function wider(query: string) {
  const app = await testApp()
  await addPapers(app.base, [...ON_GRAMMAR, ...ON_NOISE, ...OTHERS])
  return relaxQuery(
    createTitleStatistics(await app.base.library.current(), (work) => work()),
    query,
  )
}

test('what next to nothing says all of is looked up by the term that it is about', async () => {
  expect(await wider('multimodal inputs necessary grammar induction')).toEqual([
    { words: 'grammar induction', terms: ['grammar induction'] },
  ])
})

test('with other words of it that enough papers say together with the term', async () => {
  const NOISY = Array.from({ length: 5 }, (_, at) => ({
    title: `Noisy grammar induction in valley ${at}`,
    abstract: `Trees of valley ${at}.`,
  }))
  const app = await testApp()
  await addPapers(app.base, [...ON_GRAMMAR, ...NOISY, ...OTHERS])
  const titles = createTitleStatistics(await app.base.library.current(), (work) => work())
  expect(await relaxQuery(titles, 'necessary stage grammar induction noisy')).toEqual([
    { words: 'grammar induction noisy', terms: ['grammar induction'] },
  ])
})

test.each([
  ['without a term there is nothing to look up', 'necessary multimodal inputs stage'],
  ['nor where the library does not know what is asked about', 'grammar induction of otters'],
  ['words that stand side by side once are no term', 'channels stage inputs'],
])('%s', async (_, query) => {
  expect(await wider(query)).toEqual([])
})

test('a name is a term, however few say it, where five do', async () => {
  const app = await testApp()
  const named = Array.from({ length: 5 }, (_, at) => ({
    title: `SPRL for language ${at}`,
    abstract: `Roles of language ${at}, as a part of a pipeline.`,
  }))
  await addPapers(app.base, [...named, ...ON_NOISE, ...OTHERS])
  const titles = createTitleStatistics(await app.base.library.current(), (work) => work())
  expect(await relaxQuery(titles, 'SPRL channels necessary')).toEqual([{ words: 'SPRL', terms: ['SPRL'] }])
})

test.each([
  ['words that stand unspaced in a question', '瓷锥测温 声音', '瓷锥测温'],
  ['one word of our lists that papers are filed under', 'automation necessary', 'automation'],
])('a term may be %s', async (_, query, term) => {
  const app = await testApp()
  const called = Array.from({ length: 3 }, (_, at) => [
    { title: `瓷锥测温之${at}`, abstract: `第 ${at} 次记录没有声音。` },
    { title: `Machines of mill ${at}`, abstract: 'Automation is necessary.', keywords: ['automation'] },
    { title: `Tools of mill ${at}`, abstract: `They are necessary in mill ${at}.` },
  ]).flat()
  await addPapers(app.base, [...called, ...ON_NOISE, ...OTHERS])
  const titles = createTitleStatistics(await app.base.library.current(), (work) => work())
  expect((await relaxQuery(titles, query)).map(({ words }) => words)).toContain(term)
  expect(await relaxQuery(titles, 'tools necessary')).toEqual([])
})

test('a search is asked in its turn', async () => {
  const app = await testApp()
  await addPapers(app.base, [...ON_GRAMMAR, ...ON_NOISE, ...OTHERS])
  let turns = 0
  const titles = createTitleStatistics(await app.base.library.current(), (work) => {
    turns += 1
    return work()
  })
  await relaxQuery(titles, 'necessary grammar induction')
  expect(turns).toBeGreaterThan(4)
})
