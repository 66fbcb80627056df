import type { ResearchSource } from '@scinav/contract'
import { cutPaperPassages } from '../../language/text/paper-passages.ts'
import type { Passage } from '../../language/text/passages.ts'
import { titleKey } from '../../library/works/index.ts'
import type { FoundPaper } from '../../retrieval/index.ts'
import { type RetrievalResult, toResearchSource } from './search-result.ts'

/** A work that a model may read, with the passages offered to it. */
export interface ReadableWork {
  found: FoundPaper
  passages: Passage[]
  /** The query that found it first. */
  query: string
}

/** A search whose works may be read; `isRelevant` applies the rules for works that are about its query. */
interface ReadableSearch {
  query: string
  result: RetrievalResult
  isRelevant: (evidence: RetrievalResult['evidence'][number]) => boolean
}

/** Maximum number of passages of one file. */
const MAX_FILE_PASSAGES = 4

/**
 * Returns a key that the records of one work share, such as those of its workshop and of its conference version: title
 * and first author; for a file, and a record without them, its id.
 */
export function workKey({
  source_id,
  document_id,
  file_id,
  title,
  authors: [first = ''],
}: Pick<ResearchSource, 'source_id' | 'document_id' | 'file_id' | 'title' | 'authors'>): string {
  const keys = [titleKey(title), titleKey(first)]
  const isRecord = document_id === null && file_id === null && keys.every((key) => key !== '')
  return isRecord ? keys.join(' ') : source_id
}

/**
 * Returns the distinct works of several searches, at most `maxWorks`: first those that the rules find relevant, then the
 * others, which a model can judge better; in both groups the best of each search, then the second best. Works with a
 * key in `knownKeys` are left out. Each further hit in the file of a chosen work adds its passage.
 */
export function worksToRead(
  searches: ReadableSearch[],
  {
    maxWorks,
    language,
    knownKeys,
  }: { maxWorks: number; language: 'zh' | 'en'; knownKeys: ReadonlySet<string> },
): ReadableWork[] {
  const hits = searches.flatMap(({ query, result, isRelevant }) =>
    result.evidence.map((evidence, rank) => ({ evidence, query, rank, isRelevant: isRelevant(evidence) })),
  )
  const ordered = hits.toSorted((a, b) => Number(b.isRelevant) - Number(a.isRelevant) || a.rank - b.rank)
  const works = new Map<string, ReadableWork>()
  for (const { evidence, query } of ordered) {
    const { file, passage } = evidence
    const key = workKey(toResearchSource(evidence, language))
    if (knownKeys.has(key)) continue
    const chosen = works.get(key)
    if (!chosen && works.size < maxWorks) works.set(key, readableWork(evidence, query, language))
    else if (chosen && file && chosen.passages.length < MAX_FILE_PASSAGES) {
      const isNew = chosen.passages.every(({ passage_id }) => passage_id !== passage.passage_id)
      if (isNew) chosen.passages.push(passage)
    }
  }
  // A record without a title and an abstract has nothing to read.
  return [...works.values()].filter(({ passages }) => passages.length > 0)
}

/**
 * Returns a work with what is read of it: the passage of a file, or the whole abstract of a record, in the language of
 * the question if there is one, else its title.
 */
export function readableWork(
  found: FoundPaper & { passage?: Passage },
  query: string,
  language: 'zh' | 'en',
): ReadableWork {
  if (found.file) return { found, passages: found.passage ? [found.passage] : [], query }
  const fields = new Map(
    cutPaperPassages(found.source_id, found.work).map(({ field, passages }) => [field, passages]),
  )
  const translated = language === 'zh' ? fields.get('abstract_zh') : undefined
  const abstract = translated ?? fields.get('abstract') ?? fields.get('abstract_zh')
  return { found, passages: abstract ?? fields.get('title') ?? [], query }
}
