import { expect, test, vi } from 'vitest'
import { locateQuote } from '../../language/text/locate.ts'
import { bestQuote } from './best-quote.ts'
import { checkClaim } from './check-claim.ts'

const TITLE = 'Aspirin after stroke'
const QUOTE = 'Aspirin reduced the risk of recurrent stroke by 12% in 3,200 patients within 2 years.'
const support = (claim: string, quote = QUOTE) => checkClaim(claim, quote, TITLE).support
const missing = (claim: string, quote = QUOTE) => checkClaim(claim, quote, TITLE).check.missing

test('a figure other than the source has, or a name that it has nowhere, is a conflict', () => {
  expect(missing('Aspirin reduced the risk of recurrent stroke by 21% in 3200 patients.')).toEqual(['21%'])
  expect(missing('Aspirin reduced recurrent stroke within 2 weeks.')).toEqual(['2 weeks'])
  expect(missing('Aspirin reduced recurrent stroke in the CLAIR-2 trial.')).toEqual(['CLAIR-2'])
  expect(support('Aspirin reduced the risk of recurrent stroke by 21%.')).toBe('unsupported')
  expect(missing('准确率提高了百分之五。', '实验表明准确率提高5%。')).toEqual([])
})

test('without a conflict nothing is said of a claim, however it shares words with its source', () => {
  expect(support('Aspirin lowers the risk of recurrent stroke by 12%.')).toBe('unchecked')
  expect(support('Aspirin increases the risk of recurrent stroke.')).toBe('unchecked')
})

test('a claim about something else altogether is not supported', () => {
  expect(support('Quantum computers factor large integers.')).toBe('unsupported')
  expect(missing('Quantum computers factor large integers.')).toEqual([])
})

test('a claim in another language than its source is held to its figures, and to Latin names in Chinese', () => {
  expect(support('阿司匹林使复发风险降低12%。')).toBe('unchecked')
  expect(missing('阿司匹林使复发风险降低15%。')).toEqual(['15%'])
  expect(missing('CLAIR-2 试验表明复发风险降低。')).toEqual(['CLAIR-2'])
  expect(missing('The study uses the database of CNKI.', '本文以中国知网为数据来源。')).toEqual([])
})

test('the language of a source is that of the cited sentence, whatever else its record is written in', () => {
  const check = (claim: string) => checkClaim(claim, QUOTE, `${TITLE}\n中风后的阿司匹林`)
  expect(check('Aspirin reduced recurrent stroke in the CLAIR-2 trial.').check.missing).toEqual(['CLAIR-2'])
  expect(check('Quantum computers factor large integers.').support).toBe('unsupported')
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

test('what is too long for a sentence is compared by nobody', () => {
  const endless = '不'.repeat(200_000)
  expect(checkClaim(endless, endless, '').support).toBe('unchecked')
})

test('an acronym of words of the source is no missing name, one of other words is', () => {
  const quote = 'The features feed a conditional random field.'
  const missing = (claim: string) => checkClaim(claim, quote, '').check.missing

  expect(missing('The features feed a CRF.')).toEqual([])
  expect(missing('这些特征输入条件随机场（CRF）。')).toEqual([])
  expect(missing('The features feed an SVM.')).toEqual(['SVM'])
})

test('a name may occur anywhere in the evidence of an answer, a figure only in what the claim cites', () => {
  const quote = 'Accuracy rises by 4%.'
  const offered = 'MarmoBERT was built for radio plays. Accuracy rises by 9%.'

  expect(checkClaim('Accuracy rises by 4% without MarmoBERT.', quote, '', offered).support).toBe('unchecked')
  expect(checkClaim('Accuracy rises by 4% without MarmoBERT.', quote, '').check.missing).toEqual([
    'MarmoBERT',
  ])
  expect(checkClaim('Accuracy rises by 9%.', quote, '', offered).support).toBe('unsupported')
})

test.each([
  ['patients are HIV-positive', 'HIV-infected patients'],
  ['the RANK-RANKL pathway', 'RANK binds RANKL'],
  ['Dscam1 is a receptor', 'Dscam is a receptor'],
  ['siRNA slows it', 'RNA interference slows it'],
  ['about 120K queries', '123K queries'],
  ['type II diabetes', 'diabetes of the second type'],
  ['the cells are M2-like', 'macrophages of the M2 type'],
  ['carriers of E4 forget', 'carriers of the ε4 allele forget'],
  ['levels of TNFalpha and TGF-beta1 rise', 'TNF-α and TGF-β1 rise'],
  ['a knowledge graph (KG) helps', 'the graph of knowledge helps'],
  ['knowledge graphs (KGs) help', 'graphs of knowledge help'],
  ['长短期记忆网络（LSTM）更准', '实验表明长短期记忆网络更准'],
])('%s names nothing that %s lacks', (claim, quote) => {
  expect(missing(claim, quote)).toEqual([])
})

test.each([
  ['GPT-4 wins', 'GPT-3 wins'],
  ['BLEU2 is used', 'BLEU4 is used'],
  ['XLM-T wins', 'XLM-R wins'],
  ['the cells are M1-like', 'macrophages of the M2 type'],
  ['a trained model (KG) helps', 'the model helps'],
  ['长短期记忆网络（LSTM）更准', '实验表明支持向量机更准'],
  ['carriers of E2 forget', 'carriers of the ε4 allele forget'],
])('%s names what %s lacks', (claim, quote) => {
  expect(missing(claim, quote)).toHaveLength(1)
})
