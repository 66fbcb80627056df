import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Highlighted } from './highlighted.tsx'
import { plainText } from './markup.ts'

afterEach(cleanup)

/** What is drawn, without class names. */
function drawn(text: string, marks: { start: number; end: number }[] = [], from?: number): string {
  const { container } = render(
    <Highlighted text={text} marks={marks} {...(from !== undefined && { from })} />,
  )
  return container.innerHTML.replaceAll(/ class="[^"]*"/g, '')
}

/** The place of a word in a text. */
const at = (text: string, word: string) => ({
  start: text.indexOf(word),
  end: text.indexOf(word) + word.length,
})

test('hits are tinted where they stand', () => {
  const text = 'Possible high Tc superconductivity'
  expect(drawn(text, [at(text, 'superconductivity'), at(text, 'high')])).toBe(
    'Possible <mark>high</mark> Tc <mark>superconductivity</mark>',
  )
})

test('light mark-up becomes elements, and a hit may reach over it', () => {
  const text = 'High T<sub>c</sub> in H<sub>2</sub>S'
  expect(drawn(text, [at(text, 'T<sub>c</sub>')])).toBe(
    'High <mark>T</mark><sub><mark>c</mark></sub> in H<sub>2</sub>S',
  )
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a < b & c > d',
  '<b>bold</b> &amp;',
  '<sub onclick=x>1</sub>',
])('anything else that looks like mark-up is shown as text: %s', (text) => {
  const { container } = render(<Highlighted text={text} />)
  expect(container.textContent).toBe(text)
  expect(container.querySelector('script, img, b, [onclick]')).toBeNull()
})

test.each([
  ['<i>open', '&lt;i&gt;open'],
  ['close</i>', 'close&lt;/i&gt;'],
  ['<i>a<sub>b</i>', '&lt;i&gt;a&lt;sub&gt;b&lt;/i&gt;'],
])('tags without their other half are text: %s', (text, shown) => {
  expect(drawn(text)).toBe(shown)
})

test('formulas are set in one piece: letters in italics, digits and signs upright', () => {
  expect(drawn('ratio $10^{-3}\\alpha_i$ of')).toBe(
    'ratio <span>10<sup>-3</sup><i>α</i><sub><i>i</i></sub></span> of',
  )
})

test('a name in a formula stands upright, what it is applied to does not', () => {
  expect(drawn('time $O(n\\log n)$')).toBe('time <span><i>O</i>(<i>n</i>log <i>n</i>)</span>')
})

test('a hit inside a formula tints the whole of it', () => {
  const text = 'the $x^2$ law'
  expect(drawn(text, [at(text, 'x')])).toBe('the <mark><span><i>x</i><sup>2</sup></span></mark> law')
})

test('prices are no formulas', () => {
  expect(drawn('from $5 to $10')).toBe('from $5 to $10')
})

test('a part of a text keeps the places of its hits', () => {
  const text = 'First sentence. Second one.'
  expect(drawn(text, [at(text, 'Second')], text.indexOf('Second'))).toBe('<mark>Second</mark> one.')
})

test('marks that overlap, lie outside or are out of order tint each character once', () => {
  expect(
    drawn('abcdef', [
      { start: 3, end: 99 },
      { start: 1, end: 4 },
      { start: 50, end: 60 },
    ]),
  ).toBe('a<mark>bcd</mark><mark>ef</mark>')
})

test.each([
  ['High T<sub>c</sub> with $\\frac{1}{2}\\sqrt{x_1}$', 'High Tc with 1/2√(x1)'],
  ['$\\mathrm{Sm[O_{1-x}F_x]FeAs}$', 'Sm[O1-xFx]FeAs'],
  ['$\\unknown{x} \\% }$', 'unknownx % '],
  ['<i>E. coli</i>', 'E. coli'],
])('the plain text of %s is its letters and signs', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})
