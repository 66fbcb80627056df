import { expect, test } from 'vitest'
import { plainStyle } from '../../testing/page-of-lines.ts'
import { createLine } from '../page/lines.ts'
import { splitOutsideRow } from './outside-rows.ts'
import { findPublication } from './publication.ts'

const TITLE = 'Sowing and drought in the valleys of the north'

/** What rows outside the running text say; `head` are those at the top. ` ¦ ` stands for a wide gap. */
function said({ head = [], other = [] }: { head?: string[]; other?: string[] }, title = TITLE) {
  const row = (isHead: boolean) => (text: string) => ({
    parts: text.normalize('NFKC').split(' ¦ '),
    isHead,
  })
  return findPublication([...head.map(row(true)), ...other.map(row(false))], title)
}

test.each([
  ['第 18 卷 第 3 期 ¦ 测算与系统 ¦ 41', { venue: '测算与系统', volume: '18', issue: '3' }],
  ['2030 年第 2 期 ¦ 基层治理观察', { venue: '基层治理观察', issue: '2', date: '2030' }],
  ['Vol. 7 No. 1 ¦ 应用监测学报', { venue: '应用监测学报', volume: '7', issue: '1' }],
  ['2029 年 12 月 ¦ 工程养护研究', { venue: '工程养护研究', date: '2029-12' }],
  ['二〇二九年十二月 ¦ 工程养护研究', { venue: '工程养护研究', date: '2029-12' }],
  ['总第 212 期 ¦ 县域发展学刊', { venue: '县域发展学刊' }],
  [
    '江海学刊 ¦ 第 32 卷 第 4 期 2019 年 8 月',
    { venue: '江海学刊', volume: '32', issue: '4', date: '2019-08' },
  ],
  [
    'Annals of Applied Matter ¦ Volume 32, Issue 4, August 2019',
    { venue: 'Annals of Applied Matter', volume: '32', issue: '4', date: '2019-08' },
  ],
  ['2031（1） ¦ 地方文献与整理', { venue: '地方文献与整理', issue: '1', date: '2031' }],
  [
    'LANDSCAPE LETTERS, VOL. 39, NO. 6, JUNE 2017 ¦ 1137',
    { venue: 'LANDSCAPE LETTERS', volume: '39', issue: '6', date: '2017-06' },
  ],
  ['Landscape A 390 (2011) 1–10', { venue: 'Landscape A', volume: '390', pages: '1–10', date: '2011' }],
  ['Landscape | Vol 596 | 26 August 2021 | 583', { venue: 'Landscape', volume: '596', date: '2021-08-26' }],
])('the head of a journal says where a paper appeared: %s', (head, expected) => {
  expect(said({ head: [head] })).toEqual({ kind: 'journal', ...expected })
  expect(said({ other: [head] })).toEqual({})
})

test.each([
  '北环分拣站运行评估报告 ¦ 内部编号 BH-2030-06',
  '2030 年 6 月 ¦ 运行评估报告',
  '测算与系统 ¦ 41',
  '第 18 卷 第 3 期 ¦ 测算与系统 ¦ 阮予安等',
  'Sowing and drought ¦ 7',
  'Moreau and van Dale ¦ Vol. 12, No. 3, 2020',
  '第 18 卷 第 3 期 ¦ 阮予安',
  '第 18 卷 第 3 期 ¦ 阮予安等',
])('what is no head of a journal, or could be two, says nothing: %s', (head) => {
  expect(said({ head: [head] })).toEqual({})
})

test('a running title is no journal', () => {
  const head = ['第 18 卷 第 3 期 ¦ 潮位记录的分层插补']
  expect(said({ head }, '潮位记录的分层插补：方法与评估')).toEqual({})
  expect(said({ head: [...head, '测算与系统'] }, '潮位记录的分层插补')).toMatchObject({ venue: '测算与系统' })
})

