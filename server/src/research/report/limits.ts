import { stepSources } from '../run/research.ts'
import { stripEndSigns } from '../run/trim-text.ts'
import { sectionChart } from './distribution.ts'
import { groupBySource, type SectionContext, sourceName } from './section-context.ts'
import { stepEvidence } from './step-evidence.ts'

const MAX_STATED_LIMITS = 5
/** Age of the newest source, in years, above which a report mentions it. */
const OLD_SOURCE_YEARS = 3

/** Writes the section 局限与未覆盖: limitations that sources state, and what the search did not cover. */
export function* writeLimits(writing: SectionContext): Generator<void> {
  const { state, asked, frame, out } = writing
  const told = new Set(state.steps.flatMap(({ step_id }) => stepEvidence(state, step_id)))
  const limits = state.evidence.filter((each) => each.aspect === 'limitation' && !told.has(each))
  const stated = groupBySource(limits).slice(0, MAX_STATED_LIMITS)
  if (stated.length > 0) out.write(`${frame.own}\n`)
  else out.write(state.evidence.some(({ aspect }) => aspect === 'limitation') ? frame.above : frame.noOwn)
  for (const [first] of stated) {
    if (!first) continue
    out.write('\n- ')
    out.quote(first)
    out.write(`\n\n  ${sourceName(state, first.source_id, { frame, language: asked.language })}`)
    yield
  }
  out.write(`\n\n${frame.mine}\n`)
  for (const line of uncoveredNotes(writing)) out.write(`\n- ${line}`)
  out.write('\n')
}

function uncoveredNotes({ state, row, frame }: SectionContext): string[] {
  const years = stepSources(state).flatMap(({ year }) => year ?? [])
  const newest = Math.max(...years)
  const isOld = years.length > 0 && newest <= Number(row.created_at.slice(0, 4)) - OLD_SOURCE_YEARS
  const { languages } = sectionChart(state, frame)
  const [only] = languages
  return [
    frame.abstracts,
    ...(state.evidence.some(({ by_site }) => by_site) ? [frame.siteNote] : []),
    frame.words,
    ...state.steps.flatMap((step) => stepGapNotes(step, frame)),
    ...widerSearchNotes(state, frame),
    ...(isOld ? [frame.oldest(newest)] : []),
    ...(only && languages.length === 1 ? [frame.oneLanguage(only.label)] : []),
    ...fallbackNotes(state, frame),
    ...state.warnings,
  ]
}

/** Returns notes on the tasks that the model did not carry out, grouped by reason. */
function fallbackNotes({ fallbacks }: SectionContext['state'], frame: SectionContext['frame']): string[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, parts]) => {
    const named = parts.map(({ task, title }) => frame.tasks[task](title))
    return frame.without(reason, named.join(frame.comma))
  })
}

function stepGapNotes(
  step: SectionContext['state']['steps'][number],
  frame: SectionContext['frame'],
): string[] {
  const { title, note, searches } = step
  const why = stripEndSigns(note ?? '')
  switch (step.state) {
    case 'empty':
      return [frame.notFound(title)]
    case 'skipped':
      return [frame.notSearched(title)]
    case 'failed':
      return [frame.failedStep(title, why)]
    default:
      return why !== '' && hasFailed(searches) ? [frame.partly(title, why)] : []
  }
}

/** Returns notes on steps that found little with their own queries and were searched more widely. */
function widerSearchNotes({ steps }: SectionContext['state'], frame: SectionContext['frame']): string[] {
  const noted = steps.filter(({ state, note, searches }) => state === 'done' && note && !hasFailed(searches))
  const byNote = Map.groupBy(noted, ({ note }) => stripEndSigns(note ?? ''))
  return [...byNote].map(([why, same]) =>
    frame.wider(
      same.map(({ title }) => title),
      why,
    ),
  )
}

const hasFailed = (searches: SectionContext['state']['steps'][number]['searches']): boolean =>
  searches.some(({ error }) => error !== null)
