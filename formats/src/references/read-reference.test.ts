import { expect, test } from 'vitest'
import { loadReferenceModel, requireModel } from './model-file.ts'
import { readReferenceFields } from './read-reference.ts'

const PERSON_YEAR = { author: ['Ness, A. B.', 'Ruud, C.'], date: '2011' }

test.each([
  [
    'APA',
    'Ness, A. B., & Ruud, C. (2011). Snow cover and the timing of river floods. Journal of Mountain Water, 12(3), 45–67. https://doi.org/10.1000/jmw.12',
    {
      ...PERSON_YEAR,
      title: 'Snow cover and the timing of river floods',
      container: 'Journal of Mountain Water',
      volume: '12',
      issue: '3',
      pages: '45–67',
      url: 'https://doi.org/10.1000/jmw.12',
    },
  ],
  [
    'IEEE',
    '[7] A. B. Ness and C. Ruud, “Snow cover and the timing of river floods,” J. Mount. Water, vol. 12, no. 3, pp. 45–67, 2011.',
    {
      author: ['A. B. Ness', 'C. Ruud'],
      date: '2011',
      title: 'Snow cover and the timing of river floods',
      container: 'J. Mount. Water',
      volume: '12',
      issue: '3',
      pages: '45–67',
    },
  ],
  [
    'GB/T 7714 with an English work',
    'NESS A B, RUUD C. Snow cover and the timing of river floods[J]. Journal of Mountain Water, 2011, 12(3): 45-67.',
    {
      author: ['NESS A B', 'RUUD C'],
      date: '2011',
      title: 'Snow cover and the timing of river floods',
      container: 'Journal of Mountain Water',
      volume: '12',
      issue: '3',
      pages: '45-67',
    },
  ],
  [
    'GB/T 7714 with a Chinese article',
    '[3] 郑远山，林小雨，等．山区积雪与春季洪水的关系［J］．水文学报，2013，44（3）：5-9．',
    {
      author: ['郑远山', '林小雨'],
      date: '2013',
      title: '山区积雪与春季洪水的关系',
      container: '水文学报',
      volume: '44',
      issue: '3',
      pages: '5-9',
    },
  ],
  [
    'a Chinese thesis',
    '郑远山. 山区积雪与春季洪水的关系[D]. 武汉: 武汉大学, 2013.',
    {
      author: ['郑远山'],
      date: '2013',
      title: '山区积雪与春季洪水的关系',
      publisher: '武汉大学',
      location: '武汉',
    },
  ],
  [
    'a Chinese book in title marks',
    '郑远山：《山区水文》，北京：科学出版社，2013年，第45页。',
    {
      author: ['郑远山'],
      date: '2013',
      title: '山区水文',
      publisher: '科学出版社',
      location: '北京',
      pages: '45',
    },
  ],
  [
    'GB/T 7714 with a standard',
    '全国水文标准化技术委员会. 山区积雪测量规范: GB/T 30001.2—2016[S]. 北京: 中国标准出版社, 2017.',
    {
      author: ['全国水文标准化技术委员会'],
      title: '山区积雪测量规范',
      date: '2017',
      publisher: '中国标准出版社',
      location: '北京',
    },
  ],
  [
    'a list with a standard whose number has the only year',
    'GB/T 30001.2—2016, 山区积雪测量规范[S].',
    { title: '山区积雪测量规范', date: '2016' },
  ],
  [
    'GB/T 7714 with a patent',
    '郑远山, 林小雨. 一种量雪装置: CN302827616U[P]. 2013-03-27.',
    { author: ['郑远山', '林小雨'], title: '一种量雪装置', date: '2013' },
  ],
  [
    'a journal of physics without a title',
    'Ness AB, et al. J Mount Water. 2011;12(3):45-7.',
    {
      author: ['Ness AB'],
      container: 'J Mount Water',
      date: '2011',
      volume: '12',
      issue: '3',
      pages: '45-7',
    },
  ],
  [
    'GB/T 7714 with a title of one word',
    'NESS A B. Snow[J]. The Mountain Journal, 2011, 12(3): 45-67.',
    { author: ['NESS A B'], title: 'Snow', container: 'The Mountain Journal', date: '2011' },
  ],
  [
    'a publisher of books without titles, with years in the name of the journal',
    '[1] J.H. Ness, Transactions of the Snow Society (1974-) 104 (1974) 81.',
    { volume: '104', date: '1974', pages: '81' },
  ],
  [
    'APA without names',
    'Editorial. (1918). Journal of Mountain Water, 12(3), 45–47.',
    { title: 'Editorial', container: 'Journal of Mountain Water', date: '1918', volume: '12', issue: '3' },
  ],
  [
    'APA with a body without the sign of one',
    'Snownet. (1918). Journal of Mountain Water, 12(3), 45–47.',
    { author: ['Snownet'], container: 'Journal of Mountain Water', date: '1918' },
  ],
  [
    'GB/T 7714 with an “and” in a name and one before the last name',
    '长谷川和香子, 郑远山和林小雨. 山区积雪与春季洪水的关系[J]. 水文学报, 2013, 44(3): 5-9.',
    { author: ['长谷川和香子', '郑远山', '林小雨'] },
  ],
])('the fields of a reference as %s prints it', (_, text, fields) => {
  expect(readReferenceFields(text)).toMatchObject(fields)
})

test.each(['(Re)reading snow', 'Snow models in C++', 'Snow models in C#', 'Snow (and ice)'])(
  'the signs at the ends of a title belong to it: %s',
  (title) => {
    expect(readReferenceFields(`NESS A B. ${title}[J]. Ice, 2011, 3(2): 4-5.`)).toMatchObject({ title })
  },
)

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const HOSTILE = [
  '',
  ' ',
  '.',
  '[]',
  'doi:',
  '《'.repeat(300),
  '10.1000/'.repeat(600),
  'http://'.repeat(700),
  '('.repeat(5_000),
  'A. '.repeat(1_700),
  '“a” '.repeat(1_200),
  '等译编著'.repeat(1_250),
  '\u0000\ud800 x \udfff',
  `Ness, A. ${'Snow cover and floods, '.repeat(250)} 2011.`,
]

test('whatever stands in a text, its fields say nothing that it does not', () => {
  for (const text of HOSTILE) {
    const letters = lettersOf(text)
    for (const value of Object.values(readReferenceFields(text)).flat())
      for (const word of value.split(/\s+/)) expect(letters).toContain(lettersOf(word))
  }
})

test('a reference without anything to read has no fields, and what stands behind 5,000 characters is not read', () => {
  expect(readReferenceFields('— . —')).toEqual({})
  const long = `${'x'.repeat(5_000)} 2011`
  expect(JSON.stringify(readReferenceFields(long))).not.toContain('2011')
})

test('a model that is loaded in the background is the one that references are read by', async () => {
  await Promise.all([loadReferenceModel(), loadReferenceModel()])
  const model = requireModel()
  await loadReferenceModel()
  expect(requireModel()).toBe(model)
  expect(readReferenceFields('Ness A. Snow cover[J]. Ice, 2011, 12(3): 45-67.')).toMatchObject({
    date: '2011',
  })
})
