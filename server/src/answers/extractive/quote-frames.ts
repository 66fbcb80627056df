import { inTitleMarks } from '@scinav/contract/quoted'
import type { Language } from '../../language/question/question.ts'

/** The texts around the quotes of an answer. */
export const QUOTE_FRAMES = {
  zh: {
    lead: '原文直接回答：',
    near: '相关原文：',
    related: (unknown: string) =>
      `没有找到直接回答的原文${unknown && `（${unknown}）`}，以下文献与问题相关：`,
    list: (papers: number) => `有 ${papers} 篇文献与这个主题直接相关：`,
    support: '其他文献也谈到：',
    differs: '也有不同的说法：',
    direct: '直接回答',
    source: (title: string, by: string) => `${inTitleMarks(title)}${by && `（${by}）`}`,
    page: (page: number) => `第 ${page} 页`,
    colon: '：',
    gap: '',
    columns: '| 文献 | 原文 |',
  },
  en: {
    lead: 'The literature answers this directly:',
    near: 'Related passages:',
    related: (unknown: string) =>
      `No passage answers this directly. ${unknown && `${unknown}. `}These papers are related:`,
    list: (papers: number) =>
      papers === 1 ? 'One paper is on this subject:' : `${papers} papers are on this subject:`,
    support: 'Other papers say as well:',
    differs: 'Others say otherwise:',
    direct: 'direct answer',
    source: (title: string, by: string) => `${title}${by && ` (${by})`}`,
    page: (page: number) => `p. ${page}`,
    colon: ': ',
    gap: ' ',
    columns: '| Paper | In its own words |',
  },
} as const

/** The texts of one language. */
export type QuoteFrame = (typeof QUOTE_FRAMES)[Language]
