import { expect, test } from 'vitest'
import { bibtexNames } from '../bibtex/bibtex-names.ts'
import { splitKeywords, splitNames, toCreators } from './name-lists.ts'
import { parseName } from './names.ts'

test.each([
  ['Shannon,Claude E.', 'Claude E. Shannon', 'Shannon', 'Claude E.'],
  ['Warren Weaver', 'Warren Weaver', 'Weaver', 'Warren'],
  ['Ludwig van der Rohe', 'Ludwig van der Rohe', 'van der Rohe', 'Ludwig'],
  ['van der Kooij Michael A', 'Michael A van der Kooij', 'van der Kooij', 'Michael A'],
  ['Cao WX', 'WX Cao', 'Cao', 'WX'],
  ['Fanning E.', 'E. Fanning', 'Fanning', 'E.'],
  ['Wei LI', 'Wei LI', 'LI', 'Wei'],
  ['Guo Zhiqiang', 'Zhiqiang Guo', 'Guo', 'Zhiqiang'],
  ['King, Martin Luther, Jr.', 'Martin Luther King Jr.', 'King', 'Martin Luther'],
  ['张三', '张三', '张', '三'],
  ['欧阳修远', '欧阳修远', '欧阳', '修远'],
  ['王, 小明', '王小明', '王', '小明'],
])('the name %j is %j', (printed, name, family, given) => {
  expect(parseName(printed)).toEqual({ name, family, given })
})

test.each([
  '北京大学信息管理系',
  'World Health Organization',
  'Ministry of Health, People’s Republic of China',
  '阿卜杜拉·买买提',
])('the body or unusual name %j is not taken apart', (printed) => {
  expect(parseName(printed)).toEqual({ name: printed })
})

test('several names in one field are told apart', () => {
  expect(toCreators(['张三;李四；王五;']).map((each) => each.name)).toEqual(['张三', '李四', '王五'])
  expect(toCreators(['颜宏,石德成,尹尚军']).map((each) => each.name)).toEqual(['颜宏', '石德成', '尹尚军'])
  expect(toCreators(['Marx, Karl'], 'editor')).toEqual([
    { name: 'Karl Marx', family: 'Marx', given: 'Karl', role: 'editor', affiliations: [] },
  ])
  expect(splitKeywords('Aged; Aged, 80 and over')).toEqual(['Aged', ' Aged, 80 and over'])
})

const parts = (text: string): string[] =>
  bibtexNames(text, 'author').map((each) => `${each.name}|${each.family ?? ''}|${each.given ?? ''}`)

test.each([
  [
    'von Helmholtz, Hermann and von Helmh{\\"o}ltz, Herm{\\"a}n{\\~n}',
    ['Hermann von Helmholtz|von Helmholtz|Hermann', 'Hermänñ von Helmhöltz|von Helmhöltz|Hermänñ'],
  ],
  ['Hermann {von Helmholtz}', ['Hermann von Helmholtz|von Helmholtz|Hermann']],
  ['{Acme Inc.} and {{A and B}}', ['Acme Inc.||', 'A and B||']],
  ['A\\begin{center} and \\end{center}B', ['A and B|A and B|']],
  [
    'Lesk, M. E. AND Kernighan, B. W. and others',
    ['M. E. Lesk|Lesk|M. E.', 'B. W. Kernighan|Kernighan|B. W.'],
  ],
  ['given=A, family=B, prefix=von', ['A von B|von B|A']],
  ['Born, L. et al.', ['L. Born|Born|L.']],
  ['May, Keith, and Ronzino, Paola', ['Keith May|May|Keith', 'Paola Ronzino|Ronzino|Paola']],
  ['{张三} and 李四', ['张三|张|三', '李四|李|四']],
  ['de la Fontaine, Jr., Jean', ['Jean de la Fontaine Jr.|de la Fontaine|Jean']],
  ['Sammy Davis, II and Vale{, Jr.}, Roy', ['Sammy Davis II|Davis|Sammy', 'Roy Vale Jr.|Vale|Roy']],
  ['李岩, 王平, 等', ['李岩|李|岩', '王平|王|平']],
])('BibTeX names %j', (text, expected) => {
  expect(parts(text)).toEqual(expected)
})

