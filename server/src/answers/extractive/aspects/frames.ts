import { inDoubleQuotes, inTitleMarks } from '@scinav/contract/quoted'
import type { Language } from '../../../language/question/question.ts'
import type { Aspect } from './aspect-model.ts'

/** Labels of the aspects. */
export const ASPECT_NAMES = {
  zh: { problem: '问题', method: '方法', data: '数据', result: '结果', limitation: '局限' },
  en: { problem: 'Problem', method: 'Method', data: 'Data', result: 'Results', limitation: 'Limitations' },
} as const

/** Returns the label of an aspect, as printed before its quotes. */
export const aspectName = (aspect: Aspect, language: Language): string => ASPECT_NAMES[language][aspect]

/** The texts around quotes that are laid out by aspect. */
export const ASPECT_FRAMES = {
  zh: {
    and: '、',
    indirect: '摘要里没有直接回答这个问题的原句，按方面列出它说了什么：',
    paper: (title: string, by: string) => `${inTitleMarks(title)}${by && `（${by}）`}`,
    head: '摘要里的原句，按方面列出：',
    one: (aspects: string) => `摘要里说明${aspects}的原句：`,
    none: (aspects: string) => `摘要没有说明${aspects}。`,
    begins: '它写的是：',
    near: (aspect: string) => `摘要没有专门说明${aspect}，最接近的是这一句：`,
    table: (papers: number) => `${papers} 篇文献摘要里的原句，按方面对照：`,
    paper_column: '文献',
    not_stated: '摘要没有说明',
    unknown: (aspects: readonly string[]) =>
      `摘要里辨认不出${aspects.map((each) => inDoubleQuotes(each)).join('、')}，没有列出。`,
    year: (year: number) => (year > 0 ? `${year} 年` : '年份不详'),
    absent: '没有摘要',
    no_abstract: '本馆文献中这一篇没有摘要，只有题名：',
    unread: '没有能按方面辨认的句子，摘要开头写道：',
    review: (papers: number) =>
      `${papers} 篇文献与这个主题直接相关。以下按方面列出它们摘要里的原句，未作归纳：`,
    by_year: (papers: number) =>
      `${papers} 篇文献与这个主题直接相关。以下按年份列出它们摘要里的原句，未作归纳：`,
    gap: '',
  },
  en: {
    and: ', ',
    indirect: 'The abstract does not directly answer this question. What it says, by aspect:',
    paper: (title: string, by: string) => `${title}${by && ` (${by})`}`,
    head: 'Sentences of the abstract, by aspect:',
    one: (aspects: string) => `What the abstract says of ${aspects}:`,
    none: (aspects: string) => `The abstract does not state: ${aspects}.`,
    begins: ' What it says:',
    near: (aspect: string) => `The abstract has no sentence of its own on ${aspect}. This one comes nearest:`,
    table: (papers: number) => `Sentences of ${papers} abstracts, side by side:`,
    paper_column: 'Paper',
    not_stated: 'not stated in the abstract',
    unknown: (aspects: readonly string[]) => `Not told by abstracts and left out: ${aspects.join(', ')}.`,
    year: (year: number) => (year > 0 ? String(year) : 'Year unknown'),
    absent: 'no abstract',
    no_abstract: 'The library has no abstract of this paper, only its title:',
    unread: 'No sentence can be told by aspect. The abstract begins:',
    review: (papers: number) =>
      `${papers} papers bear directly on this subject. Sentences of their abstracts by aspect, nothing added:`,
    by_year: (papers: number) =>
      `${papers} papers bear directly on this subject. Sentences of their abstracts by year, nothing added:`,
    gap: ' ',
  },
} as const

/** Names of the aspects within an English sentence. */
const INLINE_NAMES: Record<Aspect, string> = {
  problem: 'the problem',
  method: 'the method',
  data: 'the data',
  result: 'results',
  limitation: 'limitations',
}

/** Joins the names of aspects for use within a sentence. */
export const listAspects = (aspects: Aspect[], language: Language): string =>
  aspects
    .map((aspect) => (language === 'zh' ? ASPECT_NAMES.zh : INLINE_NAMES)[aspect])
    .join(ASPECT_FRAMES[language].and)
