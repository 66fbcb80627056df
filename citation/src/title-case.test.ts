import { expect, test } from 'vitest'
import { exportText } from './exports/exports.ts'
import { runsText } from './runs.ts'
import { formatReference } from './styles.ts'
import { headlineCase } from './title-case.ts'

test.each([
  ['the fate of α-synuclein in β cells', 'The Fate of α-Synuclein in β Cells'],
  ['μ-opioid receptors and γδ t cells at 5 µm', 'μ-Opioid Receptors and γδ T Cells at 5 µm'],
  ['ωb-baryons, δ13c and π', 'ωb-Baryons, δ13c and π'],
  ['iPSC models of p53, miRNA and eLife', 'iPSC Models of p53, miRNA and eLife'],
  ['éclairs over the île', 'Éclairs over the Île'],
])('headline style leaves letters of other alphabets and odd capitals as they are: %s', (title, printed) => {
  expect(headlineCase(title)).toBe(printed)
})

test.each([
  [
    { title: 'the role of {β}-catenin and {k}-means', custom: { protected_words: 'β\nk' } },
    'The Role of {β}-Catenin and {k}-Means',
  ],
  [
    { title: 'growth of <i>Escherichia coli</i> and <i>in vitro</i> tests' },
    'Growth of Escherichia coli and in vitro Tests',
  ],
  [{ title: 'a <i>great</i> flood' }, 'A Great Flood'],
])('braces keep their own part of a word, italics phrases of other languages: %j', (about, printed) => {
  const item = {
    id: '1',
    type: 'article-journal' as const,
    language: 'en',
    ...about,
    title: about.title.replace(/[{}]/g, ''),
  }
  expect(runsText(formatReference('mla-9', item))).toContain(printed.replace(/[{}]/g, ''))
})

test('words that a source protects keep their letters in headline style and get their braces back', () => {
  const item = {
    ...{ id: '1', type: 'article-journal' as const, title: 'Early tools of Homo sapiens and de novo genes' },
    author: [{ family: 'Lund', given: 'Bo' }],
    custom: { protected_words: 'Homo sapiens\nde novo' },
  }
  expect(runsText(formatReference('mla-9', item))).toContain(
    '“Early Tools of Homo sapiens and de novo Genes.”',
  )
  expect(exportText('bibtex', [item])).toContain('Early tools of {Homo} {sapiens} and {de} {novo} genes')
})
