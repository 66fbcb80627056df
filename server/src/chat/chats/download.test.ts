import { api, type Citation, NO_MODEL_USED } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerWith, openChat, recordIdOf, sendAndRead } from '../../testing/chat.ts'
import { addPapers } from '../../testing/papers.ts'
import { scriptedModel } from '../../testing/scripted-model.ts'
import { testApp } from '../../testing/test-app.ts'
import { parseBlocks } from './markdown.ts'

const citation = (n: number, paper_id: string, title: string): Citation => ({
  n,
  start: n,
  end: n + 3,
  passage_id: `p${n}`,
  paper_id,
  document_id: null,
  title,
  page: null,
  boxes: [],
  quote: '原文',
  support: 'supported',
  check: { method: 'quote', located: true, missing: [] },
})

const MESSAGE = '什么是<b>注意力</b>？/..\u202e'
let made: Awaited<ReturnType<typeof answered>>
let end = async () => {}
// Downloads change nothing: one answer does for all of them.
beforeAll(async () => {
  made = await answered()
})
afterAll(() => end())

async function answered() {
  const whenOver = (given: typeof end) => {
    end = given
  }
  const app = await testApp({ whenOver })
  const ada = await app.signUp('Ada')
  const papers = await addPapers(app.base, [
    { title: 'Second paper', resource_type: 2 },
    { title: 'First paper', resource_type: 2 },
  ])
  const [second = '', first = ''] = papers
  answerWith(
    app.base,
    '## 结论\n\n**注意力**有用[1]<script>x</script>。\n\n- 其一[2]\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    { event: 'citation', data: citation(2, second, 'Second paper') },
    { event: 'citation', data: citation(1, first, 'First paper') },
    { event: 'citation', data: citation(3, 'gone', 'A paper that is gone') },
  )
  const chat_record_id = recordIdOf(
    await sendAndRead(ada, { chat_id: await openChat(ada), message: MESSAGE }),
  )
  const get = (format: string) => ada.send(api.chat.download, { chat_record_id, format })
  return { ada, chat_record_id, get, first, second }
}

test('an answer as Markdown has its references in order, its label in sight and in its metadata', async () => {
  const response = await made.get('md')

  expect(response.body).toContain('label: "原文摘录"')
  expect(response.body).toContain('ai_generated: false')
  expect(response.body).toContain('> 原文摘录（')
  const list = response.body.slice(response.body.indexOf('## 参考文献'))
  expect(list.match(/\\\[\d\\\] .*/g)).toEqual([
    '\\[1\\] First paper[M]',
    '\\[2\\] Second paper[M]',
    '\\[3\\] A paper that is gone',
  ])
  const name = decodeURIComponent(
    /UTF-8''(.*)$/.exec(String(response.headers['content-disposition']))?.[1] ?? '',
  )
  expect(name).toBe('什么是 b 注意力 b ？.md')
})

test('an answer as a page runs nothing and loads nothing', async () => {
  const { body } = await made.get('html')

  expect(body).not.toContain('<script>')
  expect(body).toContain('&lt;script&gt;')
  expect(body).toContain('<meta name="ai-generated" content="false">')
  expect(body).toContain('<strong>注意力</strong>')
  expect(body).toContain('<td>1</td>')
  expect(body).toContain('[1]First paper[M]')
})

test('an answer as a Word file says how it was made in its text and in its properties', async () => {
  const files = unzipSync((await made.get('docx')).rawPayload)
  const text = (name: string) => new TextDecoder().decode(files[name])

  expect(text('word/document.xml')).toContain('原文摘录（')
  expect(text('word/document.xml')).toContain('[1]First paper[M]')
  expect(text('docProps/core.xml')).toContain('原文摘录')
  expect(text('docProps/custom.xml')).toContain('原文摘录')
})

test('an answer whose model failed is labelled as quotes, one of a model as generated', async () => {
  const { env } = await scriptedModel()
  const app = await testApp({ env })
  const ada = await app.signUp('Ada')
  const labelOf = async (...notices: string[]) => {
    answerWith(app.base, '原文。', ...notices.map((text) => ({ event: 'status' as const, data: { text } })))
    const sent = await sendAndRead(ada, { chat_id: await openChat(ada), message: MESSAGE })
    const input = { chat_record_id: recordIdOf(sent), format: 'md' as const }
    return /label: "(.*)"/.exec((await ada.send(api.chat.download, input)).body)?.[1]
  }
  expect(await labelOf('模型没有写出内容', `${NO_MODEL_USED}以下内容由原文摘录组成`)).toBe('原文摘录')
  expect(await labelOf()).toBe('AI 生成，请核实')
})

