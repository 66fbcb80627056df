import type { ResearchEvent } from './research-events.ts'
import type { ResearchState } from './research-state.ts'

/** A step with its progress. */
type ResearchStep = ResearchState['steps'][number]
/** A search that a step or the background search made. */
type ResearchSearch = ResearchState['searches'][number]
/** The data of the event with a name. */
type EventData<Name extends ResearchEvent['event']> = Extract<ResearchEvent, { event: Name }>['data']

/**
 * Returns the research after one more event; used by the server to store it and by the page to show it. `state` is not
 * changed. An event that only a later version knows, which a page of this one may receive, changes nothing.
 */
export function applyResearchEvent(state: ResearchState, { event, data }: ResearchEvent): ResearchState {
  // TypeScript does not relate `event` and `data` when they are passed on as one object, hence the casts below.
  switch (event) {
    case 'run.created':
      return withCreation(state, data)
    case 'run.state':
    case 'run.end':
      return { ...state, state: data.state }
    case 'clarify.request': {
      const { question, options, term } = data
      const request = { question, options, ...(term !== undefined && { term }) }
      return { ...state, clarification: { ...request, answer: null, decided: false } }
    }
    case 'clarify.answer':
      return {
        ...state,
        clarification: state.clarification && { ...state.clarification, answer: data.answer, decided: true },
      }
    case 'background.done':
      return { ...state, background: { kind: data.kind, sources: data.sources } }
    case 'plan.ready':
      // Replaces a plan of the same or a later version.
      return {
        ...state,
        replan: false,
        plans: [...state.plans.filter((each) => each.version < data.plan.version), data.plan],
      }
    case 'plan.decision':
      return withPlanDecision(state, data)
    case 'tool.started':
    case 'tool.finished':
    case 'step.started':
    case 'step.finished':
      return applyStepEvent(state, { event, data } as StepEvent)
    case 'source.added':
    case 'evidence.added':
    case 'note.added':
    case 'synthesis.ready':
      return withFinding(state, { event, data } as FindingEvent)
    case 'section.started':
    case 'report.delta':
    case 'section.done':
      return { ...state, sections: withSection(state.sections, { event, data } as SectionEvent) }
    case 'citation.map':
      return { ...state, references: data.references, read_not_cited: data.read_not_cited }
    case 'verify.result':
      return { ...state, check: data.check }
    case 'report.final':
      return { ...state, report: { report_id: data.report_id, title: data.title } }
    case 'warning':
      return state.warnings.includes(data.text)
        ? state
        : { ...state, warnings: [...state.warnings, data.text] }
    case 'usage': {
      const { usage, model_ms = state.model_ms, calls: model_calls = state.model_calls } = data
      return { ...state, usage, model_ms, model_calls }
    }
    case 'fallback': {
      const { task, about, title, reason } = data
      const others = state.fallbacks.filter((each) => each.task !== task || each.about !== about)
      return { ...state, fallbacks: [...others, { task, about, title, reason }] }
    }
    case 'error':
      return { ...state, error: data.fault }
    default:
      return state
  }
}

/** Takes over the fields of a new run; `seq` and `ts` belong to the event alone. */
function withCreation(
  state: ResearchState,
  { seq: _seq, ts: _ts, depth = state.depth, ...created }: EventData<'run.created'>,
): ResearchState {
  return { ...state, ...created, depth }
}

/** An event that adds what was found or concluded. */
type FindingEvent = Extract<
  ResearchEvent,
  { event: 'source.added' | 'evidence.added' | 'note.added' | 'synthesis.ready' }
>

/** Adds a source, a sentence or a note, or sets the synthesis. */
function withFinding(state: ResearchState, { event, data }: FindingEvent): ResearchState {
  switch (event) {
    case 'source.added':
      return { ...state, read: withSource(state.read, data) }
    case 'evidence.added':
      return { ...state, evidence: [...state.evidence, data.evidence] }
    case 'note.added':
      return { ...state, notes: [...state.notes, data.note] }
    case 'synthesis.ready':
      return { ...state, synthesis: data.synthesis }
  }
}

/** Starts the steps of an accepted plan; after a rejection waits for another plan. */
function withPlanDecision(
  state: ResearchState,
  { action, version, steps }: EventData<'plan.decision'>,
): ResearchState {
  // A rejected plan is replaced by the next `plan.ready`, which resets `replan`. The third action, `edit`, follows the
  // `plan.ready` of the edited plan.
  if (action !== 'accept') return { ...state, replan: action === 'reject' }
  const pending = steps.map((each): ResearchStep => ({ ...each, state: 'pending', searches: [], note: null }))
  return { ...state, accepted_version: version, steps: pending }
}

