import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { titleKey } from './document.ts'
import { SPACES } from './terms.ts'
import { workNameTerms } from './work-names.ts'

const named = (title: string, abstract = '') => [...workNameTerms({ ...blankWork(title, 1), abstract })]
const leading = (name: string) => SPACES.name + titleKey(name)
const bracketed = (name: string) => SPACES.short_name + titleKey(name)
const cited = (name: string, by: string) => `${SPACES.cited_name}${titleKey(name)} ${by}`

test.each([
  ['GloVe: Global Vectors for Word Representation', [leading('glove')]],
  ['U-Net：用于医学图像分割的卷积网络', [leading('UNet')]],
  ['Snorkel – Rapid Training Data Creation', [leading('Snorkel')]],
  ['Named Entity Recognition (NER) for Greek', [bracketed('NER')]],
  [
    'Conditional Nets (CNets): A Study',
    [leading('Conditional Nets (CNets)'), bracketed('CNets'), bracketed('Conditional Nets')],
  ],
  ['生成对抗网络（GAN）研究综述', [bracketed('GAN')]],
  ['Ratio 3:1 in well-known cases (revised) (2019)', []],
  ['A title without a name', []],
  [': nothing before the sign', []],
])('the names in the title %s', (title, terms) => {
  expect(named(title)).toEqual(terms)
})

test.each([
  ['We use ELMo (Peters et al., 2018a) here.', [cited('elmo', 'peters 2018')]],
  [
    'The Transformer model (Vaswani et al. 2017) and GPT-2(Radford 等，2019).',
    [cited('transformer', 'vaswani 2017'), cited('gpt2', 'radford 2019')],
  ],
  [
    'As GloVe (Pennington, 2014) and SBERT (Reimers and Gurevych, 2019; Wu, 2020)',
    [cited('glove', 'pennington 2014'), cited('sbert', 'reimers 2019')],
  ],
  ['as others did (Smith et al., 2018), in 2019 (the year), and (Jones', []],
])('the names that a text cites: %s', (abstract, terms) => {
  expect(named('x', abstract)).toEqual(terms)
})