test('a Chinese family name and given name with a comma are one person, whole names are several', () => {
  expect(toCreators(['沈, 括', '欧阳, 修']).map(({ name }) => name)).toEqual(['沈括', '欧阳修'])
  expect(toCreators(['张三,李四']).map(({ name }) => name)).toEqual(['张三', '李四'])
})

test.each([
  ['World Bank,', 'World Bank'],
  ['Smith, Barney and Company Inc,', 'Smith, Barney and Company Inc'],
  ['Ministry of Health, Labour and Welfare,', 'Ministry of Health, Labour and Welfare'],
])('%j, which ends with a comma, is an institution', (printed, name) => {
  expect(toCreators([printed])).toEqual([{ name, is_body: true, role: 'author', affiliations: [] }])
})

test.each([
  ['Smith JA,', { name: 'JA Smith', family: 'Smith', given: 'JA' }],
  ['张三,', { name: '张三', family: '张', given: '三' }],
  ['Smith, John,', { name: 'John Smith', family: 'Smith', given: 'John' }],
  ['Kim Judy S Jr', { name: 'Judy S Kim Jr', family: 'Kim', given: 'Judy S' }],
])('%j is a person all the same', (printed, parts) => {
  expect(parseName(printed)).toEqual(parts)
})

test.each([
  'Johnson & Johnson',
  'Centers for Disease Control and Prevention',
  'Food and Agriculture Organization',
  'Smith and Jones',
])('%j is one name, though it has an "and"', (printed) => {
  expect(toCreators([printed])).toEqual([{ name: printed, is_body: true, role: 'author', affiliations: [] }])
})

test.each([
  ['Lund, Bo et al.', 'Bo Lund'],
  ['Lund, Bo, and others', 'Bo Lund'],
  ['张三;李四;等', '张三', '李四'],
  ['张三, 李四等', '张三', '李四'],
])('%j goes on behind its last name', (printed, ...names) => {
  const found = toCreators([printed])
  expect(found.map(({ name }) => name)).toEqual(names)
  expect(found.at(-1)?.and_others).toBe(true)
})

const peopleIn = (text: string): string[] =>
  toCreators([text]).map(({ name, and_others }) => `${name}${and_others ? ' …' : ''}`)

test.each([
  ['Ness, Ada und Ruud, Bo', ['Ada Ness', 'Bo Ruud']],
  ['García, A.-M., López-Ruiz, J. y Peña, C.', ['A.-M. García', 'J. López-Ruiz', 'C. Peña']],
  ['Ortega y Gasset, José', ['José Ortega y Gasset']],
  ['A. Ness, B. Ruud and C. Moss', ['A. Ness', 'B. Ruud', 'C. Moss']],
  ['A. Vo, B. Ruud, and C. Moss', ['A. Vo', 'B. Ruud', 'C. Moss']],
  ['Ness, A. B., B. Ruud, C. Moss, and D. Vik', ['A. B. Ness', 'B. Ruud', 'C. Moss', 'D. Vik']],
  ['Ness, Ada / Ruud, Bo', ['Ada Ness', 'Bo Ruud']],
  ['Ness, Ada|Ruud, Bo', ['Ada Ness', 'Bo Ruud']],
  ['李岩 王平 赵小四', ['李岩', '王平', '赵小四']],
  ['Vik, Ola & others', ['Ola Vik …']],
  ['Vik, Ola and co-workers', ['Ola Vik …']],
  ['Vik, O., Moe, F. u. a.', ['O. Vik', 'F. Moe …']],
  ['Henry Louis Gates, Jr.', ['Henry Louis Gates Jr.']],
])('the people of %j are %j', (text, names) => {
  expect(peopleIn(text)).toEqual(names)
})

test.each([
  ['van der Ness A, Ruud K-L, Moss TM', ['van der Ness A', 'Ruud K-L', 'Moss TM']],
  ['NESS A B, RUUD C', ['NESS A B', 'RUUD C']],
  ['VO A, RUUD-MOSS C', ['VO A', 'RUUD-MOSS C']],
  ['Ness, Th. M., Ruud, C.', ['Ness, Th. M.', 'Ruud, C.']],
])('%j is parted into %j', (text, names) => {
  expect(splitNames(text)).toEqual(names)
})
