import { expect, test } from 'vitest'
import { stemEnglish } from './porter2.ts'

test.each([
  // Plurals and past forms.
  ['caresses', 'caress'],
  ['ties', 'tie'],
  ['cries', 'cri'],
  ['gaps', 'gap'],
  ['gas', 'gas'],
  ['kiwis', 'kiwi'],
  ['this', 'this'],
  ['agreed', 'agre'],
  ['feed', 'feed'],
  ['hoping', 'hope'],
  ['hopping', 'hop'],
  ['luxuriated', 'luxuri'],
  ['sing', 'sing'],
  // y.
  ['cry', 'cri'],
  ['by', 'by'],
  ['say', 'say'],
  ['youth', 'youth'],
  ['naysayers', 'naysay'],
  // Long suffixes.
  ['consistency', 'consist'],
  ['consolations', 'consol'],
  ['rational', 'ration'],
  ['relational', 'relat'],
  ['generalization', 'general'],
  ['generic', 'generic'],
  ['hopefulness', 'hope'],
  ['sensibilities', 'sensibl'],
  ['radically', 'radic'],
  ['formative', 'format'],
  ['electricity', 'electr'],
  ['replacement', 'replac'],
  ['adoption', 'adopt'],
  ['communism', 'communism'],
  ['controll', 'control'],
  ['language', 'languag'],
  ['learning', 'learn'],
  ['networks', 'network'],
  ['knightly', 'knight'],
  ['analogy', 'analog'],
  ['probate', 'probat'],
  // Exceptions.
  ['skies', 'sky'],
  ['dying', 'die'],
  ['news', 'news'],
  ['inning', 'inning'],
  ['proceeds', 'proceed'],
  ['a', 'a'],
  ['is', 'is'],
])('%s has the stem %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})

test('forms of one word share their stem', () => {
  const forms = ['connect', 'connected', 'connecting', 'connection', 'connections', 'connective']
  expect(new Set(forms.map(stemEnglish))).toEqual(new Set(['connect']))
})
