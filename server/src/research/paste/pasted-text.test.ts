import { expect, test } from 'vitest'
import { extractPastedText } from './pasted-text.ts'
import { splitPasted } from './split-pasted.ts'
import { questionLanguage } from './work-names.ts'

const PAGE = `Thermal Shrinkage of Separators in Lithium
Batteries under Load
Ada Wang1, Bo Zhao2
1 University of Nowhere
{ada,bo}@example.org
Abstract
We study how separators shrink when a battery is heated, and pro-
pose a way to measure it. Can shrinkage warn of failure? Our results show that it can, ten
minutes before a cell burns (Wang et al. 2019; Zhao, B. (2018). Separators. Journal of Cells, 3(2), 1–9).
Keywords: separator; thermal shrinkage; lithium battery
1 Introduction
Lithium batteries burn.`

const ABSTRACT =
  '目的:研究隔膜在高温下的收缩.方法:利用热台测量隔膜的收缩率,通过电压检测电池的失效,并比较三种隔膜的差别和收缩率随温度的变化.结果:收缩率随温度上升,隔膜收缩早于电池失效十分钟.结论:收缩率可以用于预警.'

test('a page tells its title, its keywords and its abstract, and is parted from what was written beside it', () => {
  const found = extractPastedText(`${PAGE}\n\nAre there other warnings of failure?`)
  expect(found).toMatchObject({
    rest: 'Are there other warnings of failure?',
    keywords: ['separator', 'thermal shrinkage', 'lithium battery'],
    isPage: true,
  })
  expect(found?.titles[0]).toBe('Thermal Shrinkage of Separators in Lithium Batteries under Load')
  expect(found?.body).toMatch(/^We study how .* and propose a way/)
  expect(found?.body).not.toContain('Lithium batteries burn')
})

test('what a page cites is not what its reader names, and what is named beside it is', () => {
  expect(splitPasted(PAGE)).toMatchObject({ rest: '', references: [], records: [] })
  const named = splitPasted(`${PAGE}\n10.1234/abc.5 说的是同一件事吗？`)
  expect(named.references).toEqual(['doi:10.1234/abc.5'])
})

test.each([
  [ABSTRACT, ''],
  [`${ABSTRACT} 这方面有哪些进展？`, '这方面有哪些进展？'],
  [`${ABSTRACT}\n和国外相比有什么差距`, '和国外相比有什么差距'],
  [`帮我找找类似的研究\n${ABSTRACT}`, '帮我找找类似的研究'],
])('an abstract is no question, however many signs of asking stand in it: %#', (text, rest) => {
  expect(extractPastedText(text)).toMatchObject({ rest, isPage: false })
})

test('keywords that stand alone are looked up as such', () => {
  expect(extractPastedText('隔膜；热收缩；锂电池')?.keywords).toEqual(['隔膜', '热收缩', '锂电池'])
  expect(extractPastedText('隔膜；热收缩；锂电池有什么关系？')).toBeNull()
})

test.each([
  '如何抑制锂电池热失控？',
  `${'近年来锂电池的安全问题受到关注。课题组开展了两年的调研，访谈了运维人员和消防人员。'.repeat(3)}\n哪些方法能够抑制锂电池热失控？`,
  `> ${ABSTRACT}\n\n它如何用于预警？`,
])('a question with its background stays somebody’s own: %#', (text) => {
  expect(extractPastedText(text)).toBeNull()
})

test('who pastes an English page and asks in Chinese is answered so', () => {
  expect(questionLanguage(`帮我看看这篇论文的相关工作\n${PAGE}`)).toBe('zh')
  expect(questionLanguage(PAGE)).toBe('en')
})

test('a question in the line below a reference does not belong to it', () => {
  const { rest, references } = splitPasted('Hu et al. (2024). Self-Guided \n地下水模型的不确定性怎么分析')
  expect(rest).toBe('地下水模型的不确定性怎么分析')
  expect(references).toHaveLength(1)
})

test.each([
  [
    'Web of Science',
    'FN Clarivate\nVR 1.0\nPT J\nAU Wang, A\n   Zhao, B\nTI Shrinkage of\n   separators\nPY 2019\nER\nEF',
  ],
  ['PubMed', 'PMID- 1\nTI  - Shrinkage of separators\n      in cells\nFAU - Wang, A'],
  ['EndNote', '<xml><records><record><titles><title>Shrinkage</title></titles></record></records></xml>'],
])('a record of %s is one, whatever lines go on in it', (_of, record) => {
  const { rest, records } = splitPasted(`${record}\nWhat came of it?`)
  expect(records).toHaveLength(1)
  expect(rest).toBe('What came of it?')
})

test.each([
  ['参考文献：王一. 隔膜[J]. 电源, 2020, 1(1): 1-2.\n收缩有什么规律？', '收缩有什么规律？'],
  ['王一这篇：王一. 隔膜[J]. 电源, 2020, 1(1): 1-2.，收缩有什么规律？', '收缩有什么规律？'],
])('what leads in to a reference is not asked: %#', (text, rest) => {
  expect(splitPasted(text).rest).toBe(rest)
})

test('an address is no word of a question, and is asked after where it stands alone', () => {
  const beside = splitPasted('https://example.org/a/b?c=d&e=f\n隔膜收缩有什么规律？')
  expect(beside).toMatchObject({ rest: '隔膜收缩有什么规律？', references: [] })
  expect(splitPasted('https://example.org/a/b').references).toEqual(['https://example.org/a/b'])
  const behind = splitPasted(
    '王一. 隔膜[D/OL]. 武汉：某大学，2020：16. https://d.example.com.cn/Th/D02?a=B&c=1. 怎么自动识别',
  )
  expect(behind.rest).toBe('怎么自动识别')
})

test.each(['https://aclanthology.org/P02-1040/', 'https://www.aclweb.org/anthology/P02-1040.pdf'])(
  'a page of the ACL Anthology is a number: %s',
  (address) => {
    expect(splitPasted(`${address}\nIs it reliable?`).references).toEqual(['acl:P02-1040'])
  },
)

test('a page without a head of its abstract is one by its title and where it is from', () => {
  const lines = Array.from(
    { length: 12 },
    (_, at) => `Line ${at} of the article goes on about separators in cells.`,
  )
  const page = `56 x\nLearning Modules for Reliability Analysis\nPaul B. Govan 1\nDOI: 10.1234/abc.9\n${lines.join('\n')}`
  expect(extractPastedText(page)).toMatchObject({
    titles: ['Learning Modules for Reliability Analysis'],
    isPage: true,
  })
})
