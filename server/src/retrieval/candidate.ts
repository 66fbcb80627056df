import { readWork } from '@scinav/contract'
import { absenceOf, type Concept, type Concepts } from '@scinav/search'
import { countedIn, findInFiles, findPassages } from '../knowledge/passages/index.ts'
import { type Constraints, isBound, UNBOUND } from '../language/question/constraints.ts'
import { calledWithout, type Negation } from '../language/question/negation.ts'
import { readQuestion } from '../language/question/question.ts'
import { recordsBySeqs } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { fuse } from '../platform/foundation/rank-fusion.ts'
import type { FoundPaper } from './evidence/evidence.ts'
import { attachedFiles, foundFiles } from './full-text.ts'
import * as store from './paper.store.ts'
import type { EvidenceScope } from './scope.ts'

export interface Candidates {
  /** Best first. */
  papers: FoundPaper[]
  /** Passages of files. */
  files: FoundPaper[]
  concepts: Concept[]
  /** What shall be absent, in the order it was asked for; these are concepts too. */
  absent: Concept[]
  /** The things themselves that shall be absent, in the same order. */
  unwanted: Concept[][]
}

const MOST = 60
/** A paper has to say so much of what is asked; how much of it is told is judged later, passage by passage. */
const LEAST_SHARE = 0.35
/** A pasted sentence is of so many things that every paper says some part of it, and the score decides, as in a search. */
const SENTENCE = 9
const SENTENCE_SHARE = 0.1

/** How much of the weight of what is asked a paper has to say. */
export const leastShare = ({ list }: Concepts, share = LEAST_SHARE): number =>
  list.length < SENTENCE ? share : Math.min(share, SENTENCE_SHARE)

/** What narrows a question besides its words. */
export interface Narrowing {
  constraints?: Constraints
  negated?: Negation[]
  /** A paper has to say so much of what is asked, 0–1; left out: as much as may answer it. */
  share?: number
  /** The text states something and asks nothing: a pasted sentence. */
  states?: boolean
  /** Papers that this finds are looked at too: names that the question says among much else. */
  also?: string
}

/** The papers and the files that fit a query best, and what the query asks for: a word is as telling as it is rare in both. */
export async function findCandidates(
  ctx: Context,
  query: string,
  scope: Omit<EvidenceScope, 'closed' | 'chosen'>,
  narrowing: Narrowing,
): Promise<Candidates> {
  const whole = await candidatesBy(ctx, query, scope, narrowing, false)
  const { constraints = UNBOUND } = narrowing
  if (isFound(whole) || !isBound(constraints)) return whole
  // Within its years nobody may say a term as it was asked for; its words they may.
  const apart = await candidatesBy(ctx, query, scope, narrowing, true)
  if (isFound(apart) || scope.papers || constraints.author.length === 0) return apart
  // An author's papers may say it in another language: better seen than told that there are none.
  return { ...apart, papers: await readPapers(ctx, (await papersOf(ctx, constraints)).slice(0, FIRST)) }
}

const isFound = ({ papers, files }: Candidates): boolean => papers.length + files.length > 0

/** @param apart whether terms of several words are asked for by their words. */
async function candidatesBy(
  ctx: Context,
  query: string,
  { papers: scope, files: within, attached }: Omit<EvidenceScope, 'closed' | 'chosen'>,
  narrowing: Narrowing,
  apart: boolean,
): Promise<Candidates> {
  const { constraints = UNBOUND, negated = [], share = LEAST_SHARE } = narrowing
  // A file has no record that would tell of its year or its authors.
  const searched = scope === null && isBound(constraints) ? null : within
  const index = await ctx.library.current()
  const asked = await index.concepts(query, searched ? [await countedIn(ctx, searched)] : [], apart)
  const without = await absences(ctx, negated)
  const absent = without.map((each) => each.absent)
  const list = [...asked.list, ...absent]
  const concepts = { ...asked, list }
  const files = searched
    ? await foundFiles(ctx, await findPassages(ctx, concepts, searched, { share, limit: MOST }))
    : []
  const own = attachedFiles(await findInFiles(ctx, list, attached, MOST))
  const mentioned = without.flatMap((each) => each.mentioned)
  const least = narrowing.states ? leastShare(concepts, share) : share
  const found = await findAround(
    ctx,
    { query, concepts, scope, share: least },
    { constraints, asked, mentioned },
  )
  const papers = narrowing.also ? withOthers(found, await namedPapers(ctx, narrowing.also, scope)) : found
  const unwanted = without.map((each) => each.mentioned)
  return { papers, files: [...own, ...files], concepts: list, absent, unwanted }
}

interface Searched {
  query: string
  concepts: Concepts
  scope: string[] | null
  share: number
}

/**
 * Papers that fit; the many words for an absence outweigh what it is the absence from, so that this is searched too, and
 * with the thing itself: who does without it mentions it.
 */
