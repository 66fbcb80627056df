import type { AllValues, FacetValues } from '../index/values.ts'
import { addPair, emptyBilingual } from '../planning/bilingual.ts'
import { rangePlan } from '../planning/field-plans.ts'
import { lowerQuery } from '../planning/lower-query.ts'
import { ownNamePlans } from '../planning/named-works.ts'
import { titleTerms } from '../planning/plan-search.ts'
import { COUNTED_FACETS, type IndexFilter, type IndexRequest } from '../planning/term-index.ts'
import { parseQuery } from '../query/parse.ts'
import type { Random } from './random.ts'
import {
  randomText,
  SAMPLE_CHINESE,
  SAMPLE_LANGUAGES,
  SAMPLE_NAMES,
  SAMPLE_SOURCES,
  SAMPLE_SUBJECTS,
  SAMPLE_WORDS,
} from './random-library.ts'

/** A search with values given by keys, for several indexes whose values have different numbers. */
export interface RandomSearch {
  query: string
  exact: boolean
  /** Whether translations are searched. */
  expand: boolean
  filters: { facet: IndexFilter['facet']; plan: (values: AllValues) => IndexFilter['plan'] }[]
  rest: Omit<IndexRequest, 'plan' | 'fallback' | 'titles' | 'names' | 'pairs' | 'filters' | 'only_passing'>
}

export function randomSearch(random: Random): RandomSearch {
  return {
    query: randomQuery(random),
    exact: random.once(6),
    expand: random.once(3),
    filters: random.once(2) ? [] : randomFilters(random),
    rest: {
      min_hits: random.pick([0, 1, 3, 10, 100]),
      sort: random.pick(['relevance', 'date', 'citations'] as const),
      limit: random.pick([0, 1, 5, 100, 100, 100]),
      facets: random.once(4) ? COUNTED_FACETS.filter(() => random.once(2)) : [...COUNTED_FACETS],
      all_sources: random.once(3),
      after_seq: random.once(6) ? random.below(30) : 0,
    },
  }
}

const bilingual = emptyBilingual()
addPair(bilingual, '深度学习', 'deep learning')
addPair(bilingual, '神经网络', 'neural networks')
addPair(bilingual, '图像', 'graphs')
addPair(bilingual, '图', 'graph')

/** Converts a search to a request for an index with these values. */
export function toIndexRequest(
  { query, exact, expand, filters, rest }: RandomSearch,
  values: AllValues,
): IndexRequest {
  const numbers = (table: FacetValues) => (text: string) => [table.numberOf(text) ?? -1]
  const lookup = {
    subjects: numbers(values.subject),
    languages: numbers(values.language),
    sourcesWithRank: () => ['nature', 'graph models'].map((key) => values.source.numberOf(key) ?? -1),
    types: (text: string) => [Number(text), 3],
  }
  const lowered = lowerQuery(parseQuery(query), { lookup, bilingual: expand ? bilingual : null, exact })
  const { plan, fallback, pairs } = lowered
  return {
    plan,
    fallback,
    titles: titleTerms(query),
    names: ownNamePlans(query),
    pairs,
    filters: filters.map(({ facet, plan }) => ({ facet, plan: plan(values) })),
    only_passing: false,
    ...rest,
  }
}

function randomFilters(random: Random): RandomSearch['filters'] {
  const all: RandomSearch['filters'] = [
    { facet: 'year', plan: constantPlan(rangeFilter('year', 2019, 2020)) },
    { facet: 'resource_type', plan: constantPlan({ op: 'types', types: [1, 3, 5, 10] }) },
    { facet: 'source', plan: valuesFilter('source', 'nature') },
    { facet: 'subject', plan: valuesFilter('subject', random.pick(SAMPLE_SUBJECTS)) },
    { facet: 'language', plan: valuesFilter('language', random.pick(SAMPLE_LANGUAGES)) },
    { facet: 'author', plan: valuesFilter('author', 'ada lovelace') },
    { facet: 'keyword', plan: valuesFilter('keyword', random.pick(SAMPLE_WORDS).toLowerCase()) },
    { facet: null, plan: constantPlan({ op: 'degree', degrees: [1, 3] }) },
    { facet: null, plan: valuesFilter('source', '计算机学报') },
    { facet: 'is_oa', plan: constantPlan({ op: 'flag', flag: 'oa', set: random.once(2) }) },
  ]
  return all.filter(() => random.once(5))
}

