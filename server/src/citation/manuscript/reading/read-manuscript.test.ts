import { describe, expect, test } from 'vitest'
import { findListFindings, type ManuscriptBlock, manuscriptBlocks, readManuscript } from './index.ts'

const block = (text: string, kind: ManuscriptBlock['kind'] = 'paragraph'): ManuscriptBlock => ({
  text,
  kind,
  page: null,
})

/** A numbered list of works that nobody wrote. */
const numberedList = (count: number): ManuscriptBlock[] => [
  block('参考文献', 'heading'),
  ...Array.from({ length: count }, (_, at) =>
    block(
      `[${at + 1}] ${'丙甲丁乙'[at % 4]}某${at + 1}, 戊某. 第 ${at + 1} 种方法的比较[J]. 某某学报, ${2001 + at}, 3(2): 10-19.`,
    ),
  ),
]

/** Works by one author each, in the style of APA. */
const namedList = [
  block('References', 'heading'),
  block('Doe, J., & Roe, R. (2019). Echoes over hills. Journal of Examples, 3(2), 10–19.'),
  block('Poe, P. (2020a). Rain and radar. Example Press.'),
  block('Poe, P. (2020b). Radar and rain. Example Press.'),
  block('World Example Organization. (2021). Report on examples.'),
  block('van der Moe, M., Doe, J., & Poe, P. (2018). Terrain priors. Journal of Examples, 1(1), 1–9.'),
  block('张山, 李水, 王木 (2020). 城市降雨的观测. 某某学报, 5(1), 1-9.'),
  block('The Sample Group. (2017). Sample standard. The Sample Group.'),
  block('Winter, A., & Doe, J. (2011). Seasons of rain. Example Press.'),
  block('Convention to Protect Lakes. (2022). Compendium. https://example.org'),
  block('青川市农林与水利观测站 (2016). 积雪的观测. 某某出版社.'),
  block('rain1642. (2016). Rain on a map, example.org repository. https://example.org/rain1642'),
  block('Undated Courses. (n.d.). Retrieved September 1, 2023, from https://example.org'),
]

/** Returns the numbers of the entries that a text cites. */
function citedNumbers(text: string, entries = 9): string[][] {
  const read = readManuscript([block(text), ...numberedList(entries)])
  return read.markers.map((marker) => marker.entries.map((entry) => read.entries[entry]?.number ?? ''))
}

/** Returns the beginnings of the entries that a text cites by names, and what it cites beside them. */
function citedNames(text: string): string[] {
  const read = readManuscript([block(text), ...namedList])
  return read.markers.flatMap(({ entries, unmatched, ambiguous }) => [
    ...entries.map((entry) => read.entries[entry]?.text.slice(0, 5) ?? ''),
    ...unmatched.map((each) => `? ${each}`),
    ...ambiguous.map((each) => `?? ${each.text}`),
  ])
}

describe('citations by number', () => {
  test.each([
    ['雷达外推较为稳定[3]。', [['3']]],
    ['已有工作[3-5]表明', [['3', '4', '5']]],
    ['已有工作[3，7]表明', [['3', '7']]],
    ['已有工作[3]~[5]表明', [['3', '4', '5']]],
    ['已有工作[3]-[5]表明', [['3', '4', '5']]],
    ['见文献［2］、〔4〕', [['2'], ['4']]],
    ['张三[3]15-17认为', [['3']]],
    ['as shown before [1, 3, 5–7].', [['1', '3', '5', '6', '7']]],
    ['其方法²的结果', [['2']]],
    ['其方法²⁻⁴的结果', [['2', '3', '4']]],
  ])('%s', (text, expected) => {
    expect(citedNumbers(text)).toEqual(expected)
  })

  test.each([
    '数值归一化到区间[0, 1]。',
    '参数的取值范围为[1, 5]。',
    'x = [1, 2, 3]',
    'the second element a[2] is',
    '面积为 30 m²，体积为 2 cm³',
    '由式 (3) 可得',
    'in the year [2020]',
  ])('is none: %s', (text) => {
    expect(citedNumbers(text)).toEqual([])
  })
})

