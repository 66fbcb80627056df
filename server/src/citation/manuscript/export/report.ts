import {
  type ManuscriptFinding,
  manuscriptFindingGroups,
  manuscriptGroupNames,
  manuscriptKindNames,
  manuscriptSeverities,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { formatChinaTime } from '../../../platform/foundation/clock.ts'
import { type WordBlock, writeWordFileWithoutBlocking } from '../../word/index.ts'
import {
  decisionNames,
  decisionsById,
  type ExportedCheck,
  entryLabel,
  evidenceLines,
  fieldRows,
  findingPage,
  orderFindings,
} from './exported-check.ts'

const styledText = (text: string) => [{ text, styles: [] }]
const paragraph = (text: string): WordBlock => ({ kind: 'paragraph', spans: styledText(text) })
const heading = (text: string, level = 1): WordBlock => ({ kind: 'heading', level, spans: styledText(text) })
const table = (rows: string[][]): WordBlock => ({
  kind: 'table',
  rows: rows.map((row) => row.map((cell) => styledText(cell))),
})

/** Writes the report of a check as a Word file: summary, findings by group with their evidence, line for signatures. */
export function writeReport(exported: ExportedCheck): Promise<Uint8Array> {
  const { state, created_at } = exported
  return writeWordFileWithoutBlocking({
    title: '稿件核对报告',
    label: `${state.file_name}；核对时间：${formatChinaTime(created_at)}`,
    keywords: '稿件核对',
    properties: { checkId: state.check_id },
    blocks: reportBlocks(exported),
  })
}

/** Bounds the findings of a group that the report lists; the table of findings has all. */
const MAX_LISTED_FINDINGS = 300

/**
 * Returns the blocks of the report: a summary, the warnings, the findings by group, and the composition of the list.
 */
function reportBlocks(exported: ExportedCheck): WordBlock[] {
  const findings = orderFindings(exported.state)
  const groups = manuscriptFindingGroups.flatMap((group): WordBlock[] => {
    const grouped = findings.filter((finding) => finding.group === group)
    if (grouped.length === 0) return []
    const unlisted = grouped.length - MAX_LISTED_FINDINGS
    return [
      heading(`${manuscriptGroupNames[group]}（${grouped.length}）`),
      ...grouped.slice(0, MAX_LISTED_FINDINGS).flatMap((finding) => findingBlocks(exported, finding)),
      ...(unlisted > 0 ? [paragraph(`其余 ${unlisted} 条见明细表。`)] : []),
    ]
  })
  return [
    heading('概要'),
    table(summaryRows(exported)),
    ...exported.state.warnings.map((warning) => paragraph(warning)),
    ...(findings.length === 0 ? [paragraph('没有发现需要处理的地方。')] : groups),
    ...balanceBlocks(exported),
    heading('说明'),
    paragraph(
      '各条写明与什么对照、有何不同，是否修改由作者决定。「未找到」指所列来源没有收录，不等于文献不存在。',
    ),
    heading('签名'),
    table([
      ['角色', '签名', '日期'],
      ['作者', '', ''],
      ['核对人', '', ''],
    ]),
  ]
}

const STATE_NAMES: Readonly<Record<ExportedCheck['state']['state'], string>> = {
  running: '尚未完成',
  completed: '已完成',
  cancelled: '中途停止',
  failed: '没有完成',
}

/** Returns the rows of the summary: what was checked, and the number of findings by severity. */
function summaryRows({ state, style_name, manuscript }: ExportedCheck): string[][] {
  const count = (severity: ManuscriptFinding['severity']) =>
    String(state.findings.filter((finding) => finding.severity === severity).length)
  const engines = state.engines.map((engine) =>
    engine.state === 'ok' ? engine.name : `${engine.name}（未答复）`,
  )
  return [
    ['项目', '结果'],
    ['核对', STATE_NAMES[state.state]],
    ['格式', style_name],
    ['来源', ['本馆文献', ...engines].join('、')],
    ['参考文献', `${manuscript.entries.length} 条，已核对 ${state.checked.length} 条`],
    ['正文引用', `${manuscript.markers.length} 处`],
    ...manuscriptSeverities.map((severity) => [manuscriptSeverityNames[severity], count(severity)]),
  ]
}

/** Returns the blocks of one finding: heading, message, evidence, and what the author decided. */
function findingBlocks(exported: ExportedCheck, finding: ManuscriptFinding): WordBlock[] {
  const page = findingPage(exported, finding)
  const decision = decisionsById(exported).get(finding.id)
  const place = [entryLabel(exported, finding.entry), page === null ? '' : `第 ${page} 页`]
    .filter(Boolean)
    .join('，')
  const head = `${manuscriptSeverityNames[finding.severity]} · ${manuscriptKindNames[finding.kind]}${place && `（${place}）`}`
  const fields = fieldRows(finding)
  const name = decision ? decisionNames[decision.decision] : ''
  const lines = [
    ...evidenceLines(finding),
    finding.correction && `建议改为：${finding.correction.text}`,
    (name || decision?.note) && `作者处理：${[name, decision?.note].filter(Boolean).join('；')}`,
  ].filter((line) => typeof line === 'string' && line !== '')
  return [
    heading(head, 2),
    paragraph(finding.message),
    ...(fields.length > 0 ? [table([['字段', '稿件', '题录'], ...fields])] : []),
    ...lines.map((text): WordBlock => ({ kind: 'quote', spans: styledText(String(text)) })),
  ]
}

/** Returns the blocks about the composition of the list; none before it has been counted. */
function balanceBlocks({ state: { balance } }: ExportedCheck): WordBlock[] {
  if (!balance) return []
  const { entries, ages, foreign, preprints, self_citations, journal, requirements } = balance
  return [
    heading('构成'),
    table([
      ['项目', '条数'],
      ['总数', String(entries)],
      [`近 ${ages.recent_years} 年`, `${ages.recent}（已知年份 ${ages.known} 条）`],
      ['外文', String(foreign)],
      ['预印本', String(preprints)],
      ['自引', String(self_citations)],
      ['同一刊最多', journal ? `${journal.name}，${journal.count}` : '没有重复'],
    ]),
    ...(requirements.length === 0
      ? []
      : [
          // Word joins tables that follow each other.
          paragraph('对参考文献的要求'),
          table([
            ['要求', '标准', '实际', '结果'],
            ...requirements.map(({ name, required, actual, is_met }) => [
              name,
              required,
              actual,
              is_met ? '达到' : '没有达到',
            ]),
          ]),
        ]),
  ]
}
