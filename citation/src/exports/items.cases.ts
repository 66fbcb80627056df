// For tests only: items that exports are tried with.
import type { CslItem } from '../csl.ts'
import { parseName } from '../parse-name.ts'

const cslNames = (written: string) => written.split('; ').map(parseName)

export const chineseArticle: CslItem = {
  id: 'p1',
  type: 'article-journal',
  author: cslNames('王利平; 刘洪'),
  title: '过冷大水滴环境粒径分布模拟方法研究进展',
  'container-title': '航空学报',
  volume: '45',
  issue: '8',
  page: '102-111',
  issued: { 'date-parts': [[2024, 4, 25]] },
  DOI: '10.7527/S1000-6893',
  ISSN: '1000-6893',
  keyword: '结冰;过冷大水滴',
  abstract: '第一段。\n第二段。',
  language: 'zh',
  custom: { affiliations: '南京航空航天大学' },
}

export const latinArticle: CslItem = {
  id: 'p2',
  type: 'article-journal',
  author: [
    { family: 'Müller', given: 'Jörg' },
    { family: 'Davis', given: 'Sammy', suffix: 'Jr.' },
    { literal: 'World Health Organization' },
  ],
  title: 'The effect of CO<sub>2</sub> & DNA on 50% of Chinese {mice}: a $\\beta$-study',
  'container-title': 'Nature & Science',
  volume: '7',
  page: '1–9',
  issued: { 'date-parts': [[2020, 5]] },
  URL: 'https://example.org/a_b?c=%20&d={x}',
}

export const thesis: CslItem = {
  id: 'p3',
  type: 'thesis',
  author: cslNames('何筱梅'),
  contributor: cslNames('张三'),
  title: '新媒体时代原生广告的策略与发展研究',
  genre: '硕士学位论文',
  publisher: '武汉大学',
  'publisher-place': '武汉',
  issued: { 'date-parts': [[2016]] },
}

export const chapter: CslItem = {
  id: 'p4',
  type: 'chapter',
  author: cslNames('Thoreau, Henry David'),
  editor: cslNames('Agata, John'),
  title: 'Walking',
  'container-title': 'The Making of the American Essay',
  page: '167-195',
  publisher: 'Graywolf Press',
  issued: { 'date-parts': [[2016]] },
  accessed: { 'date-parts': [[2020, 1, 2]] },
  ISBN: '978-1',
}
