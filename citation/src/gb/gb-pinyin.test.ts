import { expect, test } from 'vitest'
import { isPinyinName } from './gb-pinyin.ts'

/** The finals that follow each initial in the table of Hanyu Pinyin; ü is v. */
const FINALS: Record<string, string> = {
  '': 'a ai an ang ao e ei en er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  m: 'a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u',
  f: 'a an ang ei en eng o ou u',
  d: 'a ai an ang ao e ei eng i ian iao ie ing iu ong ou u uan ui un uo',
  t: 'a ai an ang ao e eng i ian iao ie ing ong ou u uan ui un uo',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong u uan uo v ve',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu ong ou u uan un uo v ve',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  k: 'a ai an ang ao e en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  zh: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u uai uan uang ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  r: 'an ang ao e en eng i ong ou u uan ui un uo',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  y: 'a an ang ao e i in ing ong ou u uan ue un',
  w: 'a ai an ang ei en eng o u',
}

const syllables = Object.entries(FINALS).flatMap(([initial, finals]) =>
  finals.split(' ').map((final) => `${initial}${final}`),
)
const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const isWhole = (given: string) => isPinyinName('Wang', given)

test('every syllable of Hanyu Pinyin, and every two of them, make a given name', () => {
  const singles = syllables.filter((syllable) => syllable.length > 1)
  expect(singles.filter((syllable) => !isWhole(capitalized(syllable)))).toEqual([])
  const pairs = syllables.flatMap((first, at) => [
    `${first}${syllables[(at * 7 + 3) % syllables.length]}`,
    `${first}${syllables[(at * 31 + 11) % syllables.length]}`,
  ])
  expect(pairs.filter((pair) => !isWhole(capitalized(pair)))).toEqual([])
})

test('names of other romanizations and languages do not, nor do initials and two words', () => {
  const others =
    'Hsiao Tsung Kyung Jong-il Chih-wei Xiao-Ming Robert Shirley Eric Takeshi Nguyet Jr X Xm XY'.split(' ')
  expect(others.filter(isWhole)).toEqual([])
  expect(isWhole('Xiao Ming')).toBe(false)
  for (const family of ['Lee', 'Chang', 'Park', 'Kim', 'Hsieh', 'Tsai', 'Chow', 'Smith', 'Nguyen'])
    expect(isPinyinName(family, 'Wei'), family).toBe(false)
})
