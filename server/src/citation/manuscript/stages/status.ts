import {
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckEvent,
  type ManuscriptFinding,
  RESOURCE_TYPE,
  type Work,
  type WorkNotice,
} from '@scinav/contract'
import { extractIdentifiers } from '@scinav/documents'
import { normalizePmid } from '@scinav/formats'
import { anyOf } from '../../../language/phrases.ts'
import { lookUpStatus, standingStatus } from '../../../library/retractions/index.ts'
import {
  type CheckedText,
  checkEvent,
  createEvidence,
  createFinding,
  type EntryRecord,
  type EntryWork,
  entryName,
  entryPlace,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'

/** The rank list of journals that are watched. */
const WARNED_JOURNALS = '预警'
/** Bounds the quoted statement, in UTF-16 units. */
const MAX_QUOTE_CHARS = 300
const NOTICE_SOURCE = '撤稿与更正声明'

const STATUS_KINDS = {
  retracted: { kind: 'retracted', severity: 'fault', text: '已撤稿' },
  concern: { kind: 'concern', severity: 'check', text: '有编辑部的关注声明' },
  corrected: { kind: 'corrected', severity: 'check', text: '有更正' },
} as const satisfies Partial<Record<Work['status'], object>>

const WITHDRAWN_PREPRINT = {
  kind: 'withdrawn_preprint',
  severity: 'fault',
  text: '引的预印本已撤回',
} as const

/** Finds entries whose works were retracted, corrected or questioned, or stand in a journal on a list of warnings. */
export async function* findStatusStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const records = await check.storage.records()
  const works = entryWorks(text, records)
  await check.storage.saveWorks(works)
  const notices = await findNotices(check, works)
  const findings = text.entries.flatMap(({ index }): ManuscriptFinding[] => {
    const record = records.get(index)
    return [
      ...statusFindings(check, entryName(text, index), { record, notice: notices.get(index) ?? null }),
      ...(record ? journalFindings(check, entryName(text, index), record) : []),
    ].map((body) => entryFinding(text, index, body))
  })
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'status', done: total, total, findings, checked: [] })
}

/** A check of which only the context is needed. */
type LookUpContext = Pick<ManuscriptCheck, 'ctx'>

/**
 * Returns the findings about works of which a notice appeared after a check: those that its findings do not name yet.
 * `loadRecords` returns the records of entries that were found.
 */
export async function findLaterNotices(
  check: LookUpContext,
  { findings, works }: { findings: readonly ManuscriptFinding[]; works: readonly EntryWork[] },
  load: {
    text: () => Promise<CheckedText | null>
    records: (entries: number[]) => Promise<ReadonlyMap<number, EntryRecord>>
  },
): Promise<ManuscriptFinding[]> {
  const notices = await findNotices(check, works)
  const noted = new Set(
    findings.flatMap(({ group, kind, entry }) => (group === 'status' ? `${kind} ${entry}` : [])),
  )
  const isNew = ({ kind }: WorkNotice, entry: number) =>
    kind !== 'reinstated' &&
    !noted.has(`${kind} ${entry}`) &&
    !(kind === 'retracted' && noted.has(`${WITHDRAWN_PREPRINT.kind} ${entry}`))
  const later = [...notices].filter(([entry, notice]) => isNew(notice, entry))
  if (later.length === 0) return []
  const [text, records] = await Promise.all([load.text(), load.records(later.map(([entry]) => entry))])
  if (!text) return []
  return later.flatMap(([entry, notice]) =>
    statusFindings(check, entryName(text, entry), { record: records.get(entry), notice })
      .filter(({ kind }) => !noted.has(`${kind} ${entry}`))
      .map((body) => entryFinding(text, entry, body)),
  )
}

/** Creates a finding about an entry, at its place. */
const entryFinding = (text: CheckedText, entry: number, body: StatusFinding): ManuscriptFinding =>
  createFinding(entry, { ...body, places: [entryPlace(text, entry)], entry })

