import { expect, test } from 'vitest'
import { romanize } from './romanize.ts'

test('surnames are read as such in names alone, and umlauts are keys', () => {
  expect(romanize('单雄信', 'name')).toBe('shan xiong xin')
  expect(romanize('单片机的', 'title')).toBe('dan pian ji de')
  expect(romanize('吕思勉', 'name')).toBe('lv si mian')
  expect(romanize('曾 A·国藩', 'name').replace(/\s+/g, ' ')).toBe('zeng guo fan')
})
