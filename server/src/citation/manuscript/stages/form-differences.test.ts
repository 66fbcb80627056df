import { expect, test } from 'vitest'
import { formDifferences } from './form-differences.ts'

const PRINTED =
  'A. Ness and B. O’Hara, “Snow-water levels on north-facing roofs,” *Roofs*, vol. 3, no. 2, pp. 11–19, 2019.'

test.each([
  ['without the hyphen at the end of a line', PRINTED.replace('Snow-water', 'Snowwater')],
  ['with a hyphen that a line break left behind', PRINTED.replace('levels', 'le-vels')],
  ['with another apostrophe in a name', PRINTED.replace('’', "'")],
  [
    'with spaces lost or added at a line break',
    PRINTED.replace('north-facing', 'north- facing').replace(' vol. ', ' vol.'),
  ],
  ['with an address that the style leaves out', `${PRINTED.slice(0, -1)}, doi: 10.1000/ness.1.`],
  [
    'with a web address that the style leaves out',
    `${PRINTED} [Online]. Available: https://example.org/roofs`,
  ],
])('an entry %s has the form of the style', (_, written) => {
  expect(formDifferences(written, PRINTED)).toEqual([])
})

test.each([
  ['another dash between pages', PRINTED.replace('11–19', '11-19'), '标点'],
  ['semicolons for commas', PRINTED.replaceAll(', ', '; '), '标点'],
  ['a title in capitals', PRINTED.replace('Snow-water levels', 'SNOW-WATER LEVELS'), '大小写'],
  ['another order', PRINTED.replace(', 2019.', '.').replace('“', '2019, “'), '各项的次序'],
  ['no pages', PRINTED.replace(' pp. 11–19,', ''), '著录的内容或详略'],
])('an entry with %s differs from the style', (_, written, difference) => {
  expect(formDifferences(written, PRINTED)).toEqual([difference])
})

test('an address that lines have broken is that of the style', () => {
  const printed =
    'Ness A. Snow on roofs[J/OL]. Roofs, 2019, 3(2): 11-19[2020-03-15]. https://example.org/roofs/snow-water.'
  const written = printed.replace('roofs/snow-', 'roofs/ snow- ').replace('[2020-', '[2020- ')
  expect(formDifferences(written, printed)).toEqual([])
  expect(formDifferences(written.replace('3(2)', '3 2'), printed)).toEqual(['标点'])
})

test.each([
  ['M', '北京, 商务印书馆: 1958.'],
  ['D', '北京: 商务印书馆, 1958'],
  ['M', '北京；商务印书馆；1958。'],
])('the marks of a short entry are compared: [%s] %s', (type, written) => {
  const entry = (end: string) => `张岱年．中国哲学大纲[${type}]．${end}`
  expect(formDifferences(entry(written), entry('北京：商务印书馆，1958．'))).not.toEqual([])
})

test('other marks are named beside other letter case', () => {
  const written = PRINTED.replace('Snow-water levels', 'SNOW-WATER LEVELS').replaceAll(', ', '; ')
  expect(formDifferences(written, PRINTED)).toEqual(['大小写', '标点'])
})
