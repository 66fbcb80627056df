import { describe, expect, test } from 'vitest'
import { foldName, nameQueryTerms, nameTerms } from './names.ts'

/** Whether a name typed into the author field finds an author. */
const finds = (typed: string, author: string, zh?: string) => {
  const terms = nameTerms(author, zh)
  return nameQueryTerms(typed).some((term) => terms.includes(term))
}

describe('Chinese authors', () => {
  test.each([
    '张晓明',
    '張曉明',
    '张 晓明',
    '晓明',
    '张',
    'Zhang Xiaoming',
    'Xiaoming Zhang',
    'Zhang, Xiaoming',
    'Xiao-Ming Zhang',
    'xiao ming zhang',
    'zhangxiaoming',
    'xiaomingzhang',
    'Zhang XM',
    'X.-M. Zhang',
    'X. Zhang',
    'Zhang, X.',
    'zxm',
  ])('张晓明 is found as %s', (typed) => {
    expect(finds(typed, '张晓明')).toBe(true)
  })

  test.each([
    ['曾国藩', 'zeng guofan'],
    ['沈从文', 'shen congwen'],
    ['仇英', 'qiu ying'],
    ['解缙', 'xie jin'],
    ['单田芳', 'shan tianfang'],
    ['区大伟', 'ou dawei'],
    ['查良镛', 'zha liangyong'],
    ['任正非', 'ren zhengfei'],
    ['盖叫天', 'ge jiaotian'],
    ['朴树', 'piao shu'],
    ['尉迟敬德', 'yuchi jingde'],
    ['万俟卨', 'moqi xie'],
    ['欧阳修', 'ouyang xiu'],
    ['吕布', 'lv bu'],
    ['吕布', 'lyu bu'],
    ['吕布', 'lu bu'],
  ])('%s is read as %s', (author, typed) => {
    expect(finds(typed, author)).toBe(true)
  })

  test('a surname is not read as a common word', () => {
    expect(finds('ceng guofan', '曾国藩')).toBe(false)
    expect(finds('ouyangxiu', '欧阳修')).toBe(true)
  })

  test('the Chinese form beside a Latin name is found too', () => {
    expect(finds('李飞飞', 'Fei-Fei Li', '李飞飞')).toBe(true)
    expect(finds('li feifei', 'Fei-Fei Li')).toBe(true)
  })
})

describe('Latin authors', () => {
  test.each(['Yann LeCun', 'LeCun, Yann', 'lecun y', 'Y. LeCun', 'LECUN', 'LeCun Yann', 'yann'])(
    'Yann LeCun is found as %s',
    (typed) => {
      expect(finds(typed, 'Yann LeCun')).toBe(true)
      expect(finds(typed, 'LeCun, Yann')).toBe(true)
    },
  )

  test.each([
    ['D. E. Knuth', 'Donald Ervin Knuth'],
    ['Donald Knuth', 'Donald Ervin Knuth'],
    ['Knuth DE', 'Donald E. Knuth'],
    ['van Beethoven, L.', 'Ludwig van Beethoven'],
    ['Martin Luther King', 'Martin Luther King, Jr.'],
    ['Schrodinger', 'Erwin Schrödinger'],
    ['OBrien', 'Tim O’Brien'],
    ['Zhang S', 'Zhang San'],
    ['S Zhang', 'Zhang San'],
    ['爱因斯坦', '阿尔伯特·爱因斯坦'],
    ['Plato', 'Plato'],
  ])('%s finds %s', (typed, author) => {
    expect(finds(typed, author)).toBe(true)
  })

  test('another person is not found', () => {
    expect(finds('LeCun X', 'Yann LeCun')).toBe(false)
    expect(finds('Yann Smith', 'Yann LeCun')).toBe(false)
  })
})

test('a name has one key however it is written', () => {
  expect(foldName('LeCun, Yann')).toBe('yann lecun')
  expect(foldName('Yann  LECUN')).toBe('yann lecun')
  expect(foldName('張 曉明')).toBe('张晓明')
  expect(foldName('D.E. Knuth')).toBe(foldName('D. E. Knuth'))
})

test('an empty name has no terms', () => {
  expect(nameTerms('', '')).toEqual([])
  expect(nameTerms(' ,. ')).toEqual([])
  expect(nameQueryTerms(' - ')).toEqual([])
})
