import { expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { inOneSpelling } from './one-spelling.ts'

const stemOf = (word: string) => analyse(word)[0]?.term

test.each([
  ['summarisation', 'summarization'],
  ['behaviours', 'behaviors'],
  ['modelling', 'modeling'],
  ['labelled', 'labeled'],
  ['optimising', 'optimizing'],
  ['tokeniser', 'tokenizer'],
  ['analysed', 'analyzed'],
  ['centre', 'center'],
  ['colourful', 'colorful'],
  ['leukaemia', 'leukemia'],
  ['haemoglobin', 'hemoglobin'],
  ['dialogues', 'dialogs'],
  ['programme', 'program'],
  ['manoeuvres', 'maneuvers'],
  ['defence', 'defense'],
])('%s is found by who writes %s', (british, american) => {
  expect(stemOf(british)).toBe(stemOf(american))
})

test.each([
  ...[
    'noise',
    'promise',
    'exercise',
    'precise',
    'pairwise',
    'likewise',
    'raised',
    'rising',
    'devised',
    'wiser',
  ],
  ...[
    'supervised',
    'unsupervised',
    'expertise',
    'analyses',
    'four',
    'source',
    'contour',
    'hour',
    'ising',
    'theses',
  ],
])('%s has no other spelling', (word) => {
  expect(inOneSpelling(word)).toBe(word)
})