/** An event of a step, or of a search. */
type StepEvent = Extract<
  ResearchEvent,
  { event: 'tool.started' | 'tool.finished' | 'step.started' | 'step.finished' }
>

/** Starts or finishes a step, or a search of a step or of the background; an unknown step changes nothing. */
function applyStepEvent(state: ResearchState, { event, data }: StepEvent): ResearchState {
  const changeStep = (change: (step: ResearchStep) => ResearchStep) => ({
    ...state,
    steps: state.steps.map((each) => (each.step_id === data.step_id ? change(each) : each)),
  })
  switch (event) {
    case 'step.started': {
      const begun = changeStep((each) => ({ ...each, state: 'running', searches: [], note: null }))
      return data.restart ? withoutStep(begun, data.step_id) : begun
    }
    case 'step.finished':
      return changeStep((each) => ({ ...each, state: data.state, note: data.note }))
    case 'tool.started':
    case 'tool.finished':
      // The background search precedes the plan and belongs to no step.
      if (data.step_id === null)
        return { ...state, searches: withSearch(state.searches, { event, data } as ToolEvent) }
      return changeStep((each) => ({
        ...each,
        searches: withSearch(each.searches, { event, data } as ToolEvent),
      }))
  }
}

/** The beginning or the end of a search. */
type ToolEvent = Extract<ResearchEvent, { event: 'tool.started' | 'tool.finished' }>

/** Adds a search that has started, or completes the one of the same `call_id`. */
function withSearch(all: ResearchSearch[], { event, data }: ToolEvent): ResearchSearch[] {
  if (event === 'tool.started') {
    const { call_id, name, query, engines } = data
    const started = { call_id, name, query, engines, found: null, error: null }
    return [...all.filter((each) => each.call_id !== call_id), started]
  }
  const { call_id, found, error, silent = [] } = data
  return all.map((each) => (each.call_id === call_id ? { ...each, found, error, silent } : each))
}

/**
 * Removes the findings of a step that is started again, except sources that another step found too or the background
 * search (`looked`) found.
 */
function withoutStep(state: ResearchState, step_id: string): ResearchState {
  const read = state.read.flatMap((each) => {
    if (!each.step_ids.includes(step_id)) return [each]
    const step_ids = each.step_ids.filter((other) => other !== step_id)
    return step_ids.length > 0 || each.looked ? [{ ...each, step_ids }] : []
  })
  return {
    ...state,
    read,
    evidence: state.evidence.filter((each) => each.step_id !== step_id),
    notes: state.notes.filter((each) => each.step_id !== step_id),
  }
}

/** Adds a source, or the step that found it again. `step_id` is null for the background search. */
function withSource(
  all: ResearchState['read'],
  { source, step_id }: EventData<'source.added'>,
): ResearchState['read'] {
  const foundBy = step_id === null ? [] : [step_id]
  const earlier = all.find(({ source_id }) => source_id === source.source_id)
  if (!earlier) return [...all, { ...source, step_ids: foundBy, looked: step_id === null }]
  const step_ids = [...new Set([...earlier.step_ids, ...foundBy])]
  return all.map((each) => (each === earlier ? { ...each, step_ids } : each))
}

/** An event of a section of the report. */
type SectionEvent = Extract<ResearchEvent, { event: 'section.started' | 'report.delta' | 'section.done' }>

/** Starts a section anew, appends to its text, or completes it. */
function withSection(
  all: ResearchState['sections'],
  { event, data }: SectionEvent,
): ResearchState['sections'] {
  switch (event) {
    case 'section.started': {
      const { section_id, kind, title, step_id } = data
      const begun = { section_id, kind, title, step_id, text: '', citations: [], chart: null }
      return [...all.filter((each) => each.section_id !== section_id), { ...begun, state: 'writing' }]
    }
    case 'report.delta':
      return all.map((each) =>
        each.section_id === data.section_id ? { ...each, text: each.text + data.text } : each,
      )
    default: {
      const { section_id, citations, chart, written_by, removed } = data
      const result = { citations, chart, ...(written_by && { written_by }), ...(removed && { removed }) }
      return all.map((each) =>
        each.section_id === section_id ? { ...each, ...result, state: 'done' } : each,
      )
    }
  }
}
