import { expect, test } from 'vitest'
import { findConstraints } from './find-constraints.ts'
import { findNegations } from './negation.ts'
import { findPossibleAuthors, findPossibleVenue } from './possible-names.ts'

const read = (text: string, listed = true) => findConstraints(text, { listed, current_year: 2026 })
const years = (text: string, listed?: boolean) =>
  read(text, listed).map(({ chip, start, end }) => [chip.value, text.slice(start, end).trim()])

test.each([
  ['近三年有哪些关于知识图谱的论文？', '2023-', '近三年'],
  ['最近5年的文献', '2021-', '最近5年'],
  ['2019 年以后的论文有哪些？', '2019-', '2019 年以后'],
  ['Which papers since 2020 study irony?', '2020-', 'since 2020'],
  ['Which papers after 2020 study irony?', '2021-', 'after 2020'],
  ['2010年以前的论文', '-2009', '2010年以前'],
  ['papers before 1990 on parsing', '-1989', 'before 1990'],
  ['papers from 2015 to 2019 on irony', '2015-2019', 'from 2015 to 2019'],
  ['2015—2019年的论文有哪些', '2015-2019', '2015—2019年'],
  ['What did she publish in 2005 and 2006?', '2005-2006', 'in 2005 and 2006'],
  ['papers of the past two years on irony', '2024-', 'of the past two years'],
  ['Cuneiform papers from 2024 only', '2024', 'from 2024 only'],
])('the years of “%s” are read', (text, value, written) => {
  expect(years(text)).toEqual([[value, written]])
})

test.each(['What share of electricity came from wind in 2023?', 'CoNLL-2005 上 F1 是多少？'])(
  'the year of “%s” belongs to what is asked',
  (text) => {
    expect(years(text, false)).toEqual([])
  },
)

test.each([
  ['What did Mirella Lapata publish on compression?', ['Mirella Lapata']],
  ['Which papers by Aleksandra Miletić are about Occitan?', ['Aleksandra Miletić']],
  ['Leslie Lamport 在分布式系统方面有哪几篇论文？', ['Leslie Lamport']],
  ['费孝通写的论文有哪些？', ['费孝通']],
  ['Which papers study irony?', []],
])('the names of “%s” are found', (text, names) => {
  expect(findPossibleAuthors(text).map(({ name }) => name)).toEqual(names)
})

test('a venue is found where it is said to be one', () => {
  expect(findPossibleVenue('发表在《社会学研究》上的论文有哪些？')?.name).toBe('社会学研究')
  expect(findPossibleVenue('Which papers published in Computational Linguistics study irony?')?.name).toBe(
    'Computational Linguistics',
  )
  expect(findPossibleVenue('《江村经济》调查的是什么地方？')).toBeNull()
})

test.each([
  ['Which summarisers are trained without any reference summaries?', ['reference summaries']],
  ['How are poisoned samples told apart from clean ones?', []],
  ['How do we tell jokes apart from lies?', []],
  ['Which parsers are there apart from neural ones?', ['neural ones']],
  ['不靠标注数据怎样预训练推理模型？', ['标注数据']],
  ['Is there a way to fix errors that does not look at the context?', ['context']],
  ['机器翻译评价有哪些不要参考译文的办法？', ['参考译文']],
  ['哪个模型既不用外部知识，也不用人工标注的实体属性？', ['外部知识', '人工标注的实体属性']],
  ['有没有满语的语音识别模型？', []],
  ['这个问题要不要紧？', []],
  ['Transformer 为什么不用循环结构？', []],
  ['不含 Transformer 的机器翻译方法有哪些？', ['Transformer']],
  ['有哪些不包含卤素的钙钛矿电池吸光材料研究？', ['卤素']],
  ['未使用注意力机制的摘要系统怎样选句？', ['注意力机制']],
  ['不含糊的定义是什么？', []],
  ['这个模型不用循环结构的原因是什么？', []],
  ['Why does the market for lemons not work without warranties?', []],
  ["Why doesn't the parser use any treebank? Which parsers work without a treebank?", ['treebank']],
  ['除了成本以外，为什么企业要存在？', ['成本']],
  ['除这两种方法之外还有什么？', ['这两种方法']],
  ['去偏方法能消除自然语言推理中的偏差吗？', []],
  ['怎样删除重复样本？', []],
  ['除了BERT还有哪些预训练模型？', ['BERT']],
])('what “%s” does not want is kept', (text, wanted) => {
  expect(findNegations(text).map((each) => each.text)).toEqual(wanted)
})

test.each([
  ['Ab '.repeat(30_000), 0, 0],
  ['without any '.repeat(8_000), 0, 1_000],
  ['在2019年'.repeat(15_000), 1, 0],
  ['不用'.repeat(40_000), 0, 1],
])('a text of a hundred thousand signs, all alike, is read to its end', (text, bounds, negations) => {
  expect([read(text).length, findNegations(text).length]).toEqual([bounds, negations])
  expect([findPossibleAuthors(text), findPossibleVenue(text)]).toEqual([[], null])
})
