import type { ResearchEvidence } from '@scinav/contract'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'

/** Maximum number of rows of the comparison table. */
const MAX_ROWS = 8
/** The aspects of the columns of the comparison table. */
const TABLE_COLUMNS = ['method', 'result', 'limitation'] as const
/** Fewer sources are not compared in a table. */
const MIN_TABLE_ROWS = 2
/** Sources with fewer filled columns are left out of the table. */
const MIN_FILLED_COLUMNS = 2

/**
 * Writes the table of a comparison: sources as rows, their statements on methods, results and limitations as columns.
 * Writes nothing with fewer than two sources that fill two columns.
 */
export function* writeComparisonTable({ state, question, frame, out }: SectionContext): Generator<void> {
  const comparable = state.evidence.filter(({ aspect }) => TABLE_COLUMNS.some((each) => each === aspect))
  const columnsIn = (row: ResearchEvidence[]) => new Set(row.map(({ aspect }) => aspect)).size
  const rows = groupBySource(comparable)
    .filter((row) => columnsIn(row) >= MIN_FILLED_COLUMNS)
    .slice(0, MAX_ROWS)
  if (rows.length < MIN_TABLE_ROWS) return
  // Columns without any entry are left out.
  const columns = TABLE_COLUMNS.filter((column) =>
    rows.some((row) => row.some(({ aspect }) => aspect === column)),
  )
  const heads = [frame.source, ...columns.map((column) => frame.aspects[column])]
  out.write(`\n\n${frame.table}\n\n| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`)
  for (const row of rows) {
    const [first] = row
    const name = sourceName(state, first?.source_id ?? '', { frame, language: question.language })
    out.write(`\n| ${name.replaceAll('|', '\\|')} |`)
    for (const column of columns) {
      const each = row.find(({ aspect }) => aspect === column)
      out.write(' ')
      if (each) out.quote(each, 'cell')
      out.write(' |')
    }
    yield
  }
}
