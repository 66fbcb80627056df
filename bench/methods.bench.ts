// npm run bench -- methods [SENTENCES] [FOLDER]: whether a sentence of one paper that names a method of another finds
// the paper that introduced it, with the search of the results page and of answers. The selection rules are in
// `method-sentences.ts`. If AI_BASE_URL and AI_EMBEDDING_MODEL name an embedding model, the library in FOLDER gets its
// vectors, and sentences are also searched as evidence is, with and without them, and by vectors alone.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../search/src/open-engine.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import type { EmbeddingModel } from '../server/src/platform/providers/models/port.ts'
import { minShare } from '../server/src/retrieval/candidate.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { findNearestPassages } from '../server/src/retrieval/vector.ts'
import { type AclPaper, aclWork, readAcl } from './corpus.ts'
import { type MethodSentence, methodSentences } from './method-sentences.ts'
import { plainIndex, tokenizeWords } from './plain-bm25.ts'
import { configureModels, embedWholeLibrary, openQuestionLibrary } from './question-library.ts'
import { ownVocabulary } from './search-queries.ts'

const count = Number(process.argv[3] ?? 300)
const TOP_K = 5

interface HitCounts {
  first: number
  five: number
}

const hitsByMethod = new Map<string, HitCounts>()

function recordHit<Id>(way: string, papers: Id[], wanted: Id): void {
  const hits = hitsByMethod.get(way) ?? { first: 0, five: 0 }
  const at = papers.slice(0, TOP_K).indexOf(wanted)
  if (at === 0) hits.first += 1
  if (at >= 0) hits.five += 1
  hitsByMethod.set(way, hits)
}

const { signal } = new AbortController()
const MAX_CANDIDATES = 40

/** Searches for the same sentences as evidence retrieval does: by words, with vectors, and by vectors alone. */
async function evaluateEvidence(
  papers: AclPaper[],
  sentences: MethodSentence[],
  embedding: EmbeddingModel,
): Promise<void> {
  const folder = process.argv[4] ?? mkdtempSync(join(tmpdir(), 'scinav-methods-'))
  mkdirSync(folder, { recursive: true })
  const { base, close } = await openQuestionLibrary(folder, { acl: true })
  // The pending work of the library does not keep the process alive by itself.
  const awake = setInterval(() => {}, 60_000)
  await embedWholeLibrary(base)
  const ctx = { ...base, actor: { id: 'bench', is_admin: false } } as unknown as Context
  const rows = await base.db.selectFrom('papers').select(['id', 'record']).execute()
  const ids = new Map(rows.map(({ id, record }) => [/"acl":"([^"]+)"/.exec(record)?.[1], id]))
  const idOf = (at: number): string => ids.get(papers[at]?.id) ?? ''
  const scope = { paper_ids: [], dataset_id: null, document_ids: [], engines: ['local'] }
  for (const { sentence, own, introduced } of sentences) {
    const asked = {
      question: sentence,
      earlier: [],
      scope,
      rerank: null,
      most: MAX_CANDIDATES,
      most_tokens: Infinity,
    }
    const others = (all: (string | null)[]) => [...new Set(all)].filter((id) => id !== idOf(own))
    for (const [way, model] of [
      ['evidence', null],
      ['evidence, with vectors', embedding],
    ] as const) {
      const { evidence, notes } = await retrieve(ctx, { ...asked, embedding: model }, signal)
      if (notes.length > 0) throw new Error(notes.join(' '))
      recordHit(way, others(evidence.map(({ paper_id }) => paper_id)), idOf(introduced))
    }
    const near = await findNearestPassages(
      ctx,
      embedding,
      { forms: [sentence], scope: null, most: MAX_CANDIDATES },
      signal,
    )
    recordHit('vectors alone', others(near.map(({ paper_id }) => paper_id)), idOf(introduced))
  }
  clearInterval(awake)
  await close()
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
  const plain = plainIndex(papers.map(({ title, abstract }) => tokenizeWords(`${title} ${abstract}`)))
  const { embedding } = configureModels(process.env)
  const size = TOP_K + 1
  const sentences = methodSentences(papers, count)
  for (const { sentence, own, introduced } of sentences) {
    const { hits } = await engine.search({ query: sentence, size, fallback: true })
    const concepts = await engine.concepts(sentence)
    const saying = await engine.findByConcepts(concepts, {
      share: minShare(concepts),
      among: null,
      limit: size,
    })
    const ways = {
      'search page': hits.map(({ seq }) => seq - 1),
      answers: saying.map(({ seq }) => seq - 1),
      'plain BM25': plain.searchAny(tokenizeWords(sentence), size),
    }
    for (const [way, list] of Object.entries(ways)) {
      const others = list.filter((at) => at !== own)
      recordHit(way, others, introduced)
    }
  }
  await engine.close()
  if (embedding) await evaluateEvidence(papers, sentences, embedding)
  console.log(`| ${sentences.length} sentences that name a method | hit@1 | hit@5 |\n|---|---|---|`)
  const share = (hits: number) => (hits / sentences.length).toFixed(3)
  for (const [way, { first, five }] of hitsByMethod)
    console.log(`| ${way} | ${share(first)} | ${share(five)} |`)
}
