import { expect, test, vi } from 'vitest'
import { figuresIn } from '../../language/text/figures.ts'
import { locateQuote } from '../../language/text/locate.ts'
import { bestQuote, checkClaim } from './check-claim.ts'

const TITLE = 'Aspirin after stroke'
const QUOTE = 'Aspirin reduced the risk of recurrent stroke by 12% in 3,200 patients within 2 years.'
const support = (claim: string, quote = QUOTE) => checkClaim(claim, quote, TITLE).support
const missing = (claim: string, quote = QUOTE) => checkClaim(claim, quote, TITLE).check.missing

test('a claim that its source makes is marked as supported', () => {
  expect(support('Aspirin lowers the risk of recurrent stroke by 12%.')).toBe('supported')
  expect(support('该方法将准确率提高了3.5%。', '实验表明，该方法将识别准确率提高3.5%。')).toBe('supported')
})

test('a wrong figure, unit or name is named as missing', () => {
  expect(missing('Aspirin reduced the risk of recurrent stroke by 21% in 3200 patients.')).toEqual(['21%'])
  expect(missing('Aspirin reduced recurrent stroke within 2 weeks.')).toEqual(['2 weeks'])
  expect(missing('Aspirin reduced recurrent stroke in the CLAIR-2 trial.')).toEqual(['CLAIR-2'])
  expect(missing('Aspirin reduced recurrent stroke in Denmark.')).toEqual(['Denmark'])
  expect(missing('Aspirin reduced recurrent stroke on Mars.')).toEqual(['Mars'])
  expect(support('Aspirin reduced the risk of recurrent stroke by 21%.')).toBe('partial')
  expect(missing('准确率提高了百分之五。', '实验表明准确率提高5%。')).toEqual([])
})

test('a claim that goes the other way, or denies what the source says, is not supported', () => {
  expect(support('Aspirin increases the risk of recurrent stroke.')).toBe('unsupported')
  expect(missing('Aspirin increases the risk of recurrent stroke.')).toContain('增减方向')
  expect(support('该方法降低了识别准确率。', '实验表明该方法提高了识别准确率。')).toBe('unsupported')
  expect(
    support(
      'Aspirin is not associated with recurrent stroke.',
      'Aspirin is associated with recurrent stroke.',
    ),
  ).toBe('unsupported')
})

test('a sentence that only tells an aim supports nothing', () => {
  expect(
    support(
      'Aspirin prevents recurrent stroke.',
      'We investigated whether aspirin prevents recurrent stroke.',
    ),
  ).toBe('partial')
  expect(support('Quantum computers factor large integers.')).toBe('unsupported')
})

test('a claim in another language than its source is judged by its figures alone', () => {
  expect(support('阿司匹林使复发风险降低12%。')).toBe('unchecked')
  expect(missing('阿司匹林使复发风险降低15%。')).toEqual(['15%'])
  expect(support('阿司匹林使复发风险降低15%。')).toBe('partial')
})

test('what a claim puts in quotes has to stand in its source', () => {
  expect(missing('They write “risk of recurrent stroke by 12%” of it.')).toEqual([])
  expect(missing('They write “aspirin cures every stroke” of it.')).toEqual(['aspirin cures every stroke'])
})

test('the sentence a claim rests on is found among others', () => {
  const sentences = ['We studied aspirin.', QUOTE, 'Stroke is common.']
  expect(bestQuote('The risk of stroke fell by 12%.', sentences, TITLE)).toBe(QUOTE)
})

test('a quote is located whatever became of its width, spaces and hyphens; an invented one is not', () => {
  const source = 'Before. The ﬁrst “net-work” was\ntrained， on ＡＢＣ data. After.'
  const found = locateQuote('the first network was trained, on ABC data', source)
  expect(found && source.slice(found.start, found.end)).toBe(
    'The ﬁrst “net-work” was\ntrained， on ＡＢＣ data',
  )
  const half = locateQuote('network was trained on ABC data of a later year', source)
  expect(half && source.slice(half.start, half.end)).toBe('net-work” was\ntrained， on ＡＢＣ data')
  expect(locateQuote('a quote that nobody wrote anywhere', source)).toBeNull()
  expect(locateQuote('', source)).toBeNull()
})

test('half a quote is located in a few passes over its source, wherever it begins', () => {
  const shared = 'abcdefghijkl'
  const source = `klm ${shared.slice(2)} ${shared} xyz ${shared}`
  for (const quote of [`${shared}1234567890`, `1234567890${shared}`, `12345${shared}67890`]) {
    const found = locateQuote(quote, source)
    expect(found).toEqual({ start: 15, end: 27 })
  }
  expect(locateQuote('abcdefg', 'abcdef')).toBeNull()
  const looked = vi.spyOn(String.prototype, 'indexOf')
  expect(locateQuote('1'.repeat(2_000), `${'1'.repeat(1_500)}x`)).toEqual({ start: 0, end: 1_500 })
  expect(looked.mock.calls.length).toBeLessThan(5)
  looked.mockRestore()
})

test('numbers are the same number however they are written', () => {
  const values = (text: string) => figuresIn(text).map(({ value, unit }) => `${value}${unit}`)
  expect(values('1,234.50 mg')).toEqual(['1234.5mg'])
  expect(values('12 percent, half of ten')).toEqual(['12%', '50%', '10'])
  expect(values('百分之二十三')).toEqual(['23%'])
  expect(values('H2O and IL-6 and v2.0')).toEqual([])
  expect(values('$O(n^2 d)$, $x_{10}$, $e^{-3}$ and n²')).toEqual([])
  expect(values('$10^5$ cells')).toEqual(['10', '5'])
})

test('what is too long for a sentence is compared by nobody', () => {
  const endless = '不'.repeat(200_000)
  expect(checkClaim(endless, endless, '').support).toBe('unchecked')
})