async function findAround(
  ctx: Context,
  searched: Searched,
  { constraints, asked, mentioned }: { constraints: Constraints; asked: Concepts; mentioned: Concept[] },
): Promise<FoundPaper[]> {
  const found = await findPapers(ctx, searched, constraints)
  if (mentioned.length === 0 || asked.list.length === 0) return found
  const besides = await findPapers(ctx, { ...searched, concepts: asked }, constraints)
  const both = { ...asked, list: [...asked.list, ...mentioned] }
  const with_it = await findPapers(ctx, { ...searched, concepts: both }, constraints)
  const lists = [found, besides, with_it]
  const byId = new Map(lists.flat().map((each) => [each.source_id, each]))
  const fused = fuse(lists.map((papers) => papers.map(({ source_id }) => source_id)))
  return [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
}

/** So many of the papers that a question names are looked at. */
const MOST_NAMED = 20

async function namedPapers(ctx: Context, names: string, scope: string[] | null): Promise<FoundPaper[]> {
  const concepts = await (await ctx.library.current()).concepts(names)
  const share = concepts.list.length > 0 ? 1 / (concepts.list.length + 1) : 1
  const found = await findPapers(ctx, { query: names, concepts, scope, share }, UNBOUND)
  return found.slice(0, MOST_NAMED)
}

const withOthers = (papers: FoundPaper[], others: FoundPaper[]): FoundPaper[] => [
  ...new Map([...others, ...papers].map((each) => [each.source_id, each])).values(),
]

/** The papers that fit best. `scope` null is the whole library. */
async function findPapers(
  ctx: Context,
  { query, concepts, scope, share }: Searched,
  constraints: Constraints,
): Promise<FoundPaper[]> {
  if (scope && scope.length <= MOST) return papersById(ctx, scope)
  if (concepts.list.every(({ papers }) => papers === 0))
    return scope ? firstOf(ctx, scope) : allWithin(ctx, query, constraints)
  const index = await ctx.library.current()
  const { author, ...filters } = constraints
  const theirs = author.length > 0 ? await papersOf(ctx, constraints) : null
  const own = scope ? new Set(await store.seqsOf(ctx.db, scope)) : null
  const among = theirs && own ? theirs.filter((seq) => own.has(seq)) : (theirs ?? (own ? [...own] : null))
  const wanted = { share, among, filters, limit: MOST }
  const hits = await index.findSaying(concepts, wanted)
  return readPapers(
    ctx,
    hits.map(({ seq }) => seq),
  )
}

/** What shall be absent, each as one concept, and the thing itself. */
async function absences(
  ctx: Context,
  negated: Negation[],
): Promise<{ absent: Concept; mentioned: Concept[] }[]> {
  const index = await ctx.library.current()
  return Promise.all(
    negated.map(async ({ text }) => {
      const { list } = await index.concepts(readQuestion(text).query)
      return { absent: absenceOf(list, text, calledWithout(text)), mentioned: list }
    }),
  )
}

/** So many papers of an author are looked through. */
const MOST_OF_AUTHORS = 3_000

/** Numbers of the papers of all the authors that are asked for, within the other constraints, newest first. */
async function papersOf(ctx: Context, { author, ...filters }: Constraints): Promise<number[]> {
  const index = await ctx.library.current()
  const conditions = author.map((value) => ({
    ...({ field: 'author', operator: 'equals', join: 'or' } as const),
    value,
  }))
  const { hits } = await index.search({ query: '', conditions, filters, sort: 'date', size: MOST_OF_AUTHORS })
  return hits.map(({ seq }) => seq)
}

/** Where nothing but constraints is asked: what is within them, newest first. */
async function allWithin(ctx: Context, query: string, constraints: Constraints): Promise<FoundPaper[]> {
  if (query !== '' || !isBound(constraints)) return []
  return readPapers(ctx, (await papersOf(ctx, constraints)).slice(0, MOST))
}

/** Papers that exist, in the order of the ids. */
export async function papersById(ctx: Pick<Context, 'db'>, ids: string[]): Promise<FoundPaper[]> {
  return readPapers(ctx, await store.seqsOf(ctx.db, ids), ids)
}

const FIRST = 8

async function firstOf(ctx: Context, scope: string[]): Promise<FoundPaper[]> {
  const first = scope.slice(0, FIRST)
  return papersById(ctx, first)
}

/** Records in the order of the numbers, or of `ids`. */
async function readPapers(ctx: Pick<Context, 'db'>, seqs: number[], ids?: string[]): Promise<FoundPaper[]> {
  const rows = await recordsBySeqs(ctx, seqs)
  const place = ids ? new Map(ids.map((id, at) => [id, at])) : null
  const bySeq = new Map(seqs.map((seq, at) => [seq, at]))
  const at = (row: (typeof rows)[number]) => place?.get(row.id) ?? bySeq.get(Number(row.seq)) ?? 0
  return rows
    .toSorted((a, b) => at(a) - at(b))
    .map((row) => ({
      source_id: row.id,
      paper_id: row.id,
      engine: 'local',
      work: readWork(row.record),
    }))
}