describe('citations by names and year', () => {
  test.each([
    ['It was so (Doe & Roe, 2019; Poe, 2020a, b).', ['Doe, ', 'Poe, ', 'Poe, ']],
    ['According to Doe and Roe (2019, p. 5) it was so.', ['Doe, ']],
    ['In van der Moe et al. (2018), it was so.', ['van d']],
    ['It was so (World Example Organization, 2021; see also Poe 2020a).', ['World', 'Poe, ']],
    ['结果相同（张山等，2020）。', ['张山, 李']],
    ['根据张山等（2020）的观测', ['张山, 李']],
    ['后来的青川市农林与水利观测站（2016）也有此说', ['青川市农林']],
    ['So say others (The Sample Group, 2017; Winter et al., 2011).', ['The S', 'Winte']],
    ['So it is (Convention to Protect Lakes, 2022; Undated Courses, n.d.).', ['Conve', 'Undat']],
    ['So it is in “Undated Courses” (n.d.) and elsewhere (“Undated courses,” n.d.).', ['Undat', 'Undat']],
    ['So do maps (rain1642 (2016) is a good one), and others (rain1642, 2016).', ['rain1', 'rain1']],
    ['In model42 (2016) it was dry.', []],
    ['They call it “the rain of the year” (2019).', []],
    ['It was wet (in the winter of 2011, as reported in 2017).', []],
    ['This is unclear (Poe, 2020).', ['?? Poe, 2020']],
    ['This is not listed (Moe & Roe, 2011).', ['? Moe & Roe, 2011']],
  ])('%s', (text, expected) => {
    expect(citedNames(text)).toEqual(expected)
  })
})

test('a family name cites the entry that has it as such, in whichever order the list prints names', () => {
  const cited = (...names: string[]) => {
    const list = names.map((name, at) => block(`${name}, and Ada Roe. 2019. Rain ${at}. Example Press.`))
    const read = readManuscript([
      block('So it was (Wen et al., 2019).'),
      block('References', 'heading'),
      ...list,
    ])
    return read.markers.map(({ entries, ambiguous }) => [entries, ambiguous.length])
  }
  expect(cited('Wen Olan', 'Pia Wen', 'Otto Moe')).toEqual([[[1], 0]])
  expect(cited('Wen O', 'Pia W', 'Moe O')).toEqual([[[0], 0]])
  expect(cited('Pia Wen', 'Otto Wen', 'Otto Moe')).toEqual([[[], 1]])
})

test('an appendix under a title that was not recognized is no entry', () => {
  const after = [block('A Details of the gauges'), block('Each gauge was read twice.')]
  const { entries } = readManuscript([block('So it was (Doe & Roe, 2019).'), ...namedList, ...after])
  expect(entries).toHaveLength(namedList.length - 1)
})

test('an entry without a year at the end of a list belongs to it', () => {
  const last = block('Moe, O. The rain of all winters. Example University Press.')
  const { entries } = readManuscript([block('So it was (Doe & Roe, 2019).'), ...namedList, last])
  expect(entries.at(-1)?.text).toBe(last.text)
})

test('a text without a list has no citations', () => {
  const { markers, faults } = readManuscript([block('已有工作[3]表明（张山，2020）。')])
  expect(markers).toEqual([])
  expect(faults).toContain('no-list')
})

test('a list that disagrees with the text is reported with the places', () => {
  const list = numberedList(6)
  const text = '先有[1]和[2]，后有[4]与[3]，另见[9]，最后[6]。'
  const findings = findListFindings(readManuscript([block(text), ...list]))
  expect(findings.map(({ kind }) => kind)).toEqual(['not-listed', 'not-cited', 'out-of-order'])
})

test('a list in a table is read by its rows, and places are those of the parsed document', () => {
  const rows = [
    ['序号', '文献'],
    ['1', '甲某. 降雨的观测[J]. 某某学报, 2015, 3(2): 10-19.'],
    ['2', '乙某. 降雨的预报[M]. 某市: 某某出版社, 2016.'],
  ]
  const table = rows.map((row) => row.join('\t')).join('\n')
  const { entries, markers, faults, blocks } = readManuscript(
    manuscriptBlocks(
      [
        { type: 'paragraph', text: '先有观测[1]，后有预报[2]。', page: 1, boxes: [] },
        { type: 'heading', text: '参考文献', page: 2, boxes: [] },
        { type: 'table', text: table, page: 2, boxes: [], rows },
      ],
      { hasPages: true },
    ),
  )
  expect(entries.map(({ number }) => number)).toEqual(['1', '2'])
  expect(entries.map(({ block, start, end }) => blocks[block]?.text.slice(start, end))).toEqual([
    `1\t${rows[1]?.[1]}`,
    `2\t${rows[2]?.[1]}`,
  ])
  expect(markers.map((marker) => marker.entries)).toEqual([[0], [1]])
  expect(faults).toEqual(['list-in-table'])
  expect(blocks[2]?.page).toBe(2)
})

