// npm run bench -- methods [SENTENCES] [CANDIDATES]: a sentence of one paper that names a method of another finds the paper
// that introduced it, as the search page and as answers look it up. The rules by which sentences are chosen stand in
// `method-sentences.ts`. Where AI_EMBEDDING_MODEL is given, the first CANDIDATES papers of each way are put into one order
// with the nearness of their abstracts, too: an order of candidates, not a search of the whole library by vectors.
import { openEngine } from '../search/src/open-engine.ts'
import { leastShare } from '../server/src/answers/candidate.ts'
import { fuse } from '../server/src/foundation/rank-fusion.ts'
import type { EmbeddingModel } from '../server/src/providers/models/port.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { methodSentences } from './method-sentences.ts'
import { plainIndex, wordsIn } from './plain-bm25.ts'
import { modelsOf } from './question-library.ts'
import { ownVocabulary } from './search-queries.ts'

const [count = 300, candidates = 100] = process.argv.slice(3).map(Number)
const AT = 5

interface Hits {
  first: number
  five: number
}

const found = new Map<string, Hits>()

function note(way: string, papers: number[], wanted: number): void {
  const hits = found.get(way) ?? { first: 0, five: 0 }
  const at = papers.slice(0, AT).indexOf(wanted)
  if (at === 0) hits.first += 1
  if (at >= 0) hits.five += 1
  found.set(way, hits)
}

const BATCH = 16

/** Vectors of title and abstract, each made once. */
function vectorsOf(papers: AclPaper[], embedding: EmbeddingModel) {
  const known = new Map<number, Float32Array>()
  const { signal } = new AbortController()
  return async (wanted: number[]): Promise<Map<number, Float32Array>> => {
    const missing = wanted.filter((at) => !known.has(at))
    for (let from = 0; from < missing.length; from += BATCH) {
      const some = missing.slice(from, from + BATCH)
      const texts = some.map((at) => `${papers[at]?.title}. ${papers[at]?.abstract}`)
      for (const [at, vector] of (await embedding.embed(texts, signal)).entries())
        known.set(some[at] ?? -1, vector)
    }
    return known
  }
}

const product = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Candidates in the order of their words and that of their vectors, joined. */
async function joined(
  embedding: EmbeddingModel,
  vectors: ReturnType<typeof vectorsOf>,
  sentence: string,
  papers: number[],
): Promise<number[]> {
  const [own] = await embedding.embed([sentence], new AbortController().signal)
  const known = await vectors(papers)
  const near = (at: number) => product(own ?? new Float32Array(), known.get(at) ?? new Float32Array())
  const byMeaning = papers.toSorted((a, b) => near(b) - near(a))
  return [...fuse([papers, byMeaning].map((order) => order.map(String))).keys()].map(Number)
}

const papers = readAcl()
if (!papers) console.log('shared/data/acl is not here')
else {
  const engine = await openEngine({ folder: null, threads: 0, vocabulary: async () => ownVocabulary })
  let change = 0
  for (const work of papers.map(aclWork)) {
    change += 1
    await engine.apply([{ seq: change, change, record: JSON.stringify(work), cited_by_count: 0 }], true)
  }
  await engine.apply([], false)
  const plain = plainIndex(papers.map(({ title, abstract }) => wordsIn(`${title} ${abstract}`)))
  const { embedding } = modelsOf(process.env)
  const vectors = embedding && vectorsOf(papers, embedding)
  const size = (embedding ? Math.max(AT, candidates) : AT) + 1
  const sentences = methodSentences(papers, count)
  for (const { sentence, own, introduced } of sentences) {
    const { hits } = await engine.search({ query: sentence, size, fallback: true })
    const concepts = await engine.concepts(sentence)
    const said = await engine.findSaying(concepts, { share: leastShare(concepts), among: null, limit: size })
    const ways = {
      'search page': hits.map(({ seq }) => seq - 1),
      answers: said.map(({ seq }) => seq - 1),
      'plain BM25': plain.searchAny(wordsIn(sentence), size),
    }
    for (const [way, list] of Object.entries(ways)) {
      const others = list.filter((at) => at !== own)
      note(way, others, introduced)
      if (embedding && vectors)
        note(`${way}, with vectors`, await joined(embedding, vectors, sentence, others), introduced)
    }
  }
  await engine.close()
  console.log(`| ${sentences.length} sentences that name a method | hit@1 | hit@5 |\n|---|---|---|`)
  const share = (hits: number) => (hits / sentences.length).toFixed(3)
  for (const [way, { first, five }] of found) console.log(`| ${way} | ${share(first)} | ${share(five)} |`)
}
