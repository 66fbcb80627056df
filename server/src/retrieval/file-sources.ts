import { blankWork, readWork, type Work } from '@scinav/contract'
import {
  type AttachedPassage,
  type FoundPassage,
  passageId,
  type ReadDocument,
} from '../knowledge/passages/index.ts'
import { quotableText, stripInvisible } from '../language/text/clean.ts'
import { type Passage, splitPassageSentences } from '../language/text/passages.ts'
import { estimateTokens } from '../language/text/text-size.ts'
import { streamRecordsByIds } from '../library/papers/index.ts'
import type { Context } from '../platform/context/context.ts'
import type { FoundPaper } from './evidence/evidence.ts'

/**
 * Turns passages found in documents into sources, one per passage, in the order found. A document that is a paper of
 * the library has that paper's record; any other has the title that was read from it.
 */
export async function foundFileSources(
  ctx: Pick<Context, 'db'>,
  found: FoundPassage[],
): Promise<FoundPaper[]> {
  const works = new Map<string, Work>()
  const paper_ids = found.flatMap(({ document }) => document.paper_id ?? [])
  for await (const batch of streamRecordsByIds(ctx, [...new Set(paper_ids)]))
    for (const { id, record } of batch) works.set(id, readWork(record))
  const workOf = ({ document_id, paper_id, title }: ReadDocument): Work => {
    // Passages of one document share one record.
    const work = works.get(paper_id ?? document_id) ?? blankWork(quotableText(title), 0)
    works.set(paper_id ?? document_id, work)
    return work
  }
  return found.map(({ document, passage }) => fileSource(document, workOf(document), passage))
}

/** Returns a passage of a document as a source; that of a paper of the library has its id. */
function fileSource(document: ReadDocument, work: Work, passage: FoundPassage['passage']): FoundPaper {
  const { document_id, parse_id, name, dataset_id, dataset_name, paper_id } = document
  return {
    source_id: paper_id ?? document_id,
    paper_id,
    engine: 'local',
    work,
    file: { document_id, file_id: null, parse_id, name, dataset_id, dataset_name },
    texts: [toPassage(passageId(document_id, parse_id, passage.ordinal), quotableText(work.title), passage)],
  }
}

/** Turns passages found in attached files into sources, one per passage, in the order found. */
export function attachedFileSources(found: AttachedPassage[]): FoundPaper[] {
  const works = new Map<string, Work>()
  return found.map(({ file_id, parse_id, name, title, passage }) => {
    const work = works.get(file_id) ?? blankWork(quotableText(title), 0)
    works.set(file_id, work)
    return {
      source_id: file_id,
      paper_id: null,
      engine: 'local',
      work,
      file: { document_id: null, file_id, parse_id, name, dataset_id: null, dataset_name: null },
      texts: [toPassage(passageId(file_id, parse_id, passage.ordinal), quotableText(work.title), passage)],
    }
  })
}

/** Converts a stored passage; its text is unchanged because citations are located in it again. */
function toPassage(passage_id: string, heading: string, stored: FoundPassage['passage']): Passage {
  const { text, start, end, page, boxes } = stored
  // A list of references is quoted like running text.
  const kind = stored.kind === 'reference' ? 'text' : stored.kind
  return {
    passage_id,
    heading,
    headings: stored.headings.map(stripInvisible),
    text,
    start,
    end,
    sentences: splitPassageSentences(text, kind),
    tokens: estimateTokens(text),
    page,
    boxes,
    kind,
  }
}