describe('references in notes', () => {
  const mark = (start: number, label: string, note: number) => ({ start, end: start, label, note })
  const notes = [
    block('甲某：《某城降雨史》，某某出版社2009年版，第12页。', 'footnote'),
    block('同上，第15页。', 'footnote'),
    block('本文的"城区"指某城的老城。', 'footnote'),
    block('前引注1，第30页。', 'footnote'),
  ]
  const text = {
    ...block('先有此说，后有彼说，其义不一，终有定论。'),
    notes: [mark(4, '1', 1), mark(9, '2', 2), mark(14, '3', 3), mark(19, '4', 4)],
  }

  test('are the entries of a manuscript without a list', () => {
    const { entries, markers, faults } = readManuscript([text, ...notes])
    expect(entries.map((entry) => entry.text)).toEqual([notes[0]?.text])
    expect(markers.map(({ block, start, form, entries: cited }) => [block, start, form, cited])).toEqual([
      [0, 4, 'note', [0]],
      [0, 9, 'note', [0]],
      [0, 19, 'note', [0]],
    ])
    expect(faults).toEqual(['references-in-notes'])
  })

  test.each([
    ['Ibid., p. 15.', [[0], [1], [1]]],
    ['同上，第15页。', [[0], [1], [1]]],
    ['Op. cit., p. 15.', [[0], [1]]],
    ['loc. cit.', [[0], [1]]],
    ['a. a. O., S. 15.', [[0], [1]]],
    ['前揭书，第15页。', [[0], [1]]],
  ])('cite the source of the note before only where they say so: %s', (last, cited) => {
    const sources = [notes[0], block('乙某：《某城的堤坝》，某某出版社2001年版，第3页。', 'footnote')]
    const marked = { ...text, notes: [mark(4, '1', 1), mark(9, '2', 2), mark(14, '3', 3)] }
    const { markers } = readManuscript([
      marked,
      ...sources.flatMap((note) => note ?? []),
      block(last, 'footnote'),
    ])
    expect(markers.map(({ entries }) => entries)).toEqual(cited)
  })

  test('cite the listed entries whose titles they have', () => {
    const list = [
      block('参考文献', 'heading'),
      block('乙某. 某城的河流与堤坝[M]. 某市: 某某出版社, 2001.'),
      block('甲某. 某城降雨史的资料与方法[M]. 某市: 某某出版社, 2009.'),
    ]
    const note = block('甲某：《某城降雨史的资料与方法》，某某出版社2009年版，第12页。', 'footnote')
    const { markers } = readManuscript([{ ...text, notes: [mark(4, '1', 1)] }, note, ...list])
    expect(markers.map(({ form, entries }) => [form, entries])).toEqual([['note', [1]]])
  })
})

test('a running head that names the manuscript itself cites nothing', () => {
  const head = block('Moe et al. (2026). Rain again. Journal of Examples, 9(1), 1.', 'other')
  const { markers } = readManuscript([block('So it was (Doe & Roe, 2019).'), head, ...namedList])
  expect(markers.map(({ block: at, entries }) => [at, entries])).toEqual([[0, [0]]])
})

test('long texts of repeated signs are read in linear time', () => {
  const list = numberedList(30)
  for (const sign of [
    '[',
    '[1',
    '[1,',
    '(',
    '(2020',
    '(A, 2020; ',
    'A and ',
    '张三、',
    '¹',
    '[1]-',
    '@article{',
    '《',
  ])
    expect(readManuscript([block(sign.repeat(20_000)), ...list]).lists).toHaveLength(1)
})

test('of hundreds of missing entries in one marker some are reported; a marker with more numbers is none', () => {
  const entry = (number: number) => block(`[${number}] 甲某. 某种方法[J]. 某某学报, 2002, 3(2): 10-19.`)
  const text = '见[2-180]。'.repeat(500) + '见[2-180,201-400]。'.repeat(500)
  const read = readManuscript([block(text), block('参考文献', 'heading'), entry(1), entry(999)])
  expect(read.markers.map(({ unmatched }) => unmatched.length)).toEqual(Array(500).fill(20))
  expect(findListFindings(read).filter(({ kind }) => kind === 'not-listed')).toHaveLength(5_000)
})

test('of very many entries that fit a citation the first ones are kept', () => {
  const list = Array.from({ length: 60 }, (_, at) => block(`Poe, P. (2020). Rain ${at}. Example Press.`))
  const text = block('It was so (Poe, 2020).')
  const { markers } = readManuscript([text, block('References', 'heading'), ...list])
  expect(markers.map(({ ambiguous }) => ambiguous[0]?.entries.length)).toEqual([50])
})
