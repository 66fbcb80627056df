import { expect, test } from 'vitest'
import { stripPointers, textAfterPointer } from './pointers.ts'
import { splitPasted } from './split-pasted.ts'
import { questionLanguage } from './work-names.ts'

const BIBTEX =
  '@inproceedings{vaswani2017,\n  title={Attention is all you need},\n  author={Vaswani, Ashish},\n\n  year={2017}\n}'
const RIS = 'TY  - JOUR\nAU  - Tversky, Amos\nTI  - Prospect Theory\nPY  - 1979\nER  - '
const GBT =
  'Vaswani A, Shazeer N, Parmar N, et al. Attention is all you need[C]//Advances in\nNeural Information Processing Systems. 2017: 5998-6008.'
const CHINESE = '屠呦呦. 中药青蒿化学成分的研究Ⅰ[J]. 药学学报, 1981, 16(5): 366-370.'
const APA =
  'Devlin, J., Chang, M.-W., & Lee, K. (2019). BERT: Pre-training of deep bidirectional transformers. In Proceedings of NAACL-HLT 2019 (pp. 4171–4186). https://doi.org/10.18653/v1/N19-1423'
const MLA =
  'Vaswani, Ashish, et al. "Attention is all you need." Advances in neural information processing systems 30 (2017).'
const VANCOUVER =
  'Jumper J, Evans R, et al. Highly accurate protein structure prediction with AlphaFold. Nature. 2021;596:583-9.'

test.each([
  [`${BIBTEX}\n这种方法效果如何？`, '这种方法效果如何？', 1, 0],
  [`这种方法效果如何？\n\n${BIBTEX}`, '这种方法效果如何？', 1, 0],
  [BIBTEX.replaceAll('\n', ' '), '', 1, 0],
  ['@article{a,\n title={Cut short\n\nWhat came of it?', 'What came of it?', 1, 0],
  [`${RIS}\n\nWhat supports it?`, 'What supports it?', 1, 0],
  [`${RIS.replaceAll('\n', ' ')}\nWhat supports it?`, 'What supports it?', 1, 0],
  ['%0 Conference Paper\n%T Subword Units\n%D 2016\n后来有哪些做法？', '后来有哪些做法？', 1, 0],
  ['SrcDatabase-来源库: 期刊\nTitle-题名: 案件要素识别\n还有哪些研究', '还有哪些研究', 1, 0],
  [`${GBT} 后来有哪些改进？`, '后来有哪些改进？', 0, 1],
  [`请问以下论文之后有哪些进展？\n[1] ${GBT}`, '请问以下论文之后有哪些进展？', 0, 1],
  [`[1] ${GBT}\n[2] ${CHINESE}\n这两篇有什么区别？`, '这两篇有什么区别？', 0, 2],
  [`${CHINESE} 2020 年以后用于哪些疾病？`, '2020 年以后用于哪些疾病？', 0, 1],
  [`${APA}\nWhere does it fail?`, 'Where does it fail?', 0, 1],
  [MLA, '', 0, 1],
  [`${VANCOUVER}\n还有哪些做法？`, '还有哪些做法？', 0, 1],
  ['https://doi.org/10.1038/nature14539之后有哪些进展？', '之后有哪些进展？', 0, 1],
  ['arXiv:1706.03762v5', '', 0, 1],
  ['https://arxiv.org/pdf/1706.03762.pdf 的局限', '的局限', 0, 1],
])('what is asked is parted from what was pasted: %s', (text, rest, records, references) => {
  const parted = splitPasted(text)
  expect(parted.rest).toBe(rest)
  expect([parted.records.length, parted.references.length]).toEqual([records, references])
})

test.each([
  '2017 年以来机器翻译有哪些进展？',
  '数组 a[J] 的下标如何优化？',
  'What did “the long decade” mean for growth (1990–2000)?',
  '邮箱 someone@example.com 之类的地址如何识别？',
  '小麦产量（2019）下降的原因是什么',
  '版本 10.2 与 10.15 有什么不同？',
])('a question without a reference stays as it is: %s', (text) => {
  expect(splitPasted(text)).toEqual({ rest: text, records: [], references: [], text: null })
})

test('whoever pastes a reference alone is answered in Chinese, else in the language of their own words', () => {
  expect(questionLanguage(BIBTEX)).toBe('zh')
  expect(questionLanguage(`${BIBTEX}\nWhere does it fail?`)).toBe('en')
  expect(questionLanguage(`${CHINESE}\nWhat came of it?`)).toBe('en')
  expect(questionLanguage(`${GBT} 后来有哪些改进？`)).toBe('zh')
})

test('what only points to a work is no subject', () => {
  expect(stripPointers('下面这篇论文所提出的方法在机器翻译上效果如何？').trim()).toBe(
    '方法在机器翻译上效果如何？',
  )
  expect(stripPointers('2020年以后的进展')).toBe('2020年以后的进展')
  expect(textAfterPointer('这两篇文献有什么区别？')).toBe('有什么区别？')
  expect(textAfterPointer('这篇论文的方法有哪些局限？')).toBe('的方法有哪些局限？')
  for (const other of ['低资源翻译有哪些办法？', '这个方向还有哪些研究', 'What came of this method?'])
    expect(textAfterPointer(other)).toBeNull()
})
