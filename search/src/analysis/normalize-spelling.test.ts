import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import { normalizeSpelling } from './normalize-spelling.ts'

const stemOf = (word: string) => analyze(word)[0]?.term

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

// One word for each part: what spares most words the look for parts must let all of these through.
test.each(
  (
    'neighbour-neighbor fibre-fiber metres-meters centred-centered monologue-monolog offence-offense licences-licenses ' +
    'analysing-analyzing hydrolyse-hydrolyze haemorrhage-hemorrhage anaemic-anemic orthopaedic-orthopedic ' +
    'paediatric-pediatric gynaecology-gynecology faeces-feces caecum-cecum anaesthesia-anesthesia ' +
    'paraesthesia-paresthesia aetiology-etiology oedema-edema oestrogen-estrogen foetus-fetus palaeography-paleography ' +
    'archaeology-archeology diarrhoea-diarrhea dyspnoea-dyspnea manoeuvre-maneuver sulphur-sulfur programmes-programs ' +
    'judgement-judgment acknowledgements-acknowledgments ageing-aging grey-gray aluminium-aluminum ' +
    'artefacts-artifacts sceptical-skeptical moulded-molded ploughing-plowing tyres-tires'
  )
    .split(' ')
    .map((pair) => pair.split('-')),
)('%s is written %s', (british = '', american = '') => {
  expect(normalizeSpelling(british)).toBe(american)
  expect(normalizeSpelling(american)).toBe(american)
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
  expect(normalizeSpelling(word)).toBe(word)
})
