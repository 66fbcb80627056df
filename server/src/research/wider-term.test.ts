import { api } from '@scinav/contract'
import { SearchUnavailable } from '@scinav/search'
import { expect, test, vi } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const DIRECT = {
  title: 'Do pictures help grammar induction?',
  abstract:
    'We ask whether multimodal inputs are necessary for grammar induction. Our results show that multimodal inputs are not necessary for grammar induction.',
  language: 'en',
}
const ON_TERM = ['German', 'Czech', 'Tamil', 'Welsh', 'Basque'].map((name) => ({
  title: `Grammar induction for ${name}`,
  abstract: `We propose a method of grammar induction for ${name} from raw text. Our results show that grammar induction for ${name} improves by two points.`,
  language: 'en',
}))
/** Says both words, and never the term. */
const APART = {
  title: 'A grammar of pumps',
  abstract:
    'Induction motors drive pumps, and a grammar describes them. Our results show that pumps improve.',
  language: 'en',
}
const BESIDE = Array.from({ length: 6 }, (_, at) => ({
  title: `Sensors of kind ${at}`,
  abstract: `Multimodal inputs are necessary for robots of kind ${at}.`,
  language: 'en',
}))

const QUESTION = 'Are multimodal inputs necessary for grammar induction?'

test('a question that one paper answers becomes a report on what it is about, that paper first, and says so once', async () => {
  const app = await testApp()
  await addPapers(app.base, [DIRECT, ...ON_TERM, APART, ...BESIDE])
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: QUESTION })
  const { sections, references, read_not_cited } = await ada.call(api.deepResearch.report, { report_id })
  expect(sections.map(({ kind }) => kind)).not.toContain('insufficient')
  expect(references[0]?.title).toBe(DIRECT.title)
  expect(references.length).toBeGreaterThanOrEqual(3)
  expect(references.map(({ title }) => title)).not.toContain(APART.title)
  expect(read_not_cited.map(({ title }) => title)).not.toContain(APART.title)
  const text = sections.find(({ kind }) => kind === 'limits')?.text ?? ''
  expect(text.match(/“grammar induction” was searched for as well/g)).toHaveLength(1)
  expect(text).toContain('In the steps “')
})

test('where enough sources spell the term of a question, what only says its words apart is none of them', async () => {
  const app = await testApp()
  await addPapers(app.base, [...ON_TERM, APART, ...BESIDE])
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: 'What results does grammar induction have?' })
  const { references, read_not_cited } = await ada.call(api.deepResearch.report, { report_id })
  const read = [...references, ...read_not_cited].map(({ title }) => title)
  expect(read.length).toBeGreaterThanOrEqual(3)
  expect(read).not.toContain(APART.title)
})

test('a term counts in the plural too', async () => {
  const app = await testApp()
  const several = {
    title: 'Speech technologies in hospitals',
    abstract: 'Our results show that speech technologies save nurses two hours.',
    language: 'en',
  }
  const one = JSON.parse(JSON.stringify(ON_TERM).replaceAll(/grammar induction/gi, 'speech technology'))
  await addPapers(app.base, [...one, several, ...BESIDE])
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: 'What results does speech technology have?' })
  const { references, read_not_cited } = await ada.call(api.deepResearch.report, { report_id })
  expect([...references, ...read_not_cited].map(({ title }) => title)).toContain(several.title)
})

test('where the library does not tell what words are terms, a research goes on without', async () => {
  const app = await testApp()
  await addPapers(app.base, [DIRECT, ...ON_TERM, APART, ...BESIDE])
  const engine = await app.base.library.current()
  const { search } = engine
  const refused = vi.spyOn(engine, 'search').mockImplementation((request) => {
    if (request.query?.startsWith('"')) throw new SearchUnavailable('away')
    return search.call(engine, request)
  })
  const ada = await app.signUp('Ada')
  const { report_id } = await completeResearch(ada, { question: QUESTION })
  const { sections } = await ada.call(api.deepResearch.report, { report_id })
  expect(sections.map(({ kind }) => kind)).toContain('insufficient')
  expect(refused.mock.calls.some(([{ query }]) => query?.startsWith('"'))).toBe(true)
})
