import { expect, test } from 'vitest'
import { ANY_MASK, MASKS } from '../index/layout.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import type { Plan, TermPlan } from '../planning/plan.ts'
import { EMPTY_POSITION, TOKEN_SEPARATOR } from './mapping.ts'
import { matchQuery } from './match-query.ts'

const matching = {
  idfOf: (plan: Plan) => (plan.op === 'term' && plan.term === 'rare' ? 3 : 1),
  keysOf: (_: string, numbers: number[]) => numbers.map((number) => `key${number}`),
}
const query = (plan: Plan) => matchQuery(plan, matching)
const term = (text: string, mask = ANY_MASK): TermPlan => ({ op: 'term', term: text, mask, weight: 1 })
const termIn = (field: string, value: string) => ({ term: { [field]: { value } } })

test('a word is looked for among all terms, or in the texts that it is asked for in', () => {
  expect(query(term('graph'))).toEqual(termIn('terms', 'graph'))
  expect(query(term('graph', MASKS.title))).toEqual(termIn('title', 'graph'))
  expect(query(term('graph', MASKS.title | MASKS.keyword))).toEqual({
    bool: { should: [termIn('title', 'graph'), termIn('keyword', 'graph')], minimum_should_match: 1 },
  })
})

test('a person is looked for as any author, the first one, or the one to write to', () => {
  const name = `${SPACES.author}lecun y`
  expect(query(term(name, AUTHOR_MASKS.any))).toEqual(termIn('terms', name))
  expect(query(term(name, AUTHOR_MASKS.first))).toEqual(termIn('first_author', name))
  expect(query(term(name, AUTHOR_MASKS.corresponding))).toEqual(termIn('corresponding', name))
})

test('the terms of a phrase stand at their places, with holes where none is asked for', () => {
  const parts = [
    { term: 'state', offset: 0 },
    { term: 'art', offset: 3 },
  ]
  expect(query({ op: 'phrase', parts, mask: MASKS.abstract, weight: 1 })).toEqual({
    match_phrase: {
      abstract: { query: ['state', EMPTY_POSITION, EMPTY_POSITION, 'art'].join(TOKEN_SEPARATOR) },
    },
  })
})

test('and, or and not are filters: they say nothing about scores', () => {
  const plan: Plan = {
    op: 'and',
    parts: [
      { op: 'or', parts: [term('a'), term('b')] },
      { op: 'not', part: term('c') },
    ],
  }
  expect(query(plan)).toEqual({
    bool: {
      filter: [
        { bool: { should: [termIn('terms', 'a'), termIn('terms', 'b')], minimum_should_match: 1 } },
        { bool: { must_not: [termIn('terms', 'c')] } },
      ],
    },
  })
  expect(query({ op: 'or', parts: [] })).toEqual({ match_none: {} })
})

test('of a sentence a share of what its words weigh is enough', () => {
  const plan: Plan = { op: 'min_should_match', parts: [term('rare'), term('common')], share: 0.5 }
  const weighed = (value: string, boost: number) => ({
    constant_score: { filter: termIn('terms', value), boost },
  })
  expect(query(plan)).toEqual({
    function_score: {
      query: { bool: { should: [weighed('rare', 3), weighed('common', 1)] } },
      min_score: 1.999,
    },
  })
})

test('two words are near in either order, a phrase also where it overlaps the other', () => {
  const near = (left: TermPlan, distance: number): Plan => ({
    ...{ op: 'near', left, right: term('b'), distance, mask: MASKS.title },
  })
  const span = (value: string) => ({ span_term: { title: { value } } })
  const both = (first: string, second: string) => ({
    span_near: { clauses: [span(first), span(second)], slop: 2, in_order: true },
  })
  expect(query(near(term('a'), 3))).toEqual({
    bool: { should: [both('a', 'b'), both('b', 'a')], minimum_should_match: 1 },
  })
  const left: Plan = {
    op: 'phrase',
    parts: [
      { term: 'a', offset: 0 },
      { term: 'c', offset: 1 },
    ],
    mask: MASKS.title,
    weight: 1,
  }
  const plan: Plan = { op: 'near', left, right: term('b'), distance: 1, mask: MASKS.title }
  // At the second place of the phrase both its word and the other one stand.
  expect(JSON.stringify(query(plan))).toContain(
    JSON.stringify({ span_within: { big: span('c'), little: span('b') } }),
  )
})

test('numbers, values and flags are looked for in their columns; what no record can have finds nothing', () => {
  expect(query({ op: 'range', column: 'year', from: 2019, to: 2020 })).toEqual({
    range: { year: { gte: 2019, lte: 2020 } },
  })
  expect(query({ op: 'range', column: 'cited', from: 10, to: 0xffffffff })).toEqual({
    range: { cited: { gte: 10 } },
  })
  expect(query({ op: 'range', column: 'year', from: 2021, to: 2020 })).toEqual({ match_none: {} })
  expect(query({ op: 'values', column: 'keyword', numbers: [1, 2] })).toEqual({
    terms: { keywords: ['key1', 'key2'] },
  })
  expect(query({ op: 'values', column: 'author', numbers: [] })).toEqual({ match_none: {} })
  expect(query({ op: 'types', types: [1, 4_000] })).toEqual({ terms: { type: [1] } })
  expect(query({ op: 'degree', degrees: [-1] })).toEqual({ match_none: {} })
  expect(query({ op: 'flag', flag: 'oa', set: true })).toEqual({ term: { oa: true } })
})

test('a word that begins so is a prefix, one with a sign for any letter an expression', () => {
  const prefix = (pattern: string | null): Plan => ({
    ...{ op: 'prefix', prefix: 'gra', pattern, mask: MASKS.title, weight: 1 },
  })
  expect(query(prefix(null))).toEqual({ prefix: { title: { value: 'gra' } } })
  const { value } = (query(prefix('^gra[\\p{L}\\p{N}]h$')) as { regexp: { title: { value: string } } }).regexp
    .title
  expect(value).toMatch(/^gra\[\^[^a-z\d]*\]h$/i)
  expect(value).toContain('-\\/\\:-')
})

test('what parts terms from each other stands in none, and long ones are cut between two characters', () => {
  expect(query(term(`${SPACES.identifier}x:a${TOKEN_SEPARATOR}b`))).toEqual(
    termIn('terms', `${SPACES.identifier}x:a\ufffdb`),
  )
  const cut = (query(term('论'.repeat(300))) as { term: { terms: { value: string } } }).term.terms.value
  expect(cut).toBe('论'.repeat(84))
})