/** Returns the identifiers of the works of a list: those of the record of an entry, else those that it states. */
function entryWorks({ entries }: CheckedText, records: ReadonlyMap<number, EntryRecord>): EntryWork[] {
  return entries.slice(0, MANUSCRIPT_CHECK_LIMITS.entries).flatMap(({ index, text }) => {
    const work = records.get(index)?.work
    const doi = work ? work.doi : (extractIdentifiers(text.normalize('NFKC')).doi ?? null)
    const pmid = normalizePmid(work?.external_ids.pmid)
    return doi === null && pmid === null ? [] : [{ entry: index, doi, pmid }]
  })
}

/** Returns the notices that stand about works, by their entries. */
async function findNotices(
  { ctx }: LookUpContext,
  works: readonly EntryWork[],
): Promise<Map<number, WorkNotice>> {
  const notices = await lookUpStatus(ctx, works)
  return new Map(
    works.flatMap(({ entry }, at): [number, WorkNotice][] => {
      const notice = notices[at]
      return notice ? [[entry, notice]] : []
    }),
  )
}

type StatusFinding = Pick<ManuscriptFinding, 'kind' | 'severity' | 'message' | 'evidence'>

/** Returns at most one finding: what the record of an entry, or a notice about its work, says of its status. */
function statusFindings(
  check: LookUpContext,
  name: string,
  { record, notice }: { record: EntryRecord | undefined; notice: WorkNotice | null },
): StatusFinding[] {
  const status = standingStatus(record?.work.status ?? 'normal', notice)
  if (status === 'normal') return record && !notice ? statedWithdrawal(check, name, record) : []
  const isPreprint = status === 'retracted' && record?.work.resource_type === RESOURCE_TYPE.preprint
  const { kind, severity, text } = isPreprint ? WITHDRAWN_PREPRINT : STATUS_KINDS[status]
  const isNoticed = notice?.kind === status
  const source = isNoticed ? NOTICE_SOURCE : (record?.source ?? NOTICE_SOURCE)
  return [
    {
      kind,
      severity,
      message: sentence`按${source}，${name} ${text}${isNoticed ? describeNotice(notice) : ''}`,
      evidence: createEvidence(check, { source, url: isNoticed ? notice.url : null }),
    },
  ]
}

/** Returns the date and the reasons of a notice, as far as it has them. */
const describeNotice = ({ date, reasons }: WorkNotice): string =>
  (date ? `（${date}）` : '') + (reasons.length > 0 ? `，所列原因：${reasons.join('、')}` : '')

/** What the record of a withdrawn preprint has in the place of its abstract. */
const WITHDRAWAL_STATEMENT = new RegExp(`^\\s{0,4}${anyOf('citations/withdrawal')}`, 'iu')

/** Returns a finding about a preprint whose own record states that it was withdrawn. */
function statedWithdrawal(
  check: LookUpContext,
  name: string,
  { work, source }: EntryRecord,
): StatusFinding[] {
  if (work.resource_type !== RESOURCE_TYPE.preprint) return []
  const statement = [work.abstract, work.abstract_zh, work.title].find((text) =>
    WITHDRAWAL_STATEMENT.test(text ?? ''),
  )
  if (!statement) return []
  const { kind, severity, text } = WITHDRAWN_PREPRINT
  return [
    {
      kind,
      severity,
      message: sentence`按${source}的题录，${name} ${text}`,
      evidence: createEvidence(check, { source, quote: statement.slice(0, MAX_QUOTE_CHARS) }),
    },
  ]
}

/** Returns a finding if the journal of an entry is on a list of warnings. */
function journalFindings(check: ManuscriptCheck, name: string, record: EntryRecord): StatusFinding[] {
  const { work, ranks, source } = record
  const year = Number(work.publish_date?.slice(0, 4))
  const warned = ranks.filter(({ list }) => list === WARNED_JOURNALS)
  // The list of the year of publication, else one of the year before or after.
  const warning =
    warned.find((each) => each.year === year) ?? warned.find((each) => Math.abs(each.year - year) <= 1)
  if (!warning) return []
  return [
    {
      kind: 'warned_journal',
      severity: 'check',
      message: sentence`${name} 的期刊「${work.basic_sourcename ?? ''}」在 ${warning.year} 年的预警名单里（${warning.value}）`,
      evidence: createEvidence(check, { source }),
    },
  ]
}
