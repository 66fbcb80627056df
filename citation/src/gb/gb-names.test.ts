import { expect, test } from 'vitest'
import type { CslItem, CslName } from '../csl.ts'
import { formatGb, gbCitedNames } from './gb.ts'

const nameIn = (edition: 2015 | 2025, name: CslName): string =>
  formatGb({ id: '1', type: 'book', title: 'Z', author: [name] }, edition, 'numeric').split('. Z')[0] ?? ''

test.each([
  ['Wang', 'Shanshan', 'Wang Shanshan', 'WANG S'],
  ['Li', 'Guie', 'Li Guie', 'LI G'],
  ['Yu', 'Yang', 'Yu Yang', 'YU Y'],
  ['Lyu', 'Xian', 'Lyu Xian', 'LYU X'],
  ['Lü', 'Lüe', 'Lü Lüe', 'LÜ L'],
  ['Ouyang', "Xi'an", "Ouyang Xi'an", 'OUYANG X'],
  ['Ren', 'Kai-lin', 'Ren K-L', 'REN K L'],
  ['Lee', 'Wei', 'Lee W', 'LEE W'],
  ['Wang', 'Shirley', 'Wang S', 'WANG S'],
  ['Wang', 'X. Y.', 'Wang X Y', 'WANG X Y'],
  ['Chang', 'Chih-wei', 'Chang C-W', 'CHANG C W'],
  ['Park', 'Jung-Ran', 'Park J-R', 'PARK J R'],
  ['WANG', 'Shanshan', 'Wang Shanshan', 'WANG S'],
  ['DE MORGAN', 'Ada', 'De Morgan A', 'DE MORGAN A'],
  ["O'NEILL", 'Bo', "O'Neill B", "O'NEILL B"],
  ['Zhai', 'Min', 'Zhai Min', 'ZHAI M'],
])('%s, %s is %s in 2025 and %s in 2015', (family, given, now, before) => {
  expect([nameIn(2025, { family, given }), nameIn(2015, { family, given })]).toEqual([now, before])
})

test.each([
  ['里德', '大卫', '里德'],
  ['哈里森', '约翰', '哈里森'],
  ['欧阳', '兰', '欧阳兰'],
  ['山田', '太郎', '山田太郎'],
  ['王', '利平', '王利平'],
  ['莱恩', 'P. S.', '莱恩'],
])('%s, %s is printed as %s', (family, given, printed) => {
  expect([nameIn(2025, { family, given }), nameIn(2015, { family, given })]).toEqual([printed, printed])
})

test('foreigners of one family name have their initials in a Chinese list', () => {
  const author = [
    { family: '莱恩', given: 'G.' },
    { family: '莱恩', given: 'P. S.' },
  ]
  const book: CslItem = { id: '1', type: 'book', title: '山', author }
  expect(formatGb(book, 2025, 'numeric')).toBe('莱恩 G，莱恩 P S. 山[M].')
  expect(gbCitedNames(book, 2025)).toBe('莱恩 等')
})

test('a suffix follows a space in 2025 and a comma in 2015, particles behind a name become small initials', () => {
  const suffixed = { family: 'Stene', given: 'Peter Z.', suffix: 'Jr.' }
  expect([nameIn(2025, suffixed), nameIn(2015, suffixed)]).toEqual(['Stene P Z Jr', 'STENE P Z, Jr'])
  expect(nameIn(2025, { family: 'Veen', given: 'Pieternella H.', 'dropping-particle': 'van der' })).toBe(
    'Veen P H v d',
  )
})

const preprint: CslItem = {
  ...{ id: '1', type: 'article', title: 'Weirs', number: 'arXiv:2301.99991' },
  author: [{ family: 'Lund', given: 'Bo' }],
  issued: { 'date-parts': [[2023]] },
}

test('a preprint without an address has its number and the address of arXiv', () => {
  expect(formatGb(preprint, 2025, 'numeric')).toBe(
    'Lund B. Weirs[PP/OL]. arXiv：2301.99991（2023）. https://arxiv.org/abs/2301.99991.',
  )
  expect(formatGb(preprint, 2015, 'numeric')).toBe(
    'LUND B. Weirs[EB/OL]. arXiv: 2301.99991, 2023. https://arxiv.org/abs/2301.99991.',
  )
  expect(formatGb(preprint, 2025, 'numeric', { online: false })).toBe(
    'Lund B. Weirs[PP]. arXiv：2301.99991（2023）.',
  )
  const URL = 'https://arxiv.org/abs/2301.99991'
  expect(formatGb({ ...preprint, URL, publisher: 'arXiv' }, 2025, 'numeric')).toBe(
    `Lund B. Weirs[PP/OL]. arXiv（2023）. ${URL}.`,
  )
})

test('nobody is named 佚名 before a standard, in the list and in the text', () => {
  const standard: CslItem = { id: '1', type: 'standard', title: '堰坝测流规范', number: 'GB/T 0000—2020' }
  expect(formatGb(standard, 2025, 'author-date')).toBe('GB/T 0000—2020　堰坝测流规范[S].')
  expect(gbCitedNames(standard, 2025)).toBe('GB/T 0000—2020')
})

test('the number of an article stands where its pages would', () => {
  const article: CslItem = {
    ...{ id: '1', type: 'article-journal', title: 'A', 'container-title': 'B', volume: '7', number: 'e12' },
    issued: { 'date-parts': [[2020]] },
  }
  expect(formatGb(article, 2025, 'numeric')).toBe('A[J]. B，2020，7：e12.')
  expect(formatGb({ ...article, number: 'arXiv:1.2' }, 2025, 'numeric')).toBe('A[J]. B，2020，7.')
})
