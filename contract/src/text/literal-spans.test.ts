import { expect, test } from 'vitest'
import { literalSpans, withDoubleDollars } from '../index.ts'

const mathIn = (text: string) =>
  literalSpans(text).flatMap(({ kind, isClosed, tex }) => (kind === 'math' && isClosed ? [tex] : []))

test.each<[string, string[]]>([
  ['A grant of $3bn to $5bn, US$40 each, $HOME, and $x_i+1$. 价格$3到$5元。', ['x_i+1']],
  ['From $5 to 6$ per unit, or $10 和 20$ in all; but $2 + 2 = 4$ and $n$.', ['2 + 2 = 4', 'n']],
  ['A$5 and HK$7, £3; \\$4 and 5$ are sums', []],
  ['$HOME/$USER, $LIB_DIR:$PATH; $AB$ and $n$th', ['AB', 'n']],
  [
    'Inline \\(a_i\\), then \\[ \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix} \\]',
    ['a_i', ' \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix} '],
  ],
  ['`$a$` and ``\\(b\\)`` but $c$', ['c']],
  ['```\n$a$ \\(b\\)\n```\n$c$', ['c']],
  ['> ~~~\n> $a$\n> ~~~\n> $c$', ['c']],
  ['$a\n\nb$ and $c$', ['c']],
  ['- costs $5\n- the rate$', []],
  ['$$\na\n\nb\n$$\n$c$', ['\na\n\nb\n', 'c']],
  [
    '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
    ['\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}'],
  ],
  ['其中\n\\begin{cases}1&x\\\\0&y\\end{cases}', ['\\begin{cases}1&x\\\\0&y\\end{cases}']],
  ['\\[\na\n\n+ b\n\\]', ['\na\n\n+ b\n']],
  ['at 5$/h and 10$/h', []],
  ['\\begin{itemize} $x$ \\end{itemize}', ['x']],
  ['\\\\(not a formula\\\\)', []],
])('formulas in %j', (text, tex) => {
  expect(mathIn(text)).toEqual(tex)
})

/** Yields every sentence of up to three amounts, in both languages, and with a formula among them or without. */
function* moneySentences(): Generator<[sentence: string, tex: string[]]> {
  const amounts = [
    '$5',
    '$1,000',
    '$3.5亿',
    '$10M',
    '$5/kg',
    '$20–$30',
    'US$40',
    '($7)',
    '$8k-$9k',
    '$12 million',
  ]
  const joints = [' and ', ', ', ' to ', ' versus ', '; ', '和', '、', '，', '至', '（约 ', '。']
  const formulas = [
    'x',
    'a_i',
    '\\alpha',
    'n=20',
    'p<0.05',
    '2x+1',
    '\\frac{1}{2}',
    '91.5\\%',
    'O(n^2)',
    'P(a|b)',
  ]
  for (const [at, first] of amounts.entries())
    for (const joint of joints) {
      const second = amounts[(at * 7 + joint.length * 3) % amounts.length] ?? ''
      yield [`It costs ${first}${joint}${second}${joint}${first}.`, []]
      yield [`价格为${first}${joint}${second}${joint}${first}。`, []]
      for (const tex of formulas) {
        yield [`It costs ${first}${joint}$${tex}$${joint}${second}.`, [tex]]
        yield [`取 $${tex}$ 时${joint}价格为 ${first}${joint}${second}。`, [tex]]
      }
    }
}

test('sums of money are no formulas, and formulas beside them are', () => {
  const wrong = [...moneySentences()].filter(
    ([sentence, tex]) => mathIn(sentence).join(' ') !== tex.join(' '),
  )
  expect(wrong.map(([sentence]) => `${sentence} → ${mathIn(sentence).join(' | ')}`)).toEqual([])
})

test('a stretch that may still be closed says so', () => {
  expect(literalSpans('where $x [1, 2]').map(({ isClosed }) => isClosed)).toEqual([false])
  expect(literalSpans('where $x [1, 2]\n\nNext').length).toBe(0)
  expect(literalSpans('`a [1]').map(({ kind, isClosed }) => [kind, isClosed])).toEqual([['code', false]])
})

test.each([
  ['是 \\(a_i\\)。', '是 $$a_i$$。'],
  [
    '\\[\nA = \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}\n\\]',
    '$$\nA = \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}\n$$',
  ],
  ['\\[ a = b \\]\nnext', '$$\na = b\n$$\nnext'],
  ['- item\n\n  \\[ a \\]\n', '- item\n\n  $$\n  a\n  $$\n'],
  ['| \\(|x|\\) | $P(a|b)$ | \\|', '| $$\\vert x\\vert$$ | $$P(a\\vert b)$$ | \\|'],
  ['$$ a\n+ b $$', '$$\na\n+ b\n$$'],
  ['`\\(a\\)` costs $3', '`\\(a\\)` costs $3'],
])('every formula of %j is written between double dollars', (text, written) => {
  expect(withDoubleDollars(text)).toBe(written)
})

test('a text of signs alone is read to its end', () => {
  for (const part of [
    '$a $a',
    '\\(',
    '`` ` ',
    '$$',
    '\\[ a\n\n',
    '$1 a',
    '```',
    '- $',
    '\\begin{align} ',
    '\\[\n',
    '|$a|',
    '$5，',
  ])
    expect(withDoubleDollars(part.repeat(5_000)).length).toBeGreaterThan(0)
})
