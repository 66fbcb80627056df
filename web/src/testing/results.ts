import { paperOf } from './papers.ts'

/** Returns a facet in the server's format. */
const facetValues = (...list: [string, string, number][]) => ({
  list: list.map(([value, label, count]) => ({ value, label, count })),
  more: false,
})

/** A facet without values. */
const noValues = facetValues()

/** The facets of a small result. */
const facets = {
  year: facetValues(['2020', '2020', 2], ['2018', '2018', 1]),
  resource_type: facetValues(['1', '期刊', 2], ['5', '会议', 1]),
  source: noValues,
  subject: facetValues(['0702', '物理学', 3]),
  language: noValues,
  author: noValues,
  keyword: facetValues(
    ...Array.from({ length: 14 }, (_, place): [string, string, number] => [
      `k${place}`,
      `词${place}`,
      20 - place,
    ]),
  ),
  rank: noValues,
  is_oa: facetValues(['true', '开放', 1]),
}
const person = (affiliation: string) => ({ name: '王伟', role: 'author', affiliations: [affiliation] })
const hit = (id: string, title: string, over = {}) => ({
  ...paperOf(id, title, over),
  score: 1,
  highlights: [],
})

/** Two hits, and one that lacks some of the words. */
export const hits = [
  hit('p1', '高温超导', { creators: [person('中科院物理所')] }),
  hit('p2', '铁基超导', { creators: [person('北京大学')] }),
  hit('p3', '部分匹配'),
]

/** Returns a page of results. */
export const answer = (over = {}) => ({
  list: hits,
  total: 2,
  total_partial: 1,
  page_num: 1,
  page_size: 20,
  facets,
  facets_of: 'all',
  parsed_query: { text: '超导', warnings: [], expansions: [], identifier: null },
  did_you_mean: null,
  searched_instead: null,
  relax: [],
  took_ms: 18,
  ...over,
})
