import { expect, test } from 'vitest'
import { MAX_REFERENCE_CHARS, MAX_REFERENCE_TOKENS, tokenizeReference } from './tokenize.ts'

const textsOf = (text: string): string[] => tokenizeReference(text).map(({ text: token }) => token)

test('words keep their hyphens, and numbers stand apart from letters', () => {
  expect(textsOf('Ruud, B.-A. Self-made tests, 2011b. Rev. 12(3):e45–7')).toEqual([
    'Ruud',
    'B',
    'A',
    'Self-made',
    'tests',
    '2011',
    'b',
    'Rev',
    '12',
    '3',
    'e',
    '45',
    '7',
  ])
})

test('the type of a document is punctuation, and roles are cut off names', () => {
  expect(textsOf('郑远山译. 量雪[M/OL]. 林野市: 林野出版社, 2001年版')).toEqual([
    '郑远山',
    '译',
    '量雪',
    '林野市',
    '林野出版社',
    '2001',
    '年版',
  ])
})

test('addresses and DOIs are one token without the punctuation behind them', () => {
  expect(textsOf('See https://example.org/a_(b)?c=1). doi:10.1000/x(2)y; www.example.org.')).toEqual([
    'See',
    'https://example.org/a_(b)?c=1)'.slice(0, -1),
    'doi',
    '10.1000/x(2)y',
    'www.example.org',
  ])
})

test.each([
  ['GB/T 30001.16—2016 山区水文 第2部分', 'GB/T 30001.16—2016'],
  ['Snow gauges: ISO/IEC 30001-2:2011[S]', 'ISO/IEC 30001-2:2011'],
  ['IEEE Std 801.31-2016, snow gauges', 'IEEE Std 801.31-2016'],
  ['量雪装置: CN302827616U[P]. 2013-03-27', 'CN302827616U'],
  ['Snow gauge. US 7,123,456 B2, 2011.', 'US 7,123,456 B2'],
  ['量雪装置: ZL 2013 1 0123456.X[P]', 'ZL 2013 1 0123456.X'],
])('the number of a standard or a patent is one token: %s', (text, number) => {
  const codes = tokenizeReference(text).filter(({ kind }) => kind === 'code')
  expect(codes.map((token) => token.text)).toEqual([number])
})

test.each([
  'Ness A. Snow. JSW 1985-2000',
  'J Snow 12:1998-2003',
  'Ruud, CA 94720, 1998',
  'Nature 521:2015-20',
])('volumes, pages and postal codes are no numbers of standards: %s', (text) => {
  expect(tokenizeReference(text).map(({ kind }) => kind)).not.toContain('code')
})

test.each(['a1', '译a', 'a-1-'])('a text of many short tokens is read up to their limit: %s', (part) => {
  expect(tokenizeReference(part.repeat(1_000))).toHaveLength(MAX_REFERENCE_TOKENS)
})

test('a word of many hyphens is one token in NFKC', () => {
  expect(tokenizeReference('ａ-'.repeat(2_000)).map(({ text }) => text)).toEqual([`${'a-'.repeat(1_999)}a`])
})

test('tokens stand in the order of the text, do not overlap, and cover every letter of what is read', () => {
  const texts = [
    'Ness, A., & Ruud, B. (2010). Ｆｕｌｌ width ﬁne — “quoted” «and» 《书名》. 刊名, 3(2), 1–9.',
    'é́ combining, İ, ß, 𠮷野 𝒜 ½ ① ̈',
    'x'.repeat(MAX_REFERENCE_CHARS + 10),
    '10.1000/'.repeat(500),
  ]
  for (const text of texts) {
    let end = 0
    for (const token of tokenizeReference(text)) {
      expect(token.start).toBeGreaterThanOrEqual(end)
      expect(token.end).toBeGreaterThan(token.start)
      expect(/[\p{L}\p{N}]/u.test(text.slice(end, token.start))).toBe(false)
      end = token.end
    }
    expect(end).toBeLessThanOrEqual(MAX_REFERENCE_CHARS)
  }
})
