import { shortOf } from '../plan/long-question.ts'
import { readIn } from '../research/research.ts'
import type { Writing } from './writing.ts'

/** 检索范围与方法: what was asked, where and how it was searched, and how much came of it. */
export function* writeScope({ state, row, request, asked, frame, out }: Writing): Generator<void> {
  const said = [
    frame.asked(asked.named?.called ?? shortOf(state.question), row.created_at.slice(0, 10)),
    frame.where(placesOf(request.sources, frame)),
    ...(asked.narrowed.length > 0 ? [frame.narrowed(asked.narrowed.join(frame.comma))] : []),
    state.engine === 'model' ? frame.modelled(state.model ?? '') : frame.quoted,
  ]
  out.write(said.join(frame.gap))
  yield
  out.write(`\n\n${plannedBy(state, frame)}\n`)
  for (const [at, step] of state.steps.entries()) {
    const queries = step.searches.map(({ query }) => frame.query(query)).join(frame.comma)
    const how = step.state === 'pending' || step.state === 'running' ? '' : frame.state[step.state]
    const rest = [queries === '' ? '' : frame.searches(queries), how].filter((each) => each !== '')
    out.write(`\n${at + 1}. ${step.title}${rest.length > 0 ? `${frame.colon}${rest.join(frame.pause)}` : ''}`)
  }
  yield
  const cited = new Set(state.evidence.map(({ source_id }) => source_id))
  out.write(`\n\n${frame.read(readIn(state).length, state.evidence.length, cited.size)}\n`)
}

function plannedBy({ plans, accepted_version, steps }: Writing['state'], frame: Writing['frame']): string {
  const { made_by, version } = plans.find((each) => each.version === accepted_version) ?? FIRST
  return frame.planned(frame.plan[made_by], version, steps.length)
}

const FIRST = { made_by: 'template', version: 1 } as const

function placesOf(
  { engines, dataset_ids, folder_ids, file_ids, paper_ids }: Writing['request']['sources'],
  frame: Writing['frame'],
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
