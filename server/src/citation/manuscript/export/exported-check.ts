import {
  type CheckedManuscript,
  describeDifference,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  manuscriptFindingGroups,
  manuscriptSeverities,
} from '@scinav/contract'
import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import { sentence } from '../check/check.ts'

/** What a person decided about a finding. */
export interface FindingDecision {
  finding_id: string
  decision: 'open' | 'corrected' | 'kept'
  note: string
}

/** A check with everything that its exported files show. */
export interface ExportedCheck {
  state: ManuscriptCheckState
  manuscript: CheckedManuscript
  decisions: readonly FindingDecision[]
  created_at: string
  /** The name of the chosen style. */
  style_name: string
}

/** Labels of decisions; '' for an open one. */
export const decisionNames: Readonly<Record<FindingDecision['decision'], string>> = {
  open: '',
  corrected: '改正',
  kept: '保留稿件写法',
}

/** Returns the decisions by finding. */
export const decisionsById = ({ decisions }: ExportedCheck): Map<string, FindingDecision> =>
  new Map(decisions.map((decision) => [decision.finding_id, decision]))

/** Returns the findings in the order of the report: by group, then by severity, then by place. */
export function orderFindings({ findings }: ManuscriptCheckState): ManuscriptFinding[] {
  const groupOrder = new Map(manuscriptFindingGroups.map((group, at) => [group, at]))
  const severityOrder = new Map(manuscriptSeverities.map((severity, at) => [severity, at]))
  const rank = ({ group, severity, places }: ManuscriptFinding) => [
    groupOrder.get(group) ?? 0,
    severityOrder.get(severity) ?? 0,
    places[0]?.block ?? 0,
    places[0]?.start ?? 0,
  ]
  return findings
    .map((finding) => ({ finding, ranks: rank(finding) }))
    .sort((a, b) => {
      const at = a.ranks.findIndex((value, index) => value !== b.ranks[index])
      return at === -1 ? 0 : (a.ranks[at] ?? 0) - (b.ranks[at] ?? 0)
    })
    .map(({ finding }) => finding)
}

/** Formats the number by which the manuscript names an entry: `[24]`, or `第 24 条` where it has none. */
export function entryLabel({ manuscript }: ExportedCheck, entry: number | null): string {
  if (entry === null) return ''
  const number = manuscript.entries[entry]?.number
  return number ? `[${number}]` : `第 ${entry + 1} 条`
}

/** Returns the page of the first place of a finding; null for one without, and in formats without pages. */
export const findingPage = ({ manuscript }: ExportedCheck, { places }: ManuscriptFinding): number | null =>
  (places[0] && manuscript.blocks[places[0].block]?.page) ?? null

/** Bounds the words of the manuscript that stand for a place. */
const MAX_QUOTED_CHARS = 300

/** Returns the words at the first place of a finding. */
export function quotedText({ manuscript }: ExportedCheck, { places }: ManuscriptFinding): string {
  const [place] = places
  const text = place ? (manuscript.blocks[place.block]?.text.slice(place.start, place.end) ?? '') : ''
  return text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text
}

/** Returns the differing fields of a finding as rows: name, value of the manuscript, value of the record. */
export const fieldRows = ({ evidence }: ManuscriptFinding): string[][] =>
  (evidence?.fields ?? []).map((field) => {
    const { name, given, found } = describeDifference(field)
    return [name, given, found]
  })

/** Returns the lines about what a finding was compared with: source and time, quotation, address. */
export function evidenceLines({ kind, evidence, correction }: ManuscriptFinding): string[] {
  if (!evidence) return []
  const { source, asked, asked_at, quote, page, url } = evidence
  const title = evidence.paper?.title ?? evidence.outside?.title
  const names = asked.length > 0 ? sentence`查过 ${asked.join('、')}` : source && sentence`对照 ${source}`
  return [
    [names, title && `「${title}」`, formatChinaTime(asked_at)].filter(Boolean).join('，'),
    quote === null || quote === correction?.text
      ? ''
      : `${kind === 'entry_form' ? '应为' : '原文'}${page === null ? '' : `第 ${page} 页`}：「${quote}」`,
    url ?? '',
  ].filter((line) => line !== '')
}
