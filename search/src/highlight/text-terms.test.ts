import { expect, test } from 'vitest'
import { analyze } from '../analysis/analyze.ts'
import { findTermSpans } from './text-terms.ts'
import { type WordStarts, wordStarts } from './word-starts.ts'

/** Texts of every kind: compounds, languages, points, dashes, accents, entities, formulas, Chinese. */
const TEXTS = [
  'Dying, lying (tying) skies are early; gently "idly" ugly! A cry: news of a C and x-ray, (F# or J)? die lie tie sky',
  'State-of-the-art neural networks for COVID-19 and H2O, see Fig. 3.14 of the study.',
  "C++, C#, ASP.NET and .NET are languages; R&D at AT&T, said O’Brien and O'Neil’s networks",
  'naïve Bayes – a “study” of Erdős–Rényi graphs… networks/study   networks\nstudy\tnetworks',
  'H<sub>2</sub>O &amp; $\\beta$-catenin networks of a study, x_{i} networks',
  '基于深度学习的 networks 研究 study，神经网络 ｎｅｔｗｏｒｋｓ',
  'e\u0301tude \u0301 networks study ¨networks',
  '',
  '  networks ',
]

test('words are marked where the whole text has them, whatever stands around', () => {
  const all = new Set(TEXTS.flatMap((text) => analyze(text).map(({ term }) => term)))
  const ways: [(term: string) => boolean, WordStarts][] = [
    [() => true, wordStarts([], [''])],
    [() => false, wordStarts([], [])],
    [(term) => term.startsWith('net'), wordStarts([], ['net'])],
    [(term) => term.startsWith('s'), wordStarts([], ['s'])],
    ...[...all].map((wanted): [(term: string) => boolean, WordStarts] => [
      (term) => term === wanted,
      wordStarts([wanted], []),
    ]),
  ]
  for (const [isWanted, starts] of ways)
    for (const text of TEXTS) expect(findTermSpans(text, isWanted, starts)).toEqual(plainly(text, isWanted))
})

function plainly(text: string, isWanted: (term: string) => boolean) {
  const marked = new Array<boolean>(text.length + 1).fill(false)
  const wanted = analyze(text).filter(({ term }) => isWanted(term))
  for (const { start, end } of wanted) marked.fill(true, start, end)
  const places: { start: number; end: number }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = places.at(-1)
    if (!marked[at]) continue
    if (last?.end === at) last.end = at + 1
    else places.push({ start: at, end: at + 1 })
  }
  return places
}
