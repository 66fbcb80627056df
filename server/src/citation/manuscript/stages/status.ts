import {
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckEvent,
  type ManuscriptFinding,
  type Work,
  type WorkNotice,
} from '@scinav/contract'
import { lookUpStatus, standingStatus } from '../../../library/retractions/index.ts'
import { parseReference } from '../../check/index.ts'
import {
  type CheckedText,
  checkEvent,
  createEvidence,
  createFinding,
  type EntryRecord,
  entryName,
  entryPlace,
  type ManuscriptCheck,
} from '../check/check.ts'

/** The rank list of journals that are watched. */
const WARNED_JOURNALS = '预警'
const NOTICE_SOURCE = '撤稿与更正声明'

const STATUS_KINDS = {
  retracted: { kind: 'retracted', severity: 'fault', text: '已撤稿' },
  concern: { kind: 'concern', severity: 'check', text: '有编辑部的关注声明' },
  corrected: { kind: 'corrected', severity: 'check', text: '有更正' },
} as const satisfies Partial<Record<Work['status'], object>>

/** Finds entries whose works were retracted, corrected or questioned, or stand in a journal on a list of warnings. */
export async function* findStatusStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const records = await check.storage.records()
  const notices = await findNotices(check, text, records)
  const findings = text.entries.flatMap(({ index }): ManuscriptFinding[] => {
    const record = records.get(index)
    const about = { places: [entryPlace(text, index)], entry: index }
    return [
      ...statusFindings(check, entryName(text, index), { record, notice: notices[index] ?? null }),
      ...(record ? journalFindings(check, entryName(text, index), record) : []),
    ].map((body) => createFinding(index, { ...body, ...about }))
  })
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'status', done: total, total, findings, checked: [] })
}

/** Returns the notice that stands about each entry: by its record, else by the identifiers that it states. */
const findNotices = (
  { ctx }: ManuscriptCheck,
  { entries }: CheckedText,
  records: ReadonlyMap<number, EntryRecord>,
): Promise<(WorkNotice | null)[]> =>
  lookUpStatus(
    ctx,
    entries.slice(0, MANUSCRIPT_CHECK_LIMITS.entries).map(({ index, text }) => {
      const work = records.get(index)?.work
      return work ? { doi: work.doi, pmid: work.external_ids.pmid } : { doi: parseReference(text).doi }
    }),
  )

type StatusFinding = Pick<ManuscriptFinding, 'kind' | 'severity' | 'message' | 'evidence'>

function statusFindings(
  check: ManuscriptCheck,
  name: string,
  { record, notice }: { record: EntryRecord | undefined; notice: WorkNotice | null },
): StatusFinding[] {
  const status = standingStatus(record?.work.status ?? 'normal', notice)
  if (status === 'normal') return []
  const { kind, severity, text } = STATUS_KINDS[status]
  const isNoticed = notice?.kind === status
  const source = isNoticed ? NOTICE_SOURCE : (record?.source ?? NOTICE_SOURCE)
  const date = isNoticed && notice.date ? `（${notice.date}）` : ''
  const reasons = isNoticed && notice.reasons.length > 0 ? `，所列原因：${notice.reasons.join('、')}` : ''
  return [
    {
      kind,
      severity,
      message: `按${source}，${name} ${text}${date}${reasons}`,
      evidence: createEvidence(check, { source, url: isNoticed ? notice.url : null }),
    },
  ]
}

function journalFindings(check: ManuscriptCheck, name: string, record: EntryRecord): StatusFinding[] {
  const { work, ranks, source } = record
  const year = Number(work.publish_date?.slice(0, 4))
  const warned = ranks.filter(({ list }) => list === WARNED_JOURNALS)
  const same =
    warned.find((each) => each.year === year) ?? warned.find((each) => Math.abs(each.year - year) <= 1)
  if (!same) return []
  return [
    {
      kind: 'warned_journal',
      severity: 'check',
      message: `${name} 的期刊「${work.basic_sourcename ?? ''}」在 ${same.year} 年的预警名单里（${same.value}）`,
      evidence: createEvidence(check, { source }),
    },
  ]
}
