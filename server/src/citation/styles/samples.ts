import type { CslItem } from '@scinav/citation'
import type { InstalledStyle } from '../installed/index.ts'
import { openCslList } from '../installed/index.ts'

/** Invented works of the kinds that lists mostly hold, by which people recognise a style. */
const SAMPLES: readonly CslItem[] = [
  {
    id: 'sample-1',
    type: 'article-journal',
    language: 'zh-CN',
    title: '高原湖泊沉积物的碳埋藏速率及其影响因素',
    author: ['周明远', '沈若兰', '何一川', '罗青'].map((literal) => ({ literal })),
    'container-title': '湖沼学通讯',
    issued: { 'date-parts': [[2023]] },
    volume: '41',
    issue: '3',
    page: '215-228',
    DOI: '10.0000/sample.2023.0041',
  },
  {
    id: 'sample-2',
    type: 'article-journal',
    language: 'en-US',
    title: 'Carbon burial in highland lakes: a synthesis of sediment records',
    author: [
      { family: 'Hartwell', given: 'Nora J.' },
      { family: 'Lindqvist', given: 'Per' },
      { family: 'Okoro', given: 'Ada' },
      { family: 'Sato', given: 'Ren' },
    ],
    'container-title': 'Journal of Limnic Studies',
    issued: { 'date-parts': [[2021, 5]] },
    volume: '17',
    issue: '2',
    page: '101-119',
  },
  {
    id: 'sample-3',
    type: 'book',
    language: 'zh-CN',
    title: '沉积学导论',
    author: [{ literal: '程知微' }],
    edition: '2',
    publisher: '云岭出版社',
    'publisher-place': '昆明',
    issued: { 'date-parts': [[2019]] },
  },
  {
    id: 'sample-4',
    type: 'thesis',
    language: 'zh-CN',
    title: '断陷湖盆有机碳来源的同位素示踪研究',
    author: [{ literal: '傅晓棠' }],
    genre: '博士学位论文',
    publisher: '示例大学',
    'publisher-place': '昆明',
    issued: { 'date-parts': [[2022]] },
  },
  {
    id: 'sample-5',
    type: 'paper-conference',
    language: 'en-US',
    title: 'Dating young sediments with short-lived isotopes',
    author: [
      { family: 'Moreau', given: 'Claire' },
      { family: 'Hartwell', given: 'Nora J.' },
    ],
    'container-title': 'Proceedings of the Meeting on Lake Archives',
    'event-place': 'Bergen',
    issued: { 'date-parts': [[2021, 9, 14]] },
    page: '33-40',
  },
  {
    id: 'sample-6',
    type: 'webpage',
    language: 'zh-CN',
    title: '全国湖泊监测年报',
    author: [{ literal: '湖泊观测网' }],
    issued: { 'date-parts': [[2024, 3, 1]] },
    accessed: { 'date-parts': [[2024, 6, 30]] },
    URL: 'https://example.org/lakes/2024',
  },
]

/** Prints the samples in a style: how a text cites each, and the list. */
export function printSamples(style: InstalledStyle) {
  const list = openCslList(style, SAMPLES)
  const text = (runs: { text: string }[]) => runs.map((run) => run.text).join('')
  return {
    name: style.name,
    system: style.system,
    citations: SAMPLES.map((_, at) => text(list.cite([at]))),
    entries: list.entries.map(({ runs }) => text(runs)),
  }
}
