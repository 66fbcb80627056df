import type { DocumentWarning, WarningKind } from '@scinav/documents'
import type { BaseContext } from '../../platform/context/context.ts'
import type { DocumentFacts } from '../../platform/providers/parsing.ts'
import * as activation from './activation.store.ts'
import { describeFile } from './describe-file.ts'
import { carryExclusions } from './excluded-passages.ts'
import { ARCHIVED_VERSION } from './exclusion.store.ts'
import type { ParseRow } from './parse.store.ts'
import * as places from './passage-places.store.ts'

/** The facts about a document as a whole, as stored with its parse (`parses.facts`). */
export interface StoredDocumentFacts extends DocumentFacts {
  /** The paper of the library that the document appears to be. */
  paper_id: string | null
}

/** Facts stored by an earlier version of this code may lack some of these. */
const NO_FACTS = { title: '', authors: [], identifiers: {}, pages: [], warnings: [], paper_id: null }

type DocumentRow = activation.DocumentRow

/**
 * Makes a finished parse the active version of documents, in place of the previous one. Call it in the transaction
 * that sets the parse to `ready`.
 */
export async function activateParse(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  parse: ParseRow,
  rows: DocumentRow[],
): Promise<void> {
  if (rows.length === 0) return
  const facts: StoredDocumentFacts = { ...NO_FACTS, ...JSON.parse(parse.facts ?? '{}') }
  await places.assignPlaces(
    ctx.db,
    rows.map(({ id }) => ({ document_id: id, parse_id: parse.id, passages: parse.passages })),
  )
  const bytes = await activation.findBytes(ctx.db, parse.bytes_id)
  const common = {
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
    const file = row.bytes_id === parse.bytes_id ? {} : replacedFile(row, bytes)
    await activation.updateDocuments(ctx.db, [row.id], {
      ...common,
      ...describedFields(row, parse, facts),
      ...file,
      proposed_paper_id: proposedPaper(row, facts.paper_id),
    })
    for (const from of [row.parse_id, ARCHIVED_VERSION])
      if (from !== null && from !== parse.id) await carryExclusions(ctx, row.id, { from, to: parse.id })
  }
}

/** Returns the proposed paper, or null when a user has already chosen a paper or declined this one. */
const proposedPaper = (row: DocumentRow, paper_id: string | null): string | null =>
  row.paper_id === null && paper_id !== row.declined_paper_id ? paper_id : null

/**
 * Returns the title and record of a file. Values that a person has edited are kept, and so are those that search
 * engines have filled in as long as the bytes of the file are the same.
 */
function describedFields(
  row: DocumentRow,
  parse: ParseRow,
  facts: StoredDocumentFacts,
): Partial<DocumentRow> {
  const isFilled = row.record_lookup === 'found' && row.bytes_id === parse.bytes_id
  return row.record_by_hand === 1 || isFilled ? {} : describeFile(facts)
}

/** Returns the fields of the new file of a document whose file was replaced. */
const replacedFile = (row: DocumentRow, bytes: Awaited<ReturnType<typeof activation.findBytes>>) =>
  bytes && {
    bytes_id: bytes.id,
    file_id: row.next_file_id,
    mime: bytes.mime,
    size_bytes: Number(bytes.size_bytes),
  }

const WARNING_SENTENCES: Record<Exclude<WarningKind, 'rows-left-out'>, (count: number) => string> = {
  'invisible-text': (count) => `有 ${count} 处看不见的文字，没有收入`,
  'scanned-page': (count) => `有 ${count} 页是扫描图像，文字由识别得到，可能有误`,
  'garbled-page': (count) => `有 ${count} 页的文字编码异常，可能有误`,
  'empty-page': (count) => `有 ${count} 页没有读出文字，这些页的内容检索不到`,
  'unreadable-page': (count) => `有 ${count} 页无法读取`,
  'scripts-ignored': () => '文件中的脚本没有执行',
  'structure-unavailable': () =>
    '结构识别服务（GROBID）没有可用的结果，标题、章节和参考文献由内置的版面分析得到',
  'parts-left-out': (count) => `有 ${count} 处内容没有收入`,
}

/** Returns the warnings about a document for its owner: one sentence per range of omitted rows, one per other kind. */
function warningSentences(warnings: readonly DocumentWarning[]): string[] {
  const counts = new Map<keyof typeof WARNING_SENTENCES, number>()
  const rows: string[] = []
  for (const warning of warnings) {
    const { kind, count = 1 } = warning
    if (kind === 'rows-left-out') rows.push(skippedRowsSentence(warning))
    else counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return [...rows, ...[...counts].map(([kind, count]) => WARNING_SENTENCES[kind](count))]
}

const skippedRowsSentence = ({ sheet, from, to, count }: DocumentWarning): string =>
  `表格过大，${sheet ? `工作表「${sheet}」` : ''}第 ${from} 行至第 ${to} 行（共 ${count} 行）没有收入，检索不到；可拆成几个文件后上传`
