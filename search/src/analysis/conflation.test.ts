import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import { conflateEnglish, irregularForms } from './conflation.ts'

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => [line.trim()])

test.each(
  lines(`
    corpus corpora
    hypothesis hypotheses hypothesise hypothesizing
    analysis analyses analyse analyzed analyzer
    phenomenon phenomena
    criterion criteria
    matrix matrices
    child children
    mouse mice
    classify classifier classification
    misclassified misclassification
    represent representation representative
    experiment experiments experimental
    minimum minimal minimize
    summary summaries summarise summarization
    recognise recognition recognizer
    acquire acquisition
    resolve resolution
    induce induction
    transcribe transcript transcription
    write wrote written
    expand expansion
    history historical
  `),
)('%s are one word', (words) => {
  expect(new Set(words.split(' ').map(conflateEnglish)).size).toBe(1)
})

test.each(
  lines(`
    experience experiment
    university universal universe
    organ organic organization
    import important
    object objective
    position positive
    effect effective
    conversion conversation
    inform informal
    digit digital
    intelligence intelligibility
    animate animal
    emergence emergency
    author authoritarian authority
    specify specific
    solve solution
    convert conversion
  `),
)('%s are words of their own', (words) => {
  const all = words.split(' ')
  expect(new Set(all.map(conflateEnglish)).size).toBe(all.length)
})

test('what follows no rule is of a word that follows them, and no form is of two words', () => {
  for (const [form, base] of irregularForms) {
    expect(irregularForms.has(base), base).toBe(false)
    expect(conflateEnglish(form), form).toBe(conflateEnglish(base))
  }
})

test('an exact form stays what was written', () => {
  expect(analyze('corpora').map(({ term }) => term)).toEqual(['corpus', '=corpora'])
})
