import type { BaseContext } from '../../platform/context/context.ts'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import * as documents from './activation.store.ts'
import { ARCHIVED_VERSION } from './excluded-passages.store.ts'
import { carryExclusions } from './excluded-passages.ts'
import { describeFile } from './describe-file.ts'
import type * as parses from './parse.store.ts'
import * as places from './passage-place.store.ts'
import { warningSentences } from './warnings.ts'

/** The stored facts about a document as a whole. */
export interface StoredDocumentFacts extends DocumentFacts {
  /** The paper of the library that the document appears to be. */
  paper_id: string | null
}

const NO_FACTS = { title: '', authors: [], identifiers: {}, pages: [], warnings: [], paper_id: null }

type Row = Awaited<ReturnType<typeof documents.findByIds>>[number]

/**
 * Makes a finished parse the active version of documents, in place of the previous one. Call it in the transaction
 * that sets the parse to `ready`.
 */
export async function activateParse(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  parse: parses.ParseRow,
  rows: Row[],
): Promise<void> {
  if (rows.length === 0) return
  const facts: StoredDocumentFacts = { ...NO_FACTS, ...JSON.parse(parse.facts ?? '{}') }
  await places.assignPlaces(
    ctx.db,
    rows.map(({ id }) => ({ document_id: id, parse_id: parse.id, passages: parse.passages })),
  )
  const bytes = await documents.findBytes(ctx.db, parse.bytes_id)
  const served = {
    parse_id: parse.id,
    next_parse_id: null,
    next_file_id: null,
    state: 'ready' as const,
    progress: 1,
    error: null,
    warnings: JSON.stringify(warningSentences(facts.warnings)),
    page_count: facts.pages.length > 0 ? facts.pages.length : null,
    updated_at: ctx.now().toISOString(),
  }
  for (const row of rows) {
    const proposed_paper_id = proposedPaper(row, facts.paper_id)
    const file = row.bytes_id === parse.bytes_id ? {} : replacedFile(row, bytes)
    await documents.update(ctx.db, [row.id], {
      ...served,
      ...describedFields(row, parse, facts),
      ...file,
      proposed_paper_id,
    })
    for (const from of [row.parse_id, ARCHIVED_VERSION])
      if (from !== null && from !== parse.id) await carryExclusions(ctx, row.id, { from, to: parse.id })
  }
}

/** Returns the proposed paper, or null when a user has already chosen a paper or declined this one. */
const proposedPaper = (row: Row, paper_id: string | null): string | null =>
  row.paper_id === null && paper_id !== row.declined_paper_id ? paper_id : null

/**
 * Returns the title and record of a file. Values that a person has edited are kept, and so are those that search
 * engines have filled in as long as the bytes of the file are the same.
 */
function describedFields(row: Row, parse: parses.ParseRow, facts: StoredDocumentFacts): Partial<Row> {
  const isFilled = row.record_lookup === 'found' && row.bytes_id === parse.bytes_id
  return row.record_by_hand === 1 || isFilled ? {} : describeFile(facts)
}

/** Returns the fields of the new file of a document whose file was replaced. */
const replacedFile = (row: Row, bytes: Awaited<ReturnType<typeof documents.findBytes>>) =>
  bytes && {
    bytes_id: bytes.id,
    file_id: row.next_file_id,
    mime: bytes.mime,
    size_bytes: Number(bytes.size_bytes),
  }