test('the papers of an answer come in the order of their numbers', async () => {
  const { ada, chat_record_id, first, second } = made
  const list = await ada.call(api.chat.cited, { chat_record_id })

  expect(list.map(({ n, paper_id, title }) => [n, paper_id, title])).toEqual([
    [1, first, 'First paper'],
    [2, second, 'Second paper'],
    [3, 'gone', 'A paper that is gone'],
  ])
})

test('Markdown is read as far as files need it', () => {
  expect(
    parseBlocks('a *b* `c` [d](http://e)\nf\n\n```\n<x>\n```\n> q\n\n1. one').map((block) => block.kind),
  ).toEqual(['paragraph', 'code', 'quote', 'item'])
})

const written = (markdown: string) =>
  parseBlocks(markdown).map((block) => {
    const spans = 'spans' in block ? block.spans : 'rows' in block ? block.rows.flat(2) : []
    return [block.kind, spans.map(({ text, styles }) => [...styles, text].join('>')).join('|')]
  })

test('formulas, tables, lists, code and marks of an answer stand in its file as on the screen', () => {
  expect(written('**a *b*** ~~c~~ `d` $x_1$ [1] <b>e</b>')).toEqual([
    ['paragraph', 'bold>a |bold>italic>b| |struck>c| |code>d| |$x_1$| [1] <b>e</b>'],
  ])
  expect(written('$$\na_1\n$$')).toEqual([['paragraph', '$$\na_1\n$$']])
  expect(written('| a | b |\n|---|:-:|\n| 1 | [2](http://e) |')).toEqual([['table', 'a|b|1|2| (http://e)']])
  const list = parseBlocks('3. a[2]\n   - b\n\n     c\n4. [ ] d')
  expect(list.map((block) => (block.kind === 'item' ? [block.depth, block.mark] : []))).toEqual([
    [0, '3.'],
    [1, '•'],
    [1, ''],
    [0, '4. [ ]'],
  ])
  expect(written('[1]: https://e.org\n\n[a][1] ![b](http://c)')).toEqual([
    ['paragraph', '[1]: https://e.org'],
    ['paragraph', '[a][1]| |b| (http://c)'],
  ])
})

test.each([
  [
    '**注意：**不要外推。参见**《湖志》**一书，**约12%。**此外',
    'bold>注意：|不要外推。参见|bold>《湖志》|一书，|bold>约12%。|此外',
  ],
  ['结论是**“水位上升”**的', '结论是|bold>“水位上升”|的'],
  [
    'A grant of $3bn to $5bn, US$40 each, and $x_i+1$.',
    'A grant of $3bn to $5bn, US$40 each, and |$x_i+1$|.',
  ],
  ['价格$3到$5元，\\(a_i\\) 为下标', '价格$3到$5元，|$a_i$| 为下标'],
])('Chinese bold, money and formulas of %j are told apart', (markdown, spans) => {
  expect(written(markdown)).toEqual([['paragraph', spans]])
})

test('the rows of a matrix stay apart in every file', () => {
  const matrix = '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}'
  for (const text of [`\\[ ${matrix} \\]`, `\\[\n${matrix}\n\\]`, `$$\n${matrix}\n$$`])
    expect(written(text)).toEqual([['paragraph', `$$\n${matrix}\n$$`]])
  expect(written(`A \\(${matrix}\\)`)).toEqual([['paragraph', `A |$${matrix}$`]])
})

test.each(['[a](', '*a ', '> > a', '1. a ', '- a\n', 'a\n---\n'])(
  'an answer of %j without end is downloaded whole, as a page and as a Word file',
  async (part) => {
    const app = await testApp()
    const ada = await app.signUp('Ada')
    answerWith(app.base, part.repeat(2_500))
    const chat_record_id = recordIdOf(
      await sendAndRead(ada, { chat_id: await openChat(ada), message: '为什么？' }),
    )
    const page = await ada.send(api.chat.download, { chat_record_id, format: 'html' })
    const document = await ada.send(api.chat.download, { chat_record_id, format: 'docx' })

    const answer = page.body.slice(page.body.indexOf('<h2>回答'), page.body.indexOf('</body>'))
    expect(answer.replace(/<[^>]+>/g, '').match(/a/g)).toHaveLength(2_500)
    expect(Object.keys(unzipSync(document.rawPayload))).toContain('word/document.xml')
  },
)