const constantPlan = (plan: IndexFilter['plan']) => () => plan

function valuesFilter(column: 'source' | 'subject' | 'language' | 'author' | 'keyword', key: string) {
  return (values: AllValues): IndexFilter['plan'] => ({
    op: 'values',
    column,
    numbers: [values[column].numberOf(key) ?? -1],
  })
}

function rangeFilter(column: 'year', from: number, to: number): IndexFilter['plan'] {
  const plan = rangePlan(column, from, to)
  if (plan.op !== 'range') throw new Error('a range that is none')
  return plan
}

/** Returns a query like those of users: a few words, a sentence, or operators, fields and brackets. */
function randomQuery(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return randomText(random, 1, 3)
    case 1:
      return random.some(6, 9, () => randomWord(random)).join(' ')
    case 2:
      return random.some(1, 4, () => randomWord(random)).join(' ')
    default:
      return randomOperation(random, 2)
  }
}

const randomWord = (random: Random) =>
  random.once(4) ? random.pick(SAMPLE_CHINESE) : random.pick(SAMPLE_WORDS)

function randomOperation(random: Random, depth: number): string {
  if (depth === 0 || random.once(4)) return randomOperand(random)
  const part = () => randomOperation(random, depth - 1)
  const operator = random.pick([' ', ' AND ', ' OR ', ' OR ', ' NOT ', ' NEAR/3 ', ' NEAR '] as const)
  const both = `${part()}${operator}${part()}`
  return random.once(2) ? `(${both})` : both
}

const FIELD_PREFIXES = ['', '', '', 'TI:', 'AB:', 'KY:', 'SU:'] as const

function randomOperand(random: Random): string {
  const field = random.pick(FIELD_PREFIXES)
  switch (random.below(8)) {
    case 0:
      return `${field}"${randomText(random, 1, 3).trim()}"`
    case 1:
      return `${field}${random.pick(['net*', 'lea*', '深度*', 'cov*', 'state-of*', 'learn*'])}`
    case 2:
      return random.once(2) ? `${field}gra?hs` : `NOT ${field}${randomWord(random)}`
    case 3:
      return randomFieldOperand(random)
    default:
      return `${field}${randomWord(random)}`
  }
}

function randomFieldOperand(random: Random): string {
  return random.pick([
    `PY:${2019 + random.below(3)}`,
    'PY:2019..2020',
    'PY>=2020',
    'CITED>=10',
    `AU:"${random.pick(SAMPLE_NAMES)}"`,
    `FI:"${random.pick(SAMPLE_NAMES)}"`,
    `RP:${random.pick(['张晓明', 'lecun', '"zhang x"'])}`,
    `AU:${random.pick(['zhang*', 'yann', 'lisi'])}`,
    `AF:${random.pick(['清华', '"Peking University"', 'oslo'])}`,
    `JN:"${random.pick(SAMPLE_SOURCES)}"`,
    `JN:${random.pick(['nature', '计算机', 'graph*'])}`,
    `DOI:10.1000/${random.below(40)}`,
    'ISSN:1234567x',
    `CLC:${random.pick(['TP', 'tp18', 'O1'])}`,
    `FU:${random.pick(['graph', '深度学习'])}`,
    `DEGREE:${random.pick(['硕士', 'doctor'])}`,
    `SC:${random.pick(SAMPLE_SUBJECTS)}`,
    `LANG:${random.pick(SAMPLE_LANGUAGES)}`,
    'RANK:X',
    `TYPE:${1 + random.below(10)}`,
    'OA:1',
  ])
}
