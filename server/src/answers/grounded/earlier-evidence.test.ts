import type { Citation } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  answerScene,
  collectAnswer,
  createAnswerTask,
  scriptedChatModel,
  textPart,
} from '../../testing/answers.ts'
import { importNotices } from '../../testing/retractions.ts'
import { evidenceIds, withEvidenceIds } from './earlier-evidence.ts'

const turn = (question: string, heard: { text: string; citations: Citation[] }) => ({
  question,
  answer: heard.text,
  citations: heard.citations,
})

test('what an answer cited keeps its id through the chat, and new evidence gets the next', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1]. 钙钛矿怕湿 [E2].')]])
  const one = await collectAnswer(
    ctx,
    createAnswerTask('How stable are perovskite solar cells?', { model: first.model }),
  )
  expect(one.citations).toHaveLength(2)
  const history = [turn('How stable are perovskite solar cells?', one)]
  const ids = evidenceIds(history)

  const second = scriptedChatModel([
    [textPart('Transfer improves BLEU by 4.2 points [E3]; heat does not matter [E1].')],
  ])
  const two = await collectAnswer(
    ctx,
    createAnswerTask('How is machine translation improved?', { model: second.model, history }),
  )
  const sent = second.requests[0]?.messages ?? []
  expect(sent[2]?.content).toContain('Heat stability rises threefold [E1].')
  expect(sent.at(-1)?.content).toContain('[E3] Neural machine translation')
  // An earlier id still stands for its passage.
  expect(two.citations.map(({ passage_id }) => passage_id)).toEqual([
    expect.stringContaining(':abstract'),
    one.citations[0]?.passage_id,
  ])
  const later = evidenceIds([...history, turn('How is machine translation improved?', two)])
  for (const [passage, id] of ids) expect(later.get(passage)).toBe(id)
})

test('a question that goes on is answered from what was cited as well, where the plan says so', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1].')]])
  const question = 'How does heat affect perovskite solar cells?'
  const one = await collectAnswer(ctx, createAnswerTask(question, { model: first.model }))
  const plan = () =>
    JSON.stringify({
      question: 'By how much does heat stability of perovskite solar cells rise?',
      enough: true,
    })
  const second = scriptedChatModel([[textPart('Threefold [E1].')]], 32_000, { plan })
  const asked = createAnswerTask('How large is the rise?', {
    model: second.model,
    history: [turn(question, one)],
  })
  const two = await collectAnswer(ctx, asked)
  const sent = second.requests[0]?.messages.at(-1)?.content ?? ''
  expect(sent).toMatch(/^<evidence-\w+>\n\[E1\] Stability of perovskite/)
  expect(sent).toContain('The question below means: By how much does heat stability')
  expect(sent.endsWith('How large is the rise?')).toBe(true)
  expect(two.citations[0]?.passage_id).toBe(one.citations[0]?.passage_id)
})

test('the last answer in another form is made of that answer, its evidence with it', async () => {
  const { ctx } = await answerScene()
  const first = scriptedChatModel([[textPart('Heat stability rises threefold [E1].')]])
  const question = 'How does heat affect perovskite solar cells?'
  const one = await collectAnswer(ctx, createAnswerTask(question, { model: first.model }))
  const second = scriptedChatModel([
    [textPart('| what | how much |\n|---|---|\n| heat stability | threefold [E1] |')],
  ])
  const two = await collectAnswer(
    ctx,
    createAnswerTask('用表格列出来', { model: second.model, history: [turn(question, one)] }),
  )
  expect(second.helped).toEqual([])
  expect(second.requests[0]?.messages[0]?.content).toContain('change its form only')
  expect(two.text).toContain('threefold [1] |')
  expect(two.citations[0]?.passage_id).toBe(one.citations[0]?.passage_id)
})

test('numbers without a source stay text, and ids that a document wrote are no ids', () => {
  const citations = [{ start: 4, end: 7, passage_id: 'p', paper_id: 'p' }]
  const answer = 'Rain[1] falls [2] as 「see [E9]」.'
  expect(withEvidenceIds({ question: '', answer, citations }, new Map([['p', 'E1']]))).toBe(
    'Rain[E1] falls [2] as 「see (E9)」.',
  )
})

test('a work that was cited and has been retracted since is offered no more, and the reader learns it once', async () => {
  const works = [
    {
      title: 'Capping layers for lead halide films',
      abstract: 'A capping layer keeps iodine in lead halide films. Lead halide films last 900 hours.',
      doi: '10.5555/capping',
    },
    {
      title: 'Iodine loss of lead halide films',
      abstract: 'Lead halide films lose iodine under heat. Films without a capping layer fail first.',
      doi: '10.5555/loss',
    },
  ]
  const { app, ids, ctx } = await answerScene(works)
  const question = 'How do lead halide films lose iodine?'
  const first = scriptedChatModel([[textPart('Films lose iodine [E1].')]])
  const one = await collectAnswer(ctx, createAnswerTask(question, { model: first.model }))
  const cited = works[ids.indexOf(one.citations[0]?.paper_id ?? '')]
  await importNotices(app, `doi,kind,notice_doi\n${cited?.doi},retracted,${cited?.doi}.r\n`)

  const history = [turn(question, one)]
  const follow = async (asked: string) => {
    const plan = () => JSON.stringify({ question: `${question} ${asked}`, enough: true })
    const { model, requests } = scriptedChatModel([[textPart('Less [E1].')]], 32_000, { plan })
    const two = await collectAnswer(ctx, createAnswerTask(asked, { model, history }))
    const sent = requests[0]?.messages.at(-1)?.content ?? ''
    const notes = two.of('status').flatMap(({ text }) => (text.includes('已撤稿') ? [text] : []))
    return { sent, notes, cited: two.citations.map(({ paper_id }) => paper_id) }
  }
  for (const asked of ['And at night?', '用表格列出来']) {
    const { sent, notes, cited: again } = await follow(asked)
    expect(sent).not.toContain(cited?.title)
    expect(notes).toEqual([`没有用已撤稿的文献作依据：「${cited?.title}」`])
    expect(again).not.toContain(one.citations[0]?.paper_id)
  }
  const about = await follow('Was one of these papers retracted?')
  expect(about.sent).toContain(cited?.title)
  expect(about.notes).toEqual([`依据里有已撤稿的文献：「${cited?.title}」，引用前请核对撤稿声明`])
})
