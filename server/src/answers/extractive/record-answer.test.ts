import { expect, test } from 'vitest'
import { answerScene, collectAnswer, createAnswerTask } from '../../testing/answers.ts'

const person = (name: string, name_zh?: string) => ({
  name,
  ...(name_zh && { name_zh }),
  role: 'author' as const,
  affiliations: [],
})

const works = [
  {
    title: 'Sunlight is all the garden needs',
    abstract: 'Why gardens grow is asked. We find that sunlight alone explains half of the growth.',
    creators: [person('Ada Reed'), person('Ben Okafor')],
    basic_sourcename: 'Journal of Gardens',
    publish_date: '2017',
    doi: '10.1234/garden.7',
    citation_count: 12,
    language: 'en',
  },
  {
    title: '园林与城市',
    abstract_zh: '讨论园林在城市中的作用，作者认为园林改善了居民的健康。',
    creators: [person('Wang Fang', '王芳'), person('Li Lei', '李雷')],
    basic_sourcename: null,
    publish_date: '2003',
    language: 'zh',
  },
]

test.each([
  ['Sunlight is all the garden needs 的作者是谁？', 'Ada Reed、Ben Okafor'],
  ['Who wrote "Sunlight is all the garden needs"?', 'Ada Reed, Ben Okafor'],
  ['《园林与城市》是谁写的？', '王芳、李雷'],
  ['《Sunlight is all the garden needs》发表在哪个期刊？', 'Journal of Gardens'],
  ['《Sunlight is all the garden needs》是哪一年发表的？', '2017 年'],
  ['What is the DOI of Sunlight is all the garden needs?', '10.1234/garden.7'],
  ['《Sunlight is all the garden needs》被引用了多少次？', '：12'],
  ['《园林与城市》发表在哪个期刊？', '没有记录发表在哪里'],
  ['《园林与城市》的 DOI 是什么', '没有记录 DOI'],
  ['the garden needs 的作者是谁', 'Ada Reed、Ben Okafor'],
  ['Sunlihgt is al the garden needs 的作者是谁', 'Ada Reed、Ben Okafor'],
])('“%s” is answered from the record', async (question, told) => {
  const { ctx, ids } = await answerScene(works)
  const { text, citations, of } = await collectAnswer(ctx, createAnswerTask(question))
  expect(text).toContain(told)
  expect(of('understood').at(-1)?.lead).toBe('answer')
  expect(of('status').map(({ text }) => text)).toEqual(['没有使用模型：以下内容取自题录'])
  expect(citations.map(({ paper_id }) => paper_id)).toEqual([ids[/园林/.test(question) ? 1 : 0]])
})

test('of chosen papers "its authors" are told', async () => {
  const { ctx, ids } = await answerScene(works)
  const scope = { paper_ids: ids, dataset_id: null, document_ids: [], engines: [] }
  const { text } = await collectAnswer(ctx, createAnswerTask('这篇论文的作者是谁？', { scope }))
  expect(text).toContain('Ada Reed、Ben Okafor')
  expect(text).toContain('王芳、李雷')
})

test('what no work of the library is called is looked for as any question is', async () => {
  const { ctx } = await answerScene(works)
  const { text } = await collectAnswer(ctx, createAnswerTask('《没有这本书》的作者是谁？'))
  expect(text).not.toContain('题录')
})

test('a mistyped title without marks names its paper', async () => {
  const { ctx, ids } = await answerScene(works)
  const { citations } = await collectAnswer(
    ctx,
    createAnswerTask('Sunligt is all the gardn needs 得出了什么结论？'),
  )
  expect(citations.map(({ paper_id }) => paper_id)).toEqual(expect.arrayContaining([ids[0]]))
})
