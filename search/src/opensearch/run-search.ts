import { type Plan, termsOf } from '../planning/plan.ts'
import type { IndexAnswer, IndexRequest } from '../planning/request.ts'
import { coveringParts, PRESENCE } from '../ranking/find.ts'
import { MOST_FOLLOWING, SHORT_LIST } from '../ranking/find-all.ts'
import { CITATIONS_WEIGHT, DATE_WEIGHT, isReranked, RERANKED } from '../ranking/rank.ts'
import { weightOf } from '../ranking/score.ts'
import { countingAggs, facetsOf, leftOutOf, passedOf } from './facet-query.ts'
import { nameValues } from './labels.ts'
import { liftQuery } from './lift-query.ts'
import { type Matching, matchQuery, termQuery } from './match-query.ts'
import type { Opened } from './opened.ts'
import { allOf, anyOf, NOTHING, type Query } from './query.ts'
import { type Scale, scoreQueries } from './score-query.ts'
import { type Body, type Found, searchEach } from './searches.ts'
import { deepHits, hitsOf, type RankedHit, topOf, WINDOW } from './top-hits.ts'

/** A search as it is asked of OpenSearch. */
interface Asked {
  request: IndexRequest
  matching: Matching
  scale: Scale
  /** Hits whatever the filters; those that are called by a title, then by each name, where any can be. */
  strict: Query
  called: Query[]
  /** How many of those are by a name. */
  named: number
  /** What every hit has: that it came late enough. */
  newer: Query[]
  filters: Query[]
  several: boolean
}

const EVERY_FIELD = 0xff

/** Answers one search: exact totals, facets, and the best hits by the weights that records were brought in with. */
export async function runSearch(opened: Opened, request: IndexRequest): Promise<IndexAnswer> {
  const started = performance.now()
  const asked = await ask(opened, request)
  const { counted, listed } = await countAndList(opened, asked)
  const [unfiltered, total] = [counted.total, passedOf(counted)]
  const [own = [], ...called] = listed.map((found) => hitsOf(found, asked.scale.unit))
  const partial = await partialMatches(opened, asked, { unfiltered, total })
  const { answer = counted, hits: following = [] } = partial
  const ranked = [...called, own, following].flatMap((hits, at) => hits.map((hit) => ({ ...hit, tier: -at })))
  const lifted = await lift(opened, asked, ranked)
  const facets = facetsOf(answer, { ...request, several: asked.several }, opened.tables)
  await nameValues(opened, facets)
  return {
    hits: lifted
      .slice(0, Math.min(request.limit, total + partial.count))
      .map(({ seq, score }) => ({ seq, score })),
    total,
    partial: partial.count,
    counts_partial: partial.counted,
    unfiltered,
    titled: counted.aggregations.titled?.doc_count ?? 0,
    facets,
    kept_out: leftOutOf(answer, request.filters),
    took_ms: performance.now() - started,
  }
}

async function countAndList(opened: Opened, asked: Asked): Promise<{ counted: Found; listed: Found[] }> {
  const bodies = listBodies(asked)
  const isDeep = bodies.some(({ size }) => size > WINDOW)
  const [counted, ...listed] = await searchEach(opened.client, opened.target, [
    countBody(asked, asked.strict),
    ...(isDeep ? [] : bodies),
  ])
  if (!counted) throw new Error('a search without an answer')
  if (!isDeep) return { counted, listed }
  return { counted, listed: await Promise.all(bodies.map((body) => deepHits(opened, body))) }
}

async function ask(opened: Opened, request: IndexRequest): Promise<Asked> {
  const { plan, fallback, titles, names, after_seq, limit, filters } = request
  const plans = fallback ? [plan, fallback] : [plan]
  const isWeighed = limit > 0 || fallback !== null || plans.some(hasShare)
  const terms = [...new Set(plans.flatMap(termsOf))]
  const frequencies = isWeighed
    ? await opened.counts.of([...terms, ...titles, ...names.flatMap(termsOf)])
    : new Map<string, number>()
  const { papers } = opened.state()
  const idfOf = (part: Plan) => weightOf(part, frequencies, papers)
  const matching: Matching = {
    idfOf,
    keysOf: (column, numbers) => numbers.map(opened.tables[column].keyOf).filter((key) => key !== ''),
  }
  const isThere = (term: string) => !isWeighed || (frequencies.get(term) ?? 0) > 0
  const titled = titles.filter(isThere).map((term) => termQuery(term, EVERY_FIELD))
  const named = names.filter((name) => termsOf(name).every(isThere)).map((name) => matchQuery(name, matching))
  const called = [...(titled.length === 0 ? [] : [anyOf(titled)]), ...named]
  const strict = anyOf([matchQuery(plan, matching), ...called])
  return {
    request,
    matching,
    scale: { frequencies, papers, unit: opened.unit },
    strict,
    called,
    named: named.length,
    newer: after_seq > 0 ? [{ range: { seq: { gt: after_seq } } }] : [],
    filters: filters.map(({ plan: filter }) => matchQuery(filter, matching)),
    several: opened.target.several,
  }
}

