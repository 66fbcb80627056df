import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { prepareQuestions } from '../answers/suggestions/answerable-questions.job.ts'
import { loadStarterLibrary } from '../library/import/index.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { type Caller, type TestApp, testApp } from '../testing/test-app.ts'

const prepare = ({ base }: TestApp) => {
  const job = { id: 'j', owner_id: null, signal: new AbortController().signal, report: async () => {} }
  return prepareQuestions.run({ ...base, job }, {})
}

async function suggestedTo(person: Caller): Promise<string[]> {
  const list = await person.call(api.tools.list, {})
  return list.find(({ id }) => id === 'deep_research')?.suggested_questions ?? []
}

/** The 门类 that most of what was read belongs to. */
async function fieldOf(person: Caller, read: { paper_id: string | null }[]): Promise<string> {
  const ids = read.flatMap(({ paper_id }) => paper_id ?? [])
  const { list } = await person.call(api.papers.byIds, { paper_id_list: ids })
  const fields = list.map(({ subject_codes }) => subject_codes[0]?.slice(0, 2) ?? '')
  const counts = Map.groupBy(fields, (field) => field)
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? ''
}

test('what is suggested to begin with becomes a report over the library that there is', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await loadStarterLibrary(app.base)
  const own = await suggestedTo(ada)
  await prepare(app)
  const questions = await suggestedTo(ada)
  expect(questions).toHaveLength(3)
  expect(questions.filter((each) => own.includes(each))).toEqual([])
  const fields: string[] = []
  for (const question of questions) {
    const { snapshot } = await completeResearch(ada, { question })
    expect([question, snapshot.sections[0]?.kind]).toEqual([question, 'scope'])
    fields.push(await fieldOf(ada, snapshot.read))
  }
  expect(new Set(fields).size, questions.join()).toBe(3)
})

test('a library that is on nothing so much leaves the application its own questions', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const own = await suggestedTo(ada)
  await prepare(app)
  expect(await suggestedTo(ada)).toEqual(own)
  expect(own).toHaveLength(3)
})
