import type { Citation } from '@scinav/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showAt } from '../../testing/show.tsx'
import { AnswerMarkdown } from './markdown.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer({})
})
afterEach(cleanup)

const cite = (answer: string, n: number, over: Partial<Citation> = {}): Citation => {
  const start = answer.indexOf(`[${n}]`)
  const check: Citation['check'] = { method: 'terms', located: true, missing: [] }
  const source = { passage_id: `s${n}`, paper_id: `p${n}`, document_id: null, title: `Paper ${n}`, page: 3 }
  return {
    n,
    start,
    end: start + 3,
    ...source,
    boxes: [],
    quote: 'the quote',
    support: 'supported',
    check,
    ...over,
  }
}
const show = (text: string, citations: Citation[] = [], onOpen: (one: Citation) => void = () => {}) =>
  showAt('/', <AnswerMarkdown text={text} citations={citations} onOpen={onOpen} />).container

test.each([
  ['a remote image', '![x](https://evil.example/a.png)'],
  ['an image by reference', '![x][i]\n\n[i]: https://evil.example/a.png'],
  ['HTML', '<img src="https://evil.example/a.png" onerror="alert(1)"><script>alert(1)</script>'],
  ['SVG', '<svg onload="alert(1)"><image href="https://evil.example/a.png"/></svg>'],
  ['styles', '<style>body{background:url(https://evil.example/a.png)}</style><div style="x">y</div>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  [
    'a formula that loads',
    '$\\includegraphics{https://evil.example/a.png}$ $\\href{javascript:alert(1)}{x}$',
  ],
])('%s in an answer loads nothing and runs nothing', (_, text) => {
  const shown = show(text)
  expect(shown.querySelector('img, script, style, iframe, object, image, [onload], [onerror]')).toBeNull()
  for (const link of shown.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:/)
  expect(server.requests).toEqual([])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//evil.example', '/api/user/logout'])(
  'a link to %s leads nowhere',
  (address) => {
    expect(show(`[look](${address})`).querySelector('a')).toBeNull()
    expect(screen.getByText('look')).toBeTruthy()
  },
)

test('a link to the web opens by itself and tells the other side nothing', () => {
  const link = show('[doi](https://doi.org/1)').querySelector('a')
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(link?.textContent).toContain('站外链接')
})

test('an address that no browser can read is text', () => {
  const shown = show('<form action="http://127.0.0.1:80">see https://example.org:80x/a</form>')
  expect(shown.querySelector('a')).toBeNull()
  expect(shown.textContent).toContain('https://example.org:80x/a')
})

test('formulas, tables and code are set', () => {
  const shown = show('$E=mc^2$\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`')
  expect(shown.querySelector('.katex')).not.toBeNull()
  expect(shown.querySelectorAll('td')).toHaveLength(2)
  expect(shown.querySelector('code')?.textContent).toBe('code')
})

test('Chinese bold beside punctuation is bold, sums of money are no formulas', () => {
  const shown = show(
    '结论是**“水位上升”**的。**注意：**不要外推。 A grant of $3bn to $5bn, $HOME, and $x_i+1$; 价格$3到$5元。',
  )
  expect(Array.from(shown.querySelectorAll('strong'), ({ textContent }) => textContent)).toEqual([
    '“水位上升”',
    '注意：',
  ])
  expect(shown.querySelectorAll('.katex')).toHaveLength(1)
  expect(shown.textContent).toContain('$3bn to $5bn, $HOME')
})

test.each([
  ['bold quotes', '结论是**“水位上升”**[1]的。', 'strong', '“水位上升”'],
  ['bold brackets', '方法**（随机试验）**[1] 有效', 'strong', '（随机试验）'],
  ['a formula', '取值 $AB$[1]。', '.katex-html', 'AB'],
  ['an address', '见 https://doi.org/10.1/x[1]。', 'a', 'https://doi.org/10.1/x（站外链接）'],
])('a mark directly after %s leaves them as they are', (_, text, selector, content) => {
  const shown = show(text, [cite(text, 1)])
  expect(shown.querySelector(selector)?.textContent).toBe(content)
  expect(shown.querySelector('a')?.getAttribute('href') ?? 'https://doi.org/10.1/x').toBe(
    'https://doi.org/10.1/x',
  )
  expect(screen.getByRole('button', { name: /^引用 1/ })).toBeTruthy()
})

test('formulas between escaped brackets are set with all their rows', () => {
  const shown = show('Inline \\(a_i\\), then\n\n\\[\n\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}\n\\]')
  expect(shown.querySelectorAll('.katex')).toHaveLength(2)
  expect(shown.querySelector('.katex-error')).toBeNull()
  expect(shown.querySelectorAll('.katex-display mtr')).toHaveLength(2)
})

test.each([
  'equation',
  'align',
  'align*',
  'gather',
  'multline',
  'flalign*',
  'eqnarray',
  'aligned',
  'cases',
  'bmatrix',
])('a formula in the environment %s is set', (name) => {
  const rows = name === 'equation' ? 'a = b' : name === 'eqnarray' ? 'a &=& b \\\\\nc &=& d' : 'a \\\\\nb'
  const shown = show(`其中\n\\begin{${name}}\n${rows}\n\\end{${name}}\n如上。`)
  expect(shown.querySelectorAll('.katex-display')).toHaveLength(1)
  expect(shown.querySelector('.katex-error')).toBeNull()
})

test('bars in a formula do not end the cell of a table', () => {
  const shown = show('| 量 | 值 |\n|---|---|\n| \\(|x|\\) | $P(a|b)$ |')
  expect(shown.querySelectorAll('td')).toHaveLength(2)
  expect(shown.querySelectorAll('td .katex')).toHaveLength(2)
})

test('a wide table scrolls in a region that the keyboard reaches', () => {
  show('| a | b |\n|---|---|\n| 1 | 2 |')
  expect(screen.getByRole('region', { name: '表格' }).tabIndex).toBe(0)
})

test.each([
  ['supported', '原文支持'],
  ['partial', '原文部分支持'],
  ['unsupported', '原文不支持'],
  ['unchecked', '没有核对，请看原句'],
] as const)('a mark that is %s says so in words', (support, words) => {
  const answer = 'It rises [1].'
  show(answer, [cite(answer, 1, { support })])
  expect(screen.getByRole('button', { name: `引用 1，${words}：Paper 1` })).toBeTruthy()
})

test('a mark shows its quote when it is reached and opens its source when it is pressed', async () => {
  const answer = 'It rises [1] and *falls [2]*.'
  const opened: string[] = []
  show(answer, [cite(answer, 2), cite(answer, 1)], ({ passage_id }) => opened.push(passage_id))
  const mark = screen.getByRole('button', { name: /^引用 2/ })
  await act(async () => fireEvent.focus(mark))
  expect(screen.getByRole('tooltip').textContent).toContain('the quote')
  await act(async () => fireEvent.click(mark))
  expect(opened).toEqual(['s2'])
})

test('a number that no citation stands behind stays plain text, and so does a forged token', () => {
  const forged = 'Made up [3]. ‹\u{E000}0›'
  show(forged, [cite('x [1]', 1)])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a mark stands on one line with the last character before it and the stop behind it', () => {
  const text = '因为湿度 [1]。另见他处[2]'
  const shown = show(text, [cite(text, 1), cite(text, 2)])
  const together = [...shown.querySelectorAll('[data-together]')].map(({ textContent }) => textContent)
  expect(together).toEqual(['度1。', '处2'])
  expect(shown.textContent?.trim()).toBe('因为湿度1。另见他处2')
})

test.each(['[a](', '*a ', '> > a', '1. a ', '- a\n'])(
  'an answer of %j without end is shown whole, its last mark too',
  (part) => {
    const answer = `${part.repeat(2_500)} z[1]`
    const shown = show(answer, [cite(answer, 1)])
    expect(shown.textContent?.match(/a/g)).toHaveLength(2_500)
    expect(screen.getByRole('button', { name: /^引用 1/ })).toBeTruthy()
  },
)

test('every line of a heavy paragraph is a line', () => {
  const shown = show(`${'*a\n'.repeat(400)}b`)
  expect(shown.querySelectorAll('br')).toHaveLength(400)
})

test('a quoted English sentence says that it is English, so that its quotes are drawn as English has them', () => {
  const text =
    '文献中说：\n\n> It doesn’t matter for “deep” parsers [1]\n\n- A second one isn’t [1]\n\n说明：BERT 是一种模型'
  const shown = show(text, [cite(text, 1)])
  const langs = [...shown.querySelectorAll('[lang]')].map(
    (one) => `${one.tagName} ${one.getAttribute('lang')}`,
  )
  expect(langs).toEqual(['P en', 'LI en'])
  expect(shown.querySelector('blockquote [data-cite], blockquote button')).not.toBeNull()
})

test('two sentences of one source cited side by side have one mark that offers both', async () => {
  const text = '降得很快[1][1]，也有例外[2]。'
  const one = cite(text, 1)
  const other = cite(text, 1, { start: one.end, end: one.end + 3, quote: 'another quote' })
  const opened: string[] = []
  const shown = show(text, [one, other, cite(text, 2)], ({ quote }) => opened.push(quote))
  const marks = await screen.findAllByRole('button', { name: /^引用/ })
  expect(marks.map(({ textContent }) => textContent)).toEqual(['1', '2'])
  expect(shown.textContent).not.toContain('[1]')
  fireEvent.click(marks[0] as HTMLElement)
  expect(opened).toEqual([])
  for (const button of screen.getAllByRole('button', { name: '查看这一句' })) fireEvent.click(button)
  expect(opened).toEqual(['the quote', 'another quote'])
})

test('Escape within an opened quote closes it, and the focus returns to its mark', async () => {
  const text = '降得很快[1][1]。'
  const one = cite(text, 1)
  show(text, [one, cite(text, 1, { start: one.end, end: one.end + 3, quote: 'another quote' })])
  const mark = await screen.findByRole('button', { name: /^引用/ })
  fireEvent.click(mark)
  const [choice] = screen.getAllByRole('button', { name: '查看这一句' })
  act(() => choice?.focus())
  fireEvent.keyDown(choice as HTMLElement, { key: 'Escape' })
  expect(document.activeElement).toBe(mark)
  expect(screen.queryByRole('button', { name: '查看这一句' })).toBeNull()
})

test('of a doubtful claim with two sentences of one source there is one warning', async () => {
  const text = '降得很快[1][1]。'
  const one = cite(text, 1, { support: 'unsupported' })
  show(text, [one, { ...one, start: one.end, end: one.end + 3 }])
  expect(await screen.findAllByText(/原文不支持这里的说法/)).toHaveLength(1)
})