/** Whether how rare words are decides what is found. */
function hasShare(plan: Plan): boolean {
  if (plan.op === 'min_should_match') return true
  if (plan.op === 'boost' || plan.op === 'not') return hasShare(plan.part)
  return (plan.op === 'and' || plan.op === 'or' || plan.op === 'some') && plan.parts.some(hasShare)
}

/** What counts hits of a query, without and with filters, and their facets. */
function countBody({ request, matching, newer, filters, called, several }: Asked, query: Query): Body {
  const aggs = {
    ...countingAggs({ ...request, several }, matching),
    ...(called.length > 0 && { titled: { filter: allOf([anyOf(called), ...filters]) } }),
  }
  return {
    query: allOf([query, ...newer]),
    size: 0,
    track_total_hits: true,
    ...(Object.keys(aggs).length > 0 && { aggs }),
  }
}

/** The best hits of the plan, and those that are called by a title apart from them where they stand above all others. */
function listBodies(asked: Asked): Body[] {
  const { request, scale, strict, called, named, newer, filters } = asked
  if (request.limit === 0) return []
  const isScored = request.sort === 'relevance'
  const should = isScored ? scoreQueries(request.plan, scale) : []
  const list = (query: Query, must_not: Query[], more: Query[] = []): Query => ({
    bool: { filter: [query, ...newer, ...filters], must_not, should: [...should, ...more] },
  })
  const size = isReranked(request) ? Math.max(request.limit, RERANKED) : request.limit
  if (called.length === 0 || !isScored) return [topOf(list(strict, []), request.sort, size)]
  const tiers = called.map((query, at) => {
    const renown = at < called.length - named ? [] : [renownQuery(scale)]
    return topOf(list(query, called.slice(0, at), renown), request.sort, size)
  })
  return [topOf(list(strict, called), request.sort, size), ...tiers]
}

/** Of papers of one name the most cited, then the newest, comes first, as in `addRenown`. */
function renownQuery({ unit }: Scale): Query {
  const source = `(${CITATIONS_WEIGHT} * Math.log1p(doc['cited'].value) + ${DATE_WEIGHT} * doc['date'].value) * params.unit`
  return { script_score: { query: { match_all: {} }, script: { source, params: { unit } } } }
}

interface Partial {
  count: number
  counted: boolean
  answer?: Found
  hits?: RankedHit[]
}

/** What lacks some words: counted like hits where those are few, else behind them where the list is short. */
async function partialMatches(
  opened: Opened,
  asked: Asked,
  { unfiltered, total }: { unfiltered: number; total: number },
): Promise<Partial> {
  const { request, matching, strict, newer, filters } = asked
  const { fallback, min_hits, limit } = request
  if (!fallback) return { count: 0, counted: false }
  const counted = unfiltered < min_hits
  const follows = limit > 0 && total < Math.max(limit, SHORT_LIST)
  if (!counted && !follows) return { count: 0, counted: false }
  const lacking = matchQuery(fallback, matching)
  const query: Query = {
    bool: {
      filter: [lacking, ...newer, ...filters],
      must_not: strict === NOTHING ? [] : [strict],
      should: request.sort === 'relevance' ? fallbackScores(fallback, asked) : [],
    },
  }
  const size = Math.min(WINDOW, Math.max(limit, RERANKED))
  const list = { ...topOf(query, request.sort, size), track_total_hits: true }
  const bodies = counted ? [list, countBody(asked, anyOf([strict, lacking]))] : [list]
  const [found, answer] = await searchEach(opened.client, opened.target, bodies)
  if (!found) return { count: 0, counted: false }
  const count = counted ? found.total : Math.min(MOST_FOLLOWING, found.total)
  return { count, counted, hits: hitsOf(found, asked.scale.unit), ...(answer && { answer }) }
}

/** The words of partial matches by what they weigh, and each once more for being there. */
function fallbackScores(fallback: Plan, { scale, matching }: Asked): Query[] {
  const presence = coveringParts(fallback).map((part) => ({
    constant_score: {
      filter: matchQuery(part, matching),
      boost: PRESENCE * matching.idfOf(part) * scale.unit,
    },
  }))
  return [...scoreQueries(fallback, scale), ...presence]
}

type Tiered = RankedHit & { tier: number }

/** Puts the best hits into the order that the nearness of the words, and the words as written, give them. */
async function lift(opened: Opened, { request, scale, matching }: Asked, hits: Tiered[]): Promise<Tiered[]> {
  if (!isReranked(request) || hits.length < 2) return hits
  const best = hits.slice(0, RERANKED)
  const query = liftQuery(
    best.map(({ seq }) => seq),
    request,
    scale,
    matching.idfOf,
  )
  if (!query) return hits
  const body = { query, size: best.length, sort: [{ seq: 'asc' }], track_scores: true }
  const [found] = await searchEach(opened.client, opened.target, [body])
  const lifts = new Map(found?.hits.map(({ sort, _score }) => [sort?.[0], _score ?? 0]))
  const lifted = best.map((hit) => ({ ...hit, score: hit.score + (lifts.get(hit.seq) ?? 0) }))
  lifted.sort((a, b) => b.tier - a.tier || b.score - a.score || b.seq - a.seq)
  return [...lifted, ...hits.slice(RERANKED)]
}
