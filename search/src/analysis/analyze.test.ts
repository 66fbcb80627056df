import { describe, expect, test } from 'vitest'
import { analyze, forEachTerm, type Token } from './analyze.ts'

const terms = (text: string) => analyze(text).map((token) => token.term)

function indexed(text: string): string[] {
  const seen: string[] = []
  forEachTerm(text, (term, position) => seen.push(`${term}@${position}`))
  return seen
}

/** The original text under a token. */
const written = (text: string, token: Token | undefined) => text.slice(token?.start, token?.end)

describe('English', () => {
  test('a word is found in all its forms and, exactly, in its own', () => {
    expect(analyze('Neural Networks')).toEqual([
      { term: 'neural', position: 0, start: 0, end: 6 },
      { term: 'network', position: 1, start: 7, end: 15 },
      { term: '=networks', position: 1, start: 7, end: 15 },
    ])
  })

  test('accents, ligatures, full-width letters and apostrophes do not hide a word', () => {
    expect(terms('Schrödinger')).toEqual(terms('schrodinger'))
    expect(terms('eﬃcient ＢＥＲＴ')).toEqual(terms('efficient bert'))
    expect(terms('Alzheimer’s disease')).toEqual(terms('alzheimer disease'))
  })

  test.each([
    ['state-of-the-art', ['stateoftheart', 'state', 'of', 'the', 'art']],
    ['C++ and C# on .NET', ['c++', 'and', 'c#', 'on', '.net']],
    ['COVID-19', ['covid19', 'covid', '19']],
    ['COVID-19-free', ['covid19free', 'covid19', 'covid', '19', 'free']],
    ['GPT-3.5', ['gpt3.5', 'gpt', '3.5']],
    ['R&D', ['r&d', 'r', 'd']],
    ['p53', ['p53']],
    ['in 2019.', ['in', '2019']],
  ])('%s is indexed as it is searched', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })
})

describe('formulas and mark-up', () => {
  test.each(['H2O', 'H₂O', 'H<sub>2</sub>O', 'H$_2$O', '$H_{2}O$'])('%s is found as H2O', (text) => {
    expect(terms(text)).toContain('h2o')
  })

  test.each(['TNF-α', 'TNFα', 'TNF-alpha', 'TNF-$\\alpha$', 'TNF-<i>α</i>'])(
    '%s is found as TNF-α',
    (text) => {
      expect(terms(text)).toContain('tnfalpha')
    },
  )

  test('a highlight of a word in mark-up covers it in the original text', () => {
    const text = 'of H<sub>2</sub>O &amp; ice'
    const tokens = analyze(text)
    expect(written(text, tokens[1])).toBe('H<sub>2</sub>O')
    expect(written(text, tokens.at(-1))).toBe('ice')
  })

  test('formulas stay findable and tags never become words', () => {
    expect(terms('$O(n^2)$')).toEqual(['o', 'n2', 'n', '2'])
    expect(terms('<jats:p>Deep <b>learning</b></jats:p>')).toEqual(terms('deep learning'))
  })
})

describe('Chinese', () => {
  test('every pair, the words of the dictionary and the last character are terms', () => {
    expect(indexed('人工智能')).toEqual(['人工智能@0', '人工@0', '工智@1', '智能@2', '能@3'])
  })

  test('traditional characters are found by simplified ones, at the same places', () => {
    expect(terms('機器學習')).toEqual(terms('机器学习'))
    expect(analyze('機器學習')[0]).toEqual({ term: '机器', position: 0, start: 0, end: 2 })
  })

  test('every substring is there: its first character begins a pair, longer ones are pairs side by side', () => {
    const text = '一种基于平方和优化的𠮷野家飞行器'
    const seen = new Set(indexed(text))
    const characters = [...text]
    const missing = characters.filter(
      (character, at) => !seen.has(`${character}${characters[at + 1] ?? ''}@${at}`),
    )
    expect(missing).toEqual([])
  })

  test('positions go on between scripts and leave one free at the end of a clause', () => {
    expect(indexed('基于BERT模型，好')).toEqual(['基于@0', '于@1', 'bert@2', '模型@3', '型@4', '好@6'])
  })

  test('Japanese and Korean are found by pairs', () => {
    expect(terms('ｶﾞﾗｽ')).toEqual(['ガラ', 'ラス', 'ス'])
    expect(terms('한국어')).toEqual(['한국', '국어', '어'])
  })
})
