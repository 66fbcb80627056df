import type { ReportCheck, ReportReference, ReportSection, ResearchState } from '@scinav/contract'
import { isPartial } from '../run/research.ts'

/** The part of a report that is stored as JSON. */
export interface ReportBody {
  partial: boolean
  sections: ReportSection[]
  references: ReportReference[]
  read_not_cited: ReportReference[]
  check: ReportCheck | null
}

/** Returns the report body of the present state of a run. */
export const reportBody = (state: ResearchState): ReportBody => ({
  partial: isPartial(state),
  sections: state.sections.map(({ state: _state, ...section }) => section),
  references: state.references,
  read_not_cited: state.read_not_cited,
  check: state.check,
})
