import { api } from '@scinav/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { citationOf } from '../../testing/chat.ts'
import { fakeServer, ok, person, refused } from '../../testing/fake-server.ts'
import { press, showAt } from '../../testing/show.tsx'
import { AnswerMarkdown } from './markdown.tsx'
import { AllResults, UnderstoodChips } from './understood.tsx'

const MODELS = 'GET /api/application/translation/app_model_mapping'
const TRANSLATE = `POST ${api.translate.paper.path}`
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  setUserInfo(person)
  server = fakeServer({ [MODELS]: () => ok([]) })
})
afterEach(cleanup)

const QUOTE = 'It reaches 91.5% on two sets.'
const TEXT = `原文直接回答：\n\n- **结果 · 直接回答**：「${QUOTE}」[1]\n\n  《Votic》（Olm, 2022）\n`
const at = TEXT.indexOf('[1]')
const cited = citationOf({ start: at, end: at + 3, quote: QUOTE, key: { start: 11, end: 16 } })
const show = (text = TEXT, citations = [cited], opened: string[] = []) =>
  showAt(
    '/',
    <AnswerMarkdown
      text={text}
      citations={citations}
      onOpen={({ passage_id }) => opened.push(passage_id)}
      quotes
    />,
  ).container

test('a quote stands with what it is before it, its key marked, and its paper below it', async () => {
  const opened: string[] = []
  const shown = show(TEXT, [cited], opened)
  const quote = shown.querySelector('[data-quote]')
  expect(quote?.querySelector('[data-kind]')?.textContent).toBe('结果 · 直接回答')
  expect(quote?.querySelector('[data-key]')?.textContent).toBe('91.5%')
  expect(quote?.textContent).toContain('直接回答「It reaches 91.5% on two sets.」')
  expect(quote?.querySelector('[data-source]')?.textContent).toContain('《Votic》（Olm, 2022）')
  await press('查看出处：Humidity')
  expect(opened).toEqual(['s1'])
  expect(screen.queryByRole('button', { name: '翻译' })).toBeNull()
})

test('the paper of a list stands apart from its quote, so that a narrow screen can put it above', () => {
  const listed = `有 1 篇文献与这个主题直接相关：\n\n- 《Votic》（Olm, 2022）：「${QUOTE}」[1]\n`
  const start = listed.indexOf('[1]')
  const shown = show(listed, [citationOf({ start, end: start + 3, quote: QUOTE })])
  expect(shown.querySelector('[data-quote] [data-paper]')?.textContent).toBe('《Votic》（Olm, 2022）：')
  expect(shown.querySelector('[data-quote]')?.textContent).toContain(`（Olm, 2022）：「${QUOTE}`)
  cleanup()
  // What a quote is called is no paper.
  expect(show().querySelector('[data-paper]')).toBeNull()
})

test('a foreign quote is put into Chinese where a model is, and a failure is said', async () => {
  const model = {
    id: 'm',
    name: '甲',
    default: true,
    available: true,
    reason: null,
    external: false,
    search_hosts: [],
  }
  server.handlers[MODELS] = () => ok([model])
  server.handlers[TRANSLATE] = () => refused(502, { problem: 'model.failed' }, '模型没有回应')
  show()
  await press('翻译')
  await screen.findByText(/没有翻译：模型没有回应/)
  server.handlers[TRANSLATE] = ({ body }) => {
    expect(body).toMatchObject({ text: QUOTE, target: 'zh' })
    return ok({ target: 'zh', title: null, abstract: null, text: '在两个集合上达到 91.5%。', model: '甲' })
  }
  await press('翻译')
  await screen.findByText('在两个集合上达到 91.5%。')
})

const PRIVATE_USE = /\p{Private_Use}/u

test.each([
  ['the marker follows at once', '它达到91.5%[1]。', '91.5%', '91.5%'],
  ['a space stands before the marker', '它达到91.5% [1]。', '91.5%', '91.5%'],
  ['the key is one character', '它达到高[1]。', '高', '高'],
  ['the key contains a formula', '其中 $a_i$ 更高[1]。', '$a_i$ 更高', '更高'],
  ['the key contains bold text', '其中**乙**更高[1]。', '**乙**更高', '乙更高'],
  ['the key ends within bold text', '其中**乙和丙**更高[1]。', '其中**乙', ''],
])('a key at the end of a quote is marked where %s', (_, answer, key, marked) => {
  const quote = answer.slice(0, answer.indexOf('[1]')).trimEnd()
  const at = answer.indexOf('[1]')
  const start = quote.indexOf(key)
  const citation = citationOf({ start: at, end: at + 3, quote, key: { start, end: start + key.length } })
  const shown = show(answer, [citation])
  const text = [...shown.querySelectorAll('[data-key]')].map(({ textContent }) => textContent).join('')
  expect(text).toContain(marked)
  expect(shown.textContent).not.toMatch(PRIVATE_USE)
  expect(shown.querySelector('[data-together] button')).not.toBeNull()
})

test('a key that does not stand in the text is not marked, and an answer cannot forge one', () => {
  const forged = '‹\u{E001}›假的‹\u{E002}›「别的」[1]'
  const at = forged.indexOf('[1]')
  const shown = show(forged, [
    citationOf({ start: at, end: at + 3, quote: '没有', key: { start: 0, end: 1 } }),
  ])
  expect(shown.querySelector('[data-key]')).toBeNull()
  expect(shown.textContent).toContain('‹›假的‹›「别的」1')
})

test('the cells of a table know their columns', () => {
  const shown = show('| 文献 | 数据 |\n| --- | --- |\n| 《A》 | 甲 |', [])
  expect([...shown.querySelectorAll('td')].map((cell) => cell.getAttribute('data-h'))).toEqual([null, '数据'])
})

const UNDERSTOOD = {
  text: 'q',
  chips: [{ kind: 'author' as const, value: 'Percy Liang', label: '作者 Percy Liang' }],
  searched_as: '检索增强生成 评测',
  corrected: [{ from: '情敢', to: '情感' }],
  parts: [],
  lead: null,
  results: null,
}

test('what was understood is shown, and a chip that is taken away asks without it', () => {
  const taken: string[] = []
  showAt('/', <UnderstoodChips understood={UNDERSTOOD} onWithout={({ value }) => taken.push(value)} />)
  expect(screen.getByText('检索词：检索增强生成 评测')).toBeTruthy()
  expect(screen.getByText('「情敢」按「情感」检索')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '去掉「作者 Percy Liang」再答' }))
  expect(taken).toEqual(['Percy Liang'])
})

test('nothing stands above a question that was taken as it is', () => {
  const plain = { ...UNDERSTOOD, chips: [], searched_as: null, corrected: [] }
  expect(showAt('/', <UnderstoodChips understood={plain} />).container.textContent).toBe('')
})

test('a list leads to all papers that match, with the same filters', () => {
  const results = {
    total: 16,
    shown: 8,
    query: 'prompting',
    filters: { year_from: 2020, author: ['Percy Liang'] },
  }
  showAt('/', <AllResults results={results} />)
  const link = screen.getByRole('link', { name: '在检索结果里查看全部 16 篇' })
  expect(link.getAttribute('href')).toContain('q=prompting&year_from=2020&author=Percy+Liang')
  cleanup()
  expect(showAt('/', <AllResults results={{ ...results, shown: 16 }} />).container.textContent).toBe('')
})
