import type { ManuscriptCheckEvent, ManuscriptFinding, Work } from '@scinav/contract'
import {
  checkEvent,
  createEvidence,
  createFinding,
  type EntryRecord,
  entryName,
  entryPlace,
  type ManuscriptCheck,
} from '../check.ts'

/** The rank list of journals that are watched. */
const WARNED_JOURNALS = '预警'

const STATUS_KINDS = {
  retracted: { kind: 'retracted', severity: 'fault', text: '已撤稿' },
  concern: { kind: 'concern', severity: 'check', text: '有编辑部的关注声明' },
  corrected: { kind: 'corrected', severity: 'check', text: '有更正' },
} as const satisfies Partial<Record<Work['status'], object>>

/** Finds entries whose works were retracted, corrected or questioned, or stand in a journal on a list of warnings. */
export async function* findStatusStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const findings = [...(await check.storage.records())].flatMap(([index, record]): ManuscriptFinding[] => {
    const about = {
      places: [entryPlace(text, index)],
      entry: index,
      evidence: createEvidence(check, { source: record.source }),
    }
    return [
      ...statusFindings(entryName(text, index), record),
      ...journalFindings(entryName(text, index), record),
    ].map((body) => createFinding(index, { ...body, ...about }))
  })
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'status', done: total, total, findings, checked: [] })
}

type StatusFinding = Pick<ManuscriptFinding, 'kind' | 'severity' | 'message'>

function statusFindings(name: string, { work, source }: EntryRecord): StatusFinding[] {
  if (work.status === 'normal') return []
  const { kind, severity, text } = STATUS_KINDS[work.status]
  return [{ kind, severity, message: `按${source}的题录，${name} ${text}` }]
}

function journalFindings(name: string, { work, ranks }: EntryRecord): StatusFinding[] {
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
    },
  ]
}
