import type { ResearchState } from '@scinav/contract'
import { stripEndSigns } from '../run/edit-text.ts'
import { stepSources } from '../run/research.ts'
import { sectionChart } from './distribution-section.ts'
import type { ReportFrame } from './frames.ts'
import { stepEvidence } from './outline.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'

/** Maximum number of sources whose limitations are quoted. */
const MAX_STATED_LIMITS = 5
/** Age of the newest source, in years, above which a report mentions it. */
const OLD_SOURCE_YEARS = 3

/** Writes the section 局限与未覆盖: limitations that sources state, and what the search did not cover. */
export function* writeLimits(writing: SectionContext): Generator<void> {
  const { state, question, frame, out } = writing
  const quotedAbove = new Set(state.steps.flatMap(({ step_id }) => stepEvidence(state, step_id)))
  const limits = state.evidence.filter(({ aspect }) => aspect === 'limitation')
  const unquoted = limits.filter((each) => !quotedAbove.has(each))
  const limitsBySource = groupBySource(unquoted).slice(0, MAX_STATED_LIMITS)
  if (limitsBySource.length > 0) out.write(`${frame.statedLimits}\n`)
  else out.write(limits.length > 0 || state.synthesis ? frame.limitsAbove : frame.noStatedLimits)
  for (const [first] of limitsBySource) {
    if (!first) continue
    out.write('\n- ')
    out.quote(first)
    out.write(`\n\n  ${sourceName(state, first.source_id, { frame, language: question.language })}`)
    yield
  }
  out.write(`\n\n${frame.uncovered}\n`)
  for (const line of uncoveredNotes(writing)) out.write(`\n- ${line}`)
  out.write('\n')
}

/** Returns what the search did not cover, in the order in which it is listed. */
function uncoveredNotes({ state, row, frame }: SectionContext): string[] {
  const years = stepSources(state).flatMap(({ year }) => year ?? [])
  // −Infinity without years, and then not used.
  const newest = Math.max(...years)
  const isOld = years.length > 0 && newest <= Number(row.created_at.slice(0, 4)) - OLD_SOURCE_YEARS
  const { languages } = sectionChart(state, frame)
  const [firstLanguage] = languages
  return [
    frame.abstractsOnly,
    ...(state.evidence.some(({ by_site }) => by_site) ? [frame.siteNote] : []),
    frame.searchedByWords,
    ...state.steps.flatMap((step) => stepGapNotes(step, frame)),
    ...widerSearchNotes(state, frame),
    ...(isOld ? [frame.noNewerThan(newest)] : []),
    ...(firstLanguage && languages.length === 1 ? [frame.oneLanguage(firstLanguage.label)] : []),
    ...fallbackNotes(state, frame),
    ...state.warnings,
  ]
}

/** Returns notes on the tasks that the model did not carry out, grouped by reason. */
function fallbackNotes({ fallbacks }: ResearchState, frame: ReportFrame): string[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, tasks]) => {
    const names = tasks.map(({ task, title }) => frame.tasks[task](title))
    return frame.partsWithoutModel(reason, names.join(frame.comma))
  })
}

/** Returns a note on a step that found nothing, was skipped or had a failed search; none for any other step. */
function stepGapNotes(step: ResearchState['steps'][number], frame: ReportFrame): string[] {
  const { title, note, searches } = step
  const reason = stripEndSigns(note ?? '')
  switch (step.state) {
    case 'empty':
      return [frame.notFound(title)]
    case 'skipped':
      return [frame.notSearched(title)]
    case 'failed':
      return [frame.failedStep(title, reason)]
    default:
      return reason !== '' && hasFailed(searches) ? [frame.partlyFailedStep(title, reason)] : []
  }
}

/** Returns notes on steps that found little with their own queries and were searched more widely. */
function widerSearchNotes({ steps }: ResearchState, frame: ReportFrame): string[] {
  const noted = steps.filter(({ state, note, searches }) => state === 'done' && note && !hasFailed(searches))
  const byNote = Map.groupBy(noted, ({ note }) => stripEndSigns(note ?? ''))
  return [...byNote].map(([note, sameNote]) =>
    frame.searchedWider(
      sameNote.map(({ title }) => title),
      note,
    ),
  )
}

const hasFailed = (searches: ResearchState['steps'][number]['searches']): boolean =>
  searches.some(({ error }) => error !== null)
