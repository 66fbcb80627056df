import { expect, test } from 'vitest'
import { stripMarkup, textWithoutMarkup } from './markup.ts'

test.each([
  ['H<sub>2</sub>O', 'H2O'],
  ['<jats:p>In <i>vitro</i></jats:p>', ' In vitro '],
  ['E. <span class="x" title=\'a b\'>coli</span>', 'E. coli'],
  ['<mml:math><mml:mi>n</mml:mi></mml:math>', 'n'],
  ['AT&amp;T &lt; x &#946; &#x3b2; &beta;-catenin', 'AT&T < x β β β-catenin'],
  ['$O(n^2)$', 'O(n^2)'],
  ['$\\alpha$-helix \\textbf{bold} $\\mathcal{O}(n \\log n)$', 'α-helix bold O(n  log n)'],
  ['CO$_{2}$ and x_{ij}', 'CO_2 and x_ij'],
  ['it costs $5 and $10', 'it costs $5 and $10'],
  ['p < 0.05 and n > 3', 'p < 0.05 and n > 3'],
  ['if a<b then {c}', 'if a<b then {c}'],
  ['C:\\temp', 'C: temp'],
  ['Q&A; R&D', 'Q&A; R&D'],
])('%s reads %s', (text, plain) => {
  expect(textWithoutMarkup(text)).toBe(plain)
})

test('every unit that is kept knows its place', () => {
  const text = 'a <b>bold</b> &amp; $\\beta$ <i>word</i>'
  const { text: plain, sources } = stripMarkup(text, true)
  const kept = [...plain].flatMap((character, i) =>
    character === text.charAt(sources?.[i] ?? -1) ? [] : [character],
  )
  // Only what stands for something else differs from the original.
  expect(kept).toEqual(['β'])
})
