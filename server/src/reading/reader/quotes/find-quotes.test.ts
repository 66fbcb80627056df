import { expect, test } from 'vitest'
import { findQuotes, type QuoteHit } from './find-quotes.ts'
import { createLetterCollector, foldQuote } from './letters.ts'

function hits(text: string, ...quotes: string[]): QuoteHit[][] {
  const seeking = findQuotes(foldQuote(text), quotes.map(foldQuote))
  let step = seeking.next()
  while (!step.done) step = seeking.next()
  const found = step.value
  return quotes.map((quote) => found.get(foldQuote(quote)) ?? [])
}

const found = (text: string, quote: string): string[] =>
  (hits(text, quote)[0] ?? []).map(({ from, to }) => foldQuote(text).slice(from, to))

test('a quote is found whatever became of case, spaces, hyphens and width', () => {
  const text = 'Earlier work. The Trans­for-mer uses  self-attention（自注意力）.'

  expect(found(text, 'the transformer uses self attention')).toEqual(['thetransformerusesselfattention'])
  expect(found(text, '（自 注意力）')).toEqual(['自注意力'])
})

test('every place of a quote is found', () => {
  expect(hits('alpha beta gamma. alpha beta gamma.', 'alpha beta')[0]).toMatchObject([
    { from: 0, exact: true },
    { from: 14, exact: true },
  ])
})

test('a quote is found by most of it where some of it was read otherwise', () => {
  const quote =
    'The proposed method reduces the error rate by twelve percent on all three benchmarks of the suite.'
  const text = `Before it. ${quote.replace('error rate', 'enor rote').replace('three', 'thr3e')} Behind it.`

  const [near] = hits(text, quote)[0] ?? []

  expect(near?.exact).toBe(false)
  expect(foldQuote(text).slice(near?.from, near?.to)).toBe(
    foldQuote(
      'The proposed method reduces the enor rote by twelve percent on all thr3e benchmarks of the suite',
    ),
  )
})

test('what is not there is not found, however alike its words', () => {
  const text = 'The method is simple. The data are few. The results are good. We thank all who helped us.'

  expect(
    hits(text, 'The model is large and the corpus is old, and nothing of this was ever said here.'),
  ).toEqual([[]])
  expect(hits(text, '')).toEqual([[]])
})

test('a word that stands everywhere and quotes of one beginning take about one pass', () => {
  const text = 'a'.repeat(300_000)
  const quotes = Array.from({ length: 200 }, (_, at) => 'a'.repeat(50 + at))

  const all = hits(text, ...quotes)

  expect(all.every((each) => each.length === 64)).toBe(true)
})

test('letters know where they stand in the text', () => {
  const letters = createLetterCollector()
  letters.add('ﬁt 𝒜!', 100)

  const { text, starts, ends } = letters.done()

  expect(text).toBe('fita')
  expect([...starts]).toEqual([100, 100, 101, 103])
  expect([...ends]).toEqual([101, 101, 102, 105])
})
