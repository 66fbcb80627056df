import { RESEARCH_DEPTHS, type ResearchState } from '@scinav/contract'
import { shortenQuestion } from '../plan/long-question.ts'
import { stepSources } from '../run/research.ts'
import type { ReportFrame } from './frames.ts'
import type { SectionContext } from './section-context.ts'

/** Writes the section 检索范围与方法: the question, the places and queries searched, and the number of results. */
export function* writeScope(writing: SectionContext): Generator<void> {
  const { state, row, question, frame, out } = writing
  const sentences = [
    frame.questionAndDate(
      question.named?.title ?? shortenQuestion(state.question),
      row.created_at.slice(0, 10),
    ),
    frame.searchedIn(searchedPlaces(writing)),
    ...(question.constraintLabels.length > 0
      ? [frame.narrowed(question.constraintLabels.join(frame.comma))]
      : []),
    ...(state.engine === 'model' ? modelStatements(state, frame) : [frame.withoutModel]),
  ]
  out.write(sentences.join(frame.sentenceGap))
  yield
  out.write(`\n\n${planNote(state, frame)}${searchedSteps(state, frame)}`)
  yield
  if (state.synthesis) {
    const citedNumbers = new Set(state.sections.flatMap(({ citations }) => citations.map(({ n }) => n)))
    return out.write(`\n\n${frame.readByModel(state.notes.length, citedNumbers.size)}\n`)
  }
  const quotedSources = new Set(state.evidence.map(({ source_id }) => source_id))
  out.write(`\n\n${frame.totals(stepSources(state).length, state.evidence.length, quotedSources.size)}\n`)
}

/** Returns what the model did, and what was verified of it in the sections before. */
function modelStatements({ model, sections, synthesis }: ResearchState, frame: ReportFrame): string[] {
  const writtenBy = frame.byModel(model ?? '')
  if (!synthesis) return [writtenBy]
  const citations = sections.flatMap((each) => (each.written_by === 'model' ? each.citations : []))
  const verified = citations.filter(({ check }) => check.method === 'model').length
  return citations.length > 0 ? [writtenBy, frame.verified(verified, citations.length)] : [writtenBy]
}

/** Returns the steps with their queries as a list; in a short report of a survey their titles alone, in one sentence. */
function searchedSteps({ depth, steps, synthesis }: ResearchState, frame: ReportFrame): string {
  if (synthesis && RESEARCH_DEPTHS[depth].is_short)
    return `${frame.sentenceGap}${frame.stepTitles(steps.map(({ title }) => title))}`
  const lines = steps.map(({ searches, state, title }, at) => {
    const queries = searches.map(({ query }) => frame.query(query)).join(frame.comma)
    const outcome = state === 'pending' || state === 'running' ? '' : frame.state[state]
    const details = [queries === '' ? '' : frame.searches(queries), outcome].filter((each) => each !== '')
    return `\n${at + 1}. ${title}${details.length > 0 ? `${frame.colon}${details.join(frame.pause)}` : ''}`
  })
  return `\n${lines.join('')}`
}

/** Returns who made the accepted plan, its version, and the number of steps. */
function planNote({ plans, accepted_version, steps }: ResearchState, frame: ReportFrame): string {
  const { made_by, version } = plans.find((each) => each.version === accepted_version) ?? FIRST_PLAN
  return frame.plannedBy(frame.plan[made_by], version, steps.length)
}

/** Stands in for the accepted plan of a run that ended before there was one. */
const FIRST_PLAN = { made_by: 'template', version: 1 } as const

/** Returns the places that were searched, as a list in the language of the report. */
function searchedPlaces({ request, frame, engineNames }: SectionContext): string {
  const { engines, dataset_ids, folder_ids, file_ids, paper_ids } = request.sources
  const outside = engines.filter((engine) => engine !== 'local').map((id) => engineNames.get(id) ?? id)
  const isNarrowed = dataset_ids.length + paper_ids.length > 0
  const inLibrary = !isNarrowed && (engines.length === 0 || engines.includes('local'))
  return [
    ...(inLibrary ? [frame.library] : []),
    ...(paper_ids.length > 0 ? [frame.papers(paper_ids.length)] : []),
    ...(folder_ids.length > 0 ? [frame.folders(folder_ids.length)] : []),
    ...(dataset_ids.length > 0 && folder_ids.length === 0 ? [frame.datasets(dataset_ids.length)] : []),
    ...(file_ids.length > 0 ? [frame.files(file_ids.length)] : []),
    ...outside,
  ].join(frame.comma)
}
