import { bareEnd } from '../research/bare-end.ts'
import { readIn } from '../research/research.ts'
import { chartOf } from './distribution.ts'
import { evidenceOfStep } from './step-evidence.ts'
import { bySource, namedSource, type Writing } from './writing.ts'

const MOST_STATED = 5
/** Older than this a set of sources is worth a word. */
const OLD_YEARS = 3

/** 局限与未覆盖: what sources state themselves, and what this search did not cover. */
export function* writeLimits(writing: Writing): Generator<void> {
  const { state, asked, frame, out } = writing
  const told = new Set(state.steps.flatMap(({ step_id }) => evidenceOfStep(state, step_id)))
  const limits = state.evidence.filter((each) => each.aspect === 'limitation' && !told.has(each))
  const stated = bySource(limits).slice(0, MOST_STATED)
  if (stated.length > 0) out.write(`${frame.own}\n`)
  else out.write(state.evidence.some(({ aspect }) => aspect === 'limitation') ? frame.above : frame.noOwn)
  for (const [first] of stated) {
    if (!first) continue
    out.write('\n- ')
    out.quote(first)
    out.write(`\n\n  ${namedSource(state, first.source_id, { frame, language: asked.language })}`)
    yield
  }
  out.write(`\n\n${frame.mine}\n`)
  for (const line of notCovered(writing)) out.write(`\n- ${line}`)
  out.write('\n')
}

function notCovered({ state, row, frame }: Writing): string[] {
  const years = readIn(state).flatMap(({ year }) => year ?? [])
  const newest = Math.max(...years)
  const isOld = years.length > 0 && newest <= Number(row.created_at.slice(0, 4)) - OLD_YEARS
  const { languages } = chartOf(state, frame)
  const [only] = languages
  return [
    frame.abstracts,
    ...(state.evidence.some(({ by_site }) => by_site) ? [frame.siteNote] : []),
    frame.words,
    ...state.steps.flatMap((step) => lackOf(step, frame)),
    ...lookedUpWider(state, frame),
    ...(isOld ? [frame.oldest(newest)] : []),
    ...(only && languages.length === 1 ? [frame.oneLanguage(only.label)] : []),
    ...withoutModel(state, frame),
    ...state.warnings,
  ]
}

/** What the model did not do, by its reason. */
function withoutModel({ fallbacks }: Writing['state'], frame: Writing['frame']): string[] {
  const byReason = Map.groupBy(fallbacks, ({ reason }) => reason)
  return [...byReason].map(([reason, parts]) => {
    const named = parts.map(({ task, title }) => frame.tasks[task](title))
    return frame.without(reason, named.join(frame.comma))
  })
}

function lackOf(step: Writing['state']['steps'][number], frame: Writing['frame']): string[] {
  const { title, note, searches } = step
  const why = bareEnd(note ?? '')
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

/** Steps of which little was found as they stood, and what was looked up besides. */
function lookedUpWider({ steps }: Writing['state'], frame: Writing['frame']): string[] {
  const noted = steps.filter(({ state, note, searches }) => state === 'done' && note && !hasFailed(searches))
  const byNote = Map.groupBy(noted, ({ note }) => bareEnd(note ?? ''))
  return [...byNote].map(([why, same]) =>
    frame.wider(
      same.map(({ title }) => title),
      why,
    ),
  )
}

const hasFailed = (searches: Writing['state']['steps'][number]['searches']): boolean =>
  searches.some(({ error }) => error !== null)
