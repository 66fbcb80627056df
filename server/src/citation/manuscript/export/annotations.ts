import { type ManuscriptFinding, manuscriptKindNames, manuscriptSeverityNames } from '@scinav/contract'
import type { DocxAnnotation } from '@scinav/documents'
import {
  decisionsById,
  type ExportedCheck,
  evidenceLines,
  type FindingDecision,
  fieldRows,
} from './exported-check.ts'

/** A finding at more places than this is written at the first only, with their number. */
const MAX_COMMENTS_PER_FINDING = 10

/**
 * Returns the comments of an annotated manuscript. A finding that the writer keeps as it is has none; a correction that
 * was accepted, or is safe and still open, becomes a tracked change. Findings about the whole manuscript stand in one
 * comment at its beginning.
 */
export function toAnnotations(exported: ExportedCheck): DocxAnnotation[] {
  const decisions = decisionsById(exported)
  const annotated = exported.state.findings.filter(({ id }) => decisions.get(id)?.decision !== 'kept')
  // Two corrections of one text cannot both be made, so those that were accepted come first.
  const isAccepted = ({ id }: ManuscriptFinding) => decisions.get(id)?.decision === 'corrected'
  const ordered = [...annotated.filter(isAccepted), ...annotated.filter((finding) => !isAccepted(finding))]
  const general = ordered.filter(({ places }) => places.length === 0).map((finding) => commentText(finding))
  return [
    ...ordered.flatMap((finding) => findingAnnotations(finding, decisions.get(finding.id))),
    ...(general.length === 0
      ? []
      : [
          {
            block: 0,
            start: 0,
            end: exported.manuscript.blocks[0]?.text.length ?? 0,
            comment: general.join('\n'),
          },
        ]),
  ]
}

/**
 * Returns a comment for each place of a finding, or for the first of many, with its correction if that is to be made.
 */
function findingAnnotations(
  finding: ManuscriptFinding,
  decision: FindingDecision | undefined,
): DocxAnnotation[] {
  const { places, correction } = finding
  const isSpread = places.length > MAX_COMMENTS_PER_FINDING
  const note = [decision?.note && `备注：${decision.note}`, isSpread && `同样的情况共 ${places.length} 处`]
  const comment = [commentText(finding), ...note].filter(Boolean).join('\n')
  const isChanged = correction && (decision?.decision === 'corrected' || correction.safe)
  return (isSpread ? places.slice(0, 1) : places).map((place, at) => ({
    ...place,
    comment,
    ...(at === 0 &&
      isChanged && { replacement: { start: place.start, end: place.end, text: correction.text } }),
  }))
}

function commentText(finding: ManuscriptFinding): string {
  const head = `【${manuscriptSeverityNames[finding.severity]}】${manuscriptKindNames[finding.kind]}：${finding.message}`
  const fields = fieldRows(finding).map(([name, given, found]) => `${name}：稿件 ${given}；题录 ${found}`)
  const proposal =
    finding.correction && !finding.correction.safe ? [`可改为：${finding.correction.text}`] : []
  return [head, ...fields, ...evidenceLines(finding), ...proposal].join('\n')
}
