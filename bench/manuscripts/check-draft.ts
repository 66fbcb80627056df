// Checks drafts of manuscripts with the stages of the product, in a library that has the works they cite.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  applyManuscriptCheckEvent,
  emptyManuscriptCheck,
  type ManuscriptFinding,
  type Work,
} from '../../contract/src/index.ts'
import type { ManuscriptCheck } from '../../server/src/citation/manuscript/check/check.ts'
import type { Manuscript } from '../../server/src/citation/manuscript/reading/index.ts'
import { findDuplicatesStage } from '../../server/src/citation/manuscript/stages/duplicates.ts'
import { checkFormStage } from '../../server/src/citation/manuscript/stages/form.ts'
import { lookUpStage } from '../../server/src/citation/manuscript/stages/look-up.ts'
import { findStatusStage } from '../../server/src/citation/manuscript/stages/status.ts'
import { checkSupportStage } from '../../server/src/citation/manuscript/stages/support.ts'
import { createTransientCheck } from '../../server/src/citation/manuscript/storage.ts'
import { storeWorks } from '../../server/src/library/import/store-works.ts'
import { readNotices } from '../../server/src/library/retractions/read-notices.ts'
import { storeNotices } from '../../server/src/library/retractions/store-notices.ts'
import { anonymousContext, transact } from '../../server/src/platform/context/context.ts'
import { retractionCsv } from '../../server/src/testing/retractions.ts'
import { openQuestionLibrary } from '../question-library.ts'
import type { FaultKind } from './changed-works.ts'
import type { DraftManuscript } from './draft.ts'
import type { ReportedFault } from './score.ts'

/** The kinds of findings in the terms of planted faults. */
const FAULT_OF: Partial<Record<ManuscriptFinding['kind'], FaultKind[]>> = {
  // A title of which words are missing is another title to a search.
  not_found: ['missing-work', 'changed-title'],
  differing_fields: ['changed-year', 'changed-authors', 'changed-title', 'wrong-doi', 'missing-work'],
  // It says that the title of the entry is not that of its identifier.
  other_identifier: ['wrong-doi', 'missing-work', 'changed-title'],
  entry_form: ['form'],
  same_work: ['duplicate'],
  published_version: ['preprint'],
  retracted: ['retracted'],
  contradicted: ['contradicted'],
}

/**
 * Opens the starter library with notices about some of its works. Its abstracts count as those of the works, which the
 * product does not compare sentences with where it has summaries of its own.
 */
export async function openCheckedLibrary(works: readonly Work[], retracted: readonly Work[]) {
  const opened = await openQuestionLibrary(mkdtempSync(join(tmpdir(), 'scinav-checked-')), { acl: false })
  await storeWorks(opened.base, [...works], { source: 'bench' })
  await opened.base.library.catchUp()
  const rows = retracted.map(({ doi, title }, at) => ({
    'Record ID': String(at + 1),
    ...{ Title: title, OriginalPaperDOI: doi ?? '', RetractionDOI: `10.5555/notice.${at + 1}` },
    ...{ RetractionDate: '3/14/2025 0:00', RetractionNature: 'Retraction', Reason: '+Error in Data;' },
  }))
  for await (const reads of readNotices(Readable.from([Buffer.from(retractionCsv(rows))]), 0))
    await transact(opened.base, (ctx) =>
      storeNotices(
        ctx,
        reads.flatMap((read) => (read.ok ? [read.notice] : [])),
      ),
    )
  const ctx = anonymousContext(opened.base, new AbortController().signal)
  return {
    check: (draft: DraftManuscript, read: Manuscript) => checkDraft(ctx, draft, read),
    close: opened.close,
  }
}

/** Returns what the stages about entries report of a manuscript. */
async function checkDraft(
  ctx: ManuscriptCheck['ctx'],
  { style, form }: DraftManuscript,
  manuscript: Manuscript,
): Promise<ReportedFault[]> {
  const storage = createTransientCheck('')
  await storage.saveText({ ...manuscript, title: '', authors: [], pages: 1 })
  let state = emptyManuscriptCheck()
  const request = { style, scope: { dataset_ids: [], engines: [] }, outside_model: false }
  const check: ManuscriptCheck = {
    ...{ ctx, file_name: '', request, storage, signal: ctx.stream.signal },
    state: () => state,
  }
  for (const stage of [lookUpStage, findDuplicatesStage, findStatusStage, checkFormStage, checkSupportStage])
    for await (const event of stage(check, 0)) state = applyManuscriptCheckEvent(state, event)
  // LaTeX numbers entries whatever the citations print.
  const labelOf = (index: number): string => {
    const { number = null, text = '' } = manuscript.entries[index] ?? {}
    return form === 'author-year' || number === null ? text : number
  }
  return state.findings.flatMap(({ kind, entry, others, severity, message }): ReportedFault[] => {
    const kinds = FAULT_OF[kind]
    if (!kinds && severity === 'info') return []
    const labels = [entry ?? -1, ...others].map(labelOf)
    return [{ kinds: kinds ?? [], labels, what: `${kind}: ${message}` }]
  })
}
