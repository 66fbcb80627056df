import {
  type CheckedManuscript,
  type ManuscriptFinding,
  manuscriptSeverities,
  type manuscriptStages,
} from '@scinav/contract'

type Stage = (typeof manuscriptStages)[number]

/** Labels of the stages of a check. */
export const stageNames: Readonly<Record<Stage, string>> = {
  read: '读稿',
  list: '列表与正文',
  lookup: '查找与字段',
  duplicates: '重复',
  status: '状态',
  form: '格式',
  support: '句子与来源',
  balance: '构成',
}

/**
 * Formats the number by which the manuscript names an entry, given by its index: `[24]`, or 第 24 条 where it has none;
 * `''` without an entry.
 */
export function entryLabel(manuscript: CheckedManuscript | undefined, entry: number | null): string {
  if (entry === null) return ''
  const number = manuscript?.entries[entry]?.number
  return number ? `[${number}]` : `第 ${entry + 1} 条`
}

/** Returns the page of the first place of a finding; null without one, and in formats without pages. */
export const findingPage = (
  manuscript: CheckedManuscript | undefined,
  { places }: ManuscriptFinding,
): number | null => (places[0] && manuscript?.blocks[places[0].block]?.page) ?? null

/** Whether a correction may be applied without being read. */
export const isSafe = ({ correction }: ManuscriptFinding): boolean => correction?.safe === true

/** Sorts findings by severity, then by place. */
export const byUrgency = (a: ManuscriptFinding, b: ManuscriptFinding): number =>
  manuscriptSeverities.indexOf(a.severity) - manuscriptSeverities.indexOf(b.severity) || byPlace(a, b)

/** Sorts findings by their first place; those without one come first. */
export const byPlace = ({ places: [a] }: ManuscriptFinding, { places: [b] }: ManuscriptFinding): number =>
  (a?.block ?? -1) - (b?.block ?? -1) || (a?.start ?? 0) - (b?.start ?? 0)

/** What of the findings is shown; undefined shows all. */
export interface FindingFilter {
  group: ManuscriptFinding['group'] | undefined
  severity: ManuscriptFinding['severity'] | undefined
}
