import type { SearchEngine } from '../engine.ts'
import { paper } from './index-queries.ts'

/** The words of the searches below, repeated as texts about a subject repeat them. */
const ABSTRACT = 'decoder neural machine translation, a neural decoder of machine translation'
const ABSTRACT_ZH = '图像分割是基础任务。本文的注意力机制有两个分支'

/** Papers with all words of a search in their titles; those whose titles say little else rank high. */
export const FILLED_TITLES = [
  paper(1, 'A Stochastic Decoder for Neural Machine Translation'),
  paper(2, '基于注意力机制的图像分割'),
  paper(3, 'Row-less universal schema', { title_zh: '没有行的通用模式在知识图谱补全任务中的应用' }),
  ...Array.from({ length: 12 }, (_, at) =>
    paper(
      10 + at,
      `Understanding and improving what a neural decoder of machine translation learns of morphology (${at})`,
      { abstract: ABSTRACT },
    ),
  ),
  ...Array.from({ length: 12 }, (_, at) =>
    paper(30 + at, `面向遥感影像变化检测与图像分割的多尺度注意力机制特征融合方法研究 ${at}`, {
      abstract: ABSTRACT_ZH,
    }),
  ),
  ...Array.from({ length: 12 }, (_, at) =>
    paper(
      50 + at,
      `Generalizing to unseen entities and pairs of them with a row-less universal schema ${at}`,
      {
        abstract: 'universal schema, row-less, a universal schema that is row-less',
      },
    ),
  ),
]

/** Searches, each with the paper whose title says little more. */
export const FILLED_TITLE_SEARCHES: [query: string, seq: number][] = [
  ['decoder translation machine neural', 1],
  ['注意力机制 图像分割', 2],
  ['schema less universal row', 3],
]

export async function findFirst(engine: SearchEngine, query: string): Promise<number | undefined> {
  const { hits } = await engine.search({ query, size: 3, fallback: true })
  return hits[0]?.seq
}
