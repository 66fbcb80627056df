import { expect, test } from 'vitest'
import { comparedSides } from './sides.ts'

test.each([
  ['抽取式摘要与生成式摘要有什么区别？', '抽取式摘要', '生成式摘要'],
  ['循环神经网络与 Transformer 相比如何？', '循环神经网络', 'Transformer'],
  [
    'What is the difference between extractive and abstractive summarization?',
    'extractive summarization',
    'abstractive summarization',
  ],
  [
    'Recurrent networks compared with Transformers for language modeling',
    'Recurrent networks',
    'Transformers',
  ],
  ['大语言模型的幻觉如何检测与缓解？比较检索增强与事后校验两类方法', '检索增强', '事后校验'],
  [
    'How do dropout and batch normalization compare as ways to train deep networks?',
    'dropout',
    'batch normalization',
  ],
  ['神经机器翻译与统计机器翻译相比有哪些优势？', '神经机器翻译', '统计机器翻译'],
  ['监督学习与强化学习相比，各有什么优缺点？', '监督学习', '强化学习'],
  ['依存句法分析和短语结构分析各有什么优缺点？', '依存句法分析', '短语结构分析'],
  ['支持向量机和随机森林在分类上哪个好？', '支持向量机', '随机森林'],
  ['联合建模相比流水线如何？', '联合建模', '流水线'],
  ['词干提取和词形还原各有什么优缺点？请对比词典与规则两种做法', '词典', '规则'],
  [
    'How are hallucinations found and mended? Compare retrieval augmentation with post-hoc verification.',
    'retrieval augmentation',
    'post-hoc verification',
  ],
])('%s names both things that it compares', (text, one, other) => {
  expect(comparedSides(text)).toEqual([one, other])
})

test('a question that names one thing has no sides', () => {
  expect(comparedSides('哪种方法更好？')).toBeNull()
  expect(
    comparedSides('Does post-editing improve productivity compared with translation from scratch?'),
  ).toBeNull()
})
