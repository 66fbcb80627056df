import { manuscriptGroupNames, manuscriptKindNames, manuscriptSeverityNames } from '@scinav/contract'
import {
  decisionNames,
  decisionsById,
  type ExportedCheck,
  entryLabel,
  evidenceLines,
  fieldRows,
  findingPage,
  orderFindings,
  quotedText,
} from './exported-check.ts'
import { writeWorkbook } from './workbook.ts'

const COLUMNS = [
  { name: '序号', width: 6 },
  { name: '类别', width: 12 },
  { name: '问题', width: 14 },
  { name: '程度', width: 8 },
  { name: '条目', width: 8 },
  { name: '页', width: 6 },
  { name: '稿件', width: 50 },
  { name: '说明', width: 50 },
  { name: '出入', width: 40 },
  { name: '依据', width: 50 },
  { name: '建议改为', width: 50 },
  { name: '处理', width: 14 },
  { name: '备注', width: 24 },
]

/** Writes a workbook with a row per finding. */
export function writeFindingSheet(exported: ExportedCheck): Promise<Uint8Array> {
  const decisions = decisionsById(exported)
  const rows = orderFindings(exported.state).map((finding, at) => {
    const decision = decisions.get(finding.id)
    return [
      at + 1,
      manuscriptGroupNames[finding.group],
      manuscriptKindNames[finding.kind],
      manuscriptSeverityNames[finding.severity],
      entryLabel(exported, finding.entry),
      findingPage(exported, finding) ?? '',
      quotedText(exported, finding),
      finding.message,
      fieldRows(finding)
        .map(([name, given, found]) => `${name}：稿件 ${given}；题录 ${found}`)
        .join('\n'),
      evidenceLines(finding).join('\n'),
      finding.correction?.text ?? '',
      decision ? decisionNames[decision.decision] : '',
      decision?.note ?? '',
    ]
  })
  return writeWorkbook({ name: '核对结果', columns: COLUMNS, rows })
}
