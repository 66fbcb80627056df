// npm run bench -- methods: a sentence of one paper that names a method of another finds the paper that introduced it, as
// the search page and as answers look it up. The rules by which sentences are chosen stand in `method-sentences.ts`.
import { openEngine } from '../search/src/open-engine.ts'
import { leastShare } from '../server/src/answers/candidate.ts'
import { aclWork, readAcl } from './corpus.ts'
import { methodSentences } from './method-sentences.ts'
import { plainIndex, wordsIn } from './plain-bm25.ts'
import { ownVocabulary } from './search-queries.ts'

const COUNT = 300
const AT = 5

interface Hits {
  first: number
  five: number
}

function count(into: Hits, papers: number[], wanted: number): void {
  const at = papers.slice(0, AT).indexOf(wanted)
  if (at === 0) into.first += 1
  if (at >= 0) into.five += 1
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
  const sentences = methodSentences(papers, COUNT)
  const found = {
    search: { first: 0, five: 0 },
    answers: { first: 0, five: 0 },
    plain: { first: 0, five: 0 },
  }
  for (const { sentence, own, introduced } of sentences) {
    const others = (list: number[]) => list.filter((at) => at !== own)
    const { hits } = await engine.search({ query: sentence, size: AT + 1, fallback: true })
    count(found.search, others(hits.map(({ seq }) => seq - 1)), introduced)
    const concepts = await engine.concepts(sentence)
    const said = await engine.findSaying(concepts, {
      share: leastShare(concepts),
      among: null,
      limit: AT + 1,
    })
    count(found.answers, others(said.map(({ seq }) => seq - 1)), introduced)
    count(found.plain, others(plain.searchAny(wordsIn(sentence), AT + 1)), introduced)
  }
  await engine.close()
  console.log(`| ${sentences.length} sentences that name a method | hit@1 | hit@5 |\n|---|---|---|`)
  const share = (hits: number) => (hits / sentences.length).toFixed(3)
  for (const [name, { first, five }] of Object.entries(found))
    console.log(`| ${name} | ${share(first)} | ${share(five)} |`)
}
