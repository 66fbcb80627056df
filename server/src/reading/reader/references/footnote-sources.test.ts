import { expect, test } from 'vitest'
import { sourcesInNotes } from './footnote-sources.ts'

test.each([
  [
    ['1 Lind, Eva: Salz und Stadt, Bremen 1982, S. 12; Holm, Jan: Maße, in: Hefte 4 (1991), S. 3–9.'],
    ['Lind, Eva: Salz und Stadt, Bremen 1982, S. 12', 'Holm, Jan: Maße, in: Hefte 4 (1991), S. 3–9.'],
  ],
  [['2 Ebd., S. 14; Dahl, Per: Wege; eine Karte, Kiel 2003.'], ['Dahl, Per: Wege; eine Karte, Kiel 2003.']],
  [
    ['[3] See Moreau, Salt and Law (London, 1999), 7.', '4 Ibid., 9.'],
    ['Moreau, Salt and Law (London, 1999), 7.'],
  ],
  [
    [
      '①参见李明：《盐政史》，中华书局，第20页；王海：《漕运考》，《史学月刊》1998年第3期。',
      '② 同上，第21页。',
    ],
    ['李明：《盐政史》，中华书局，第20页', '王海：《漕运考》，《史学月刊》1998年第3期。'],
  ],
  [['* The author thanks the archive for its help.', '5 This was the usual way of counting.'], []],
])('the sources that footnotes name are taken from them, and each once', (notes, sources) => {
  expect(sourcesInNotes([...notes, ...notes])).toEqual(sources)
})
