import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { phraseWay, queryUnits, type Way } from './query-units.ts'

/** A way in short: `深度+0 学习+2`. */
const brief = ({ parts, prefix }: Way) =>
  parts.map(({ term, offset }) => `${term}+${offset}${prefix ? '*' : ''}`).join(' ')

const units = (text: string) => queryUnits(text).map(({ ways }) => ways.map(brief).join(' | '))

/** Whether a text has terms at the distances of a way. */
function has(text: string, { parts, prefix }: Way): boolean {
  const tokens = analyse(text)
  const at = (position: number, term: string) =>
    tokens.some(
      (token) => token.position === position && (prefix ? token.term.startsWith(term) : token.term === term),
    )
  return tokens.some(({ position }) => parts.every(({ term, offset }) => at(position + offset, term)))
}

const finds = (query: string, text: string) =>
  queryUnits(query).every(({ ways }) => ways.some((way) => has(text, way)))

test.each([
  ['networks', ['network+0']],
  ['pre-training', ['pretrain+0 | pre+0 train+1']],
  ['COVID-19', ['covid19+0 | covid+0 19+1']],
  ['O(n^2)', ['o+0', 'n2+0 | n+0 2+1']],
  ['水', ['水+0*']],
  ['设计', ['设计+0']],
  ['人工智能', ['人工智能+0']],
  ['深度学习', ['深度+0 学习+2']],
  ['图神经', ['图神+0 神经+1']],
  ['BERT模型', ['bert+0', '模型+0']],
  ['基于深度学习的图像分割方法', ['深度+0', '学习+0', '图像+0', '分割+0', '方法+0']],
  ['改进的支持向量机', ['改进+0', '支持+0', '向量+0 量机+1']],
  ['什么是图神经网络', ['图神+0 神经网络+1']],
  ['？', []],
])('%s asks for %j', (text, expected) => {
  expect(units(text)).toEqual(expected)
})

describe('a word is found wherever it is a part of the text', () => {
  const text = '一种基于平方和优化的飞行器大角度机动镇定控制器设计方法，𠮷野家的可持续发展'
  const clauses = text.split('，').map((clause) => [...clause])
  const substrings = clauses.flatMap((characters) =>
    characters.flatMap((_, start) =>
      [1, 2, 3, 4, 5].map((length) => characters.slice(start, start + length).join('')),
    ),
  )

  test('as any substring of one to five characters', () => {
    expect(substrings.filter((part) => !finds(part, text))).toEqual([])
  })

  test('but not across the end of a clause or in another order', () => {
    expect(finds('方法野家', text)).toBe(false)
    expect(finds('法𠮷', text)).toBe(false)
    expect(finds('优化平方', text)).toBe(false)
  })

  test.each([
    ['pre-training', 'pretraining'],
    ['pretraining', 'Pre-training'],
    ['pre-training', 'pre training'],
    ['COVID19', 'the COVID-19-related'],
    ['TNF-alpha', 'TNF-α'],
    ['Schrodinger', 'Schrödinger'],
  ])('%s in %s', (query, written) => {
    expect(finds(query, written)).toBe(true)
  })
})

describe('a phrase in quotes', () => {
  test.each([
    ['neural networks', 'neural+0 =networks+1'],
    ['state-of-the-art methods', 'state+0 of+1 the+2 art+3 =methods+4'],
    ['深度学习', '深度+0 学习+2'],
    ['BERT 语言模型', 'bert+0 语言+1 模型+3'],
    ['水', '水+0*'],
    ['图像，分割', '图像+0 分割+3'],
  ])('%s', (text, expected) => {
    const way = phraseWay(text)
    expect(way && brief(way)).toBe(expected)
  })

  test('is found as written and not in another form', () => {
    const networks = phraseWay('neural networks')
    expect(networks && has('Neural Networks work', networks)).toBe(true)
    expect(networks && has('a neural network', networks)).toBe(false)
    expect(networks && has('networks, neural', networks)).toBe(false)
  })

  test('without letters asks for nothing', () => {
    expect(phraseWay('?!')).toBeNull()
  })
})
