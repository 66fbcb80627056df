import { expect, test } from 'vitest'
import { readDataLines } from './data-files.ts'
import {
  isPageNumber,
  trimAddressRun,
  trimName,
  trimTitle,
  withoutCountry,
  withoutThesis,
} from './trim-values.ts'

test.each([
  ['山区水文[M]. 影印本', '', '山区水文'],
  ['山区水文》，载郑远山', '《', '山区水文'],
  ['山区》读不懂', '《', '山区》读不懂'],
  ['论《山区》水文》一', '《', '论《山区》水文》一'],
  ['山区水文全集：卷 35', '', '山区水文全集'],
  ['量雪奏折：04-01-35-0399', '', '量雪奏折'],
  ['降雪统计：2006-2011', '', '降雪统计：2006-2011'],
  ['山区地质图［地图', '', '山区地质图'],
  ['Snow cover [data set]', '', 'Snow cover'],
  ['Snow cover [in Chinese]', '', 'Snow cover [in Chinese]'],
  ['山区积雪研究. 博士学位论文', '', '山区积雪研究'],
  ['如何撰写博士学位论文', '', '如何撰写博士学位论文'],
  ['量雪日志：2020-01-23', '', '量雪日志：2020-01-23'],
  ['量雪歌［白话］', '', '量雪歌［白话］'],
  ['量雪歌［录音］', '', '量雪歌'],
  ['BENZO[A]PYRENE IN SNOW', '', 'BENZO[A]PYRENE IN SNOW'],
  ['Snow [X] and ice', '', 'Snow [X] and ice'],
  ['雪情通报 No.', '', '雪情通报'],
])('the title read as %j behind %j is %j', (value, opening, title) => {
  expect(trimTitle(value, opening)).toBe(title)
})

test('a “No” behind a title is that of an issue only before its number', () => {
  expect(trimTitle('Doctor No', '', '[M]. Snowtown, 2001')).toBe('Doctor No')
  expect(trimTitle('Doctor No', '', '. 2001')).toBe('Doctor No')
  expect(trimTitle('Snow reports No', '', '. 12, 2001')).toBe('Snow reports')
})

test('an “and” parts two Chinese names and is part of a single one', () => {
  expect(trimName('郑远山和林小雨', true)).toEqual(['郑远山', '林小雨'])
  expect(trimName('郑山和林雨', true)).toEqual(['郑山', '林雨'])
  expect(trimName('郑远山和林小雨', false)).toEqual(['郑远山', '林小雨'])
  expect(trimName('长谷川和香子', false)).toEqual(['长谷川和香子'])
})

test.each([
  ['林和平', ['林和平']],
  ['国家卫生和计划委员会', ['国家卫生和计划委员会']],
  ['量雪中心. [2025]', ['量雪中心']],
  ['量雪中心（不详）', ['量雪中心']],
  ['… Ness, A. B.', ['Ness, A. B.']],
  ['Snow Forum 2003–2005', ['Snow Forum 2003–2005']],
])('the names of %j are %j', (name, names) => {
  expect(trimName(name, true)).toEqual(names)
})

test.each([
  ['https://example.org/a. 2025年3月6日访问', 'https://example.org/a'],
  ['https://example.org/a (2023', 'https://example.org/a'],
  ['https://example.org/a. https://example.org/a', 'https://example.org/a'],
  ['https://example.org/ a.html', 'https://example.org/ a.html'],
])('the address in %j ends where it should', (value, address) => {
  expect(trimAddressRun(value)).toBe(address)
})

test('countries of patents and kinds of theses are cut off; pages have numbers', () => {
  expect(withoutCountry('一种量雪装置. 中国')).toBe('一种量雪装置')
  expect(withoutThesis('武汉大学博士学位论文')).toBe('武汉大学')
  const pages = ['12-15', '１２', 'e45', 'xi', '第1版自序', 'n. pag', 'I2MTC']
  expect(pages.filter(isPageNumber)).toEqual(['12-15', '１２', 'e45', 'xi', '第1版自序'])
})

const readWords = (list: string) => readDataLines(`words/${list}.txt`)

test('every medium and kind of thesis behind a title is cut off, and none within it', () => {
  for (const medium of readWords('media'))
    for (const title of ['山区水文', 'Snow cover'])
      expect(trimTitle(`${title} [${medium}]`, ''), medium).toBe(title)
  for (const thesis of readWords('theses')) {
    expect(trimTitle(`山区水文. ${thesis}`, ''), thesis).toBe('山区水文')
    expect(trimTitle(`如何撰写${thesis}`, ''), thesis).toBe(`如何撰写${thesis}`)
    expect(withoutThesis(`量雪大学${thesis}`), thesis).toBe('量雪大学')
  }
})

test('every country of patents is cut off, and every word for an unknown date', () => {
  for (const country of readWords('patent-countries'))
    for (const mark of ['. ', '：', ', '])
      for (const name of [country, `${country}专利`])
        expect(withoutCountry(`一种量雪装置${mark}${name}`), name).toBe('一种量雪装置')
  for (const date of readWords('unknown-dates')) {
    expect(trimTitle(`山区水文［${date}］`, ''), date).toBe('山区水文')
    expect(trimName(`量雪中心（${date}）`, true), date).toEqual(['量雪中心'])
    expect(trimName(date, true), date).toEqual([])
  }
})
