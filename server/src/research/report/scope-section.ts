import { shortenQuestion } from '../plan/long-question.ts'
import { stepSources } from '../run/research.ts'
import type { SectionContext } from './section-context.ts'

/** Writes the section 检索范围与方法: the question, the places and queries searched, and the number of results. */
export function* writeScope({ state, row, request, asked, frame, out }: SectionContext): Generator<void> {
  const said = [
    frame.asked(asked.named?.called ?? shortenQuestion(state.question), row.created_at.slice(0, 10)),
    frame.where(searchedPlaces(request.sources, frame)),
    ...(asked.narrowed.length > 0 ? [frame.narrowed(asked.narrowed.join(frame.comma))] : []),
    state.engine === 'model' ? frame.modelled(state.model ?? '') : frame.quoted,
  ]
  out.write(said.join(frame.gap))
  yield
  out.write(`\n\n${planNote(state, frame)}\n`)
  for (const [at, step] of state.steps.entries()) {
    const queries = step.searches.map(({ query }) => frame.query(query)).join(frame.comma)
    const how = step.state === 'pending' || step.state === 'running' ? '' : frame.state[step.state]
    const rest = [queries === '' ? '' : frame.searches(queries), how].filter((each) => each !== '')
    out.write(`\n${at + 1}. ${step.title}${rest.length > 0 ? `${frame.colon}${rest.join(frame.pause)}` : ''}`)
  }
  yield
  const cited = new Set(state.evidence.map(({ source_id }) => source_id))
  out.write(`\n\n${frame.read(stepSources(state).length, state.evidence.length, cited.size)}\n`)
}

function planNote(
  { plans, accepted_version, steps }: SectionContext['state'],
  frame: SectionContext['frame'],
): string {
  const { made_by, version } = plans.find((each) => each.version === accepted_version) ?? FIRST_PLAN
  return frame.planned(frame.plan[made_by], version, steps.length)
}

const FIRST_PLAN = { made_by: 'template', version: 1 } as const

function searchedPlaces(
  { engines, dataset_ids, folder_ids, file_ids, paper_ids }: SectionContext['request']['sources'],
  frame: SectionContext['frame'],
): string {
  const outside = engines.filter((engine) => engine !== 'local')
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