test('a paper is placed by the reference to itself that it prints, over the end of a row, and by no other reference', () => {
  const reference = (title: string) => [
    `Moreau et al. (2024). ${title}. Journal of Open 1`,
    'Landscape Education, 7(75), 90. https://doi.org/10.1234/jole.90.',
  ]
  expect(said({ other: reference(TITLE) })).toEqual({
    kind: 'journal',
    venue: 'Journal of Open Landscape Education',
    date: '2024',
    volume: '7',
    issue: '75',
    pages: '90',
  })
  expect(said({ other: reference('Rivers of the south and their floods') })).toEqual({})
  const chinese = '引用格式：张三，李四. 岸基站网潮位记录的分层插补[J]. 测算与系统，2030，18(3)：41-52.'
  expect(said({ other: [chinese] }, '岸基站网潮位记录的分层插补与质量评估')).toEqual({})
  expect(said({ other: [chinese] }, '岸基站网潮位记录的分层插补')).toEqual({
    kind: 'journal',
    venue: '测算与系统',
    date: '2030',
    volume: '18',
    issue: '3',
    pages: '41-52',
  })
})

test.each([
  [
    'Proceedings of the 57th Meeting on Landscape Studies, pages 41–46',
    { venue: 'Proceedings of the 57th Meeting on Landscape Studies', pages: '41–46', date: '2019' },
    'Florence, Italy, July 28, 2019. © 2019 Landscape Society',
  ],
  ['Published as a conference paper at ICLS 2021', { venue: 'ICLS', date: '2021' }, ''],
  [
    '33rd Conference on Landscape Systems (LandIPS 2019), Vancouver, Canada.',
    { venue: '33rd Conference on Landscape Systems (LandIPS 2019)', date: '2019' },
    '',
  ],
])('a line of proceedings says where a paper was read: %s', (line, expected, below) => {
  expect(said({ other: [line, below] })).toEqual({ kind: 'proceedings', ...expected })
})

test('the year of proceedings is not that of a submission, and what is under review has appeared nowhere', () => {
  const venue = 'Proceedings of the 57th Meeting on Landscape Studies'
  const rows = [
    `${venue}, pages 41–46`,
    'Received 3 May 2018; accepted 1 June 2018',
    '© 2019 Landscape Society',
  ]
  expect(said({ other: rows })).toEqual({ kind: 'proceedings', venue, date: '2019', pages: '41–46' })
  expect(said({ other: rows.slice(0, 2) })).toEqual({})
  expect(said({ head: ['Under review as a conference paper at ICLS 2021'] })).toEqual({})
})

test('a thesis is told by its kind, with the university and the month of its cover', () => {
  expect(said({ other: ['南垣大学', '硕士学位论文', '二〇二四年六月'] })).toEqual({
    kind: 'thesis',
    degree: 'master',
    publisher: '南垣大学',
    date: '2024-06',
  })
  expect(said({ head: ['云中师范大学博士学位论文'] })).toEqual({
    kind: 'thesis',
    degree: 'doctor',
    publisher: '云中师范大学',
  })
})

test('a printed date of publication is taken, those of receipt and acceptance are not', () => {
  expect(said({ other: ['Received 25 July 2008', 'Accepted 8 September 2008'] })).toEqual({})
  expect(said({ other: ['收稿日期：2030-03-12；修回日期：2030-06-02'] })).toEqual({})
  const dates: [string, string][] = [
    ['Submitted: 03 April 2020 Published: 23 May 2024 License', '2024-05-23'],
    ['Published online May 3, 2024', '2024-05-03'],
    ['文章编号：0253-987X(2022)08-0001-07', '2022'],
  ]
  for (const [row, date] of dates) expect(said({ other: [row] })).toEqual({ date })
})

test('a line is parted where its gaps are wide', () => {
  const word = (text: string, x0: number, x1: number) => {
    return { text, x0, x1, y: 60, style: plainStyle, spaced: false, artifact: false }
  }
  const line = createLine(1, [word('第18卷', 50, 90), word('第3期', 94, 120), word('测算与系统', 250, 300)])
  if (!line) throw new Error('a line has words')
  expect(splitOutsideRow(line, { pageHeight: 800, titleY: 0 })).toEqual({
    parts: ['第18卷第3期', '测算与系统'],
    isHead: true,
  })
  expect(splitOutsideRow(line, { pageHeight: 400, titleY: 0 }).isHead).toBe(false)
  expect(splitOutsideRow(line, { pageHeight: 400, titleY: 90 }).isHead).toBe(true)
})
