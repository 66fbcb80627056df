import { z } from 'zod'
import { nationalOptions } from './citation.ts'
import { engineState } from './combine.ts'
import {
  checkedEntry,
  type ManuscriptCheckState,
  manuscriptBalance,
  manuscriptCheckStates,
  manuscriptFacts,
  manuscriptFinding,
  manuscriptScope,
  manuscriptStages,
} from './manuscript-check-shapes.ts'
import { id, time } from './shapes.ts'

/** Fields of every event; `seq` is also the id of the frame and counts from 1 without gaps. */
const eventBase = { check_id: id, seq: z.number().int(), ts: time }

/** Returns the shape of the event with a name and with data besides the common fields. */
const checkFrame = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event: z.literal(name), data: z.object({ ...eventBase, ...shape }) })

const stage = z.enum(manuscriptStages)

/**
 * An event of a manuscript check.
 *
 * Stages follow each other in the order of `manuscriptStages`; the findings of a stage come with its progress, and
 * `run.end` is sent once, as the last event. `reset` means that the client has to load the check again.
 */
export const manuscriptCheckEvent = z.discriminatedUnion('event', [
  checkFrame('check.created', {
    file_name: z.string(),
    style: z.string(),
    national: nationalOptions.optional(),
    scope: manuscriptScope,
  }),
  checkFrame('stage.started', { stage }),
  /** The text can be loaded from now on. */
  checkFrame('manuscript.ready', { facts: manuscriptFacts }),
  /** Units of a stage (entries, sentences) that are done, with their findings; after an interruption they stay done. */
  checkFrame('stage.progress', {
    stage,
    done: z.number().int(),
    total: z.number().int(),
    findings: z.array(manuscriptFinding),
    checked: z.array(checkedEntry),
  }),
  checkFrame('stage.done', { stage }),
  checkFrame('engines.asked', { engines: z.array(engineState) }),
  checkFrame('balance.ready', { balance: manuscriptBalance }),
  /** A remark for the reader of the result. */
  checkFrame('warning', { text: z.string() }),
  checkFrame('error', { message: z.string(), retryable: z.boolean() }),
  checkFrame('run.end', { state: z.enum(manuscriptCheckStates).exclude(['running']) }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
])
/** An event of a manuscript check. */
export type ManuscriptCheckEvent = z.output<typeof manuscriptCheckEvent>

/** Returns the state of a check before its first event. */
export const emptyManuscriptCheck = (): ManuscriptCheckState => ({
  check_id: '',
  file_name: '',
  style: '',
  national: {},
  scope: { dataset_ids: [], engines: [] },
  state: 'running',
  stages: [],
  facts: null,
  checked: [],
  findings: [],
  balance: null,
  engines: [],
  warnings: [],
  error: null,
})

/**
 * Returns the check after one more event; used by the server to store it and by the page to show it. `state` is not
 * changed. An event that only a later version knows changes nothing.
 */
export function applyManuscriptCheckEvent(
  state: ManuscriptCheckState,
  { event, data }: ManuscriptCheckEvent,
): ManuscriptCheckState {
  switch (event) {
    case 'check.created': {
      const { check_id, file_name, style, national = {}, scope } = data
      return { ...state, check_id, file_name, style, national, scope }
    }
    case 'manuscript.ready':
      return { ...state, facts: data.facts }
    case 'stage.started':
    case 'stage.progress':
    case 'stage.done':
      // Name and data come from the same event.
      return applyStageEvent(state, { event, data } as StageEvent)
    case 'engines.asked':
      return { ...state, engines: data.engines }
    case 'balance.ready':
      return { ...state, balance: data.balance }
    case 'warning':
      return state.warnings.includes(data.text)
        ? state
        : { ...state, warnings: [...state.warnings, data.text] }
    case 'error':
      return { ...state, error: { message: data.message, retryable: data.retryable } }
    case 'run.end':
      return { ...state, state: data.state }
    default:
      return state
  }
}

/** The events of a stage. */
type StageEvent = Extract<ManuscriptCheckEvent, { event: 'stage.started' | 'stage.progress' | 'stage.done' }>

/** Begins a stage, sets its progress, or finishes it. */
function applyStageEvent(state: ManuscriptCheckState, { event, data }: StageEvent): ManuscriptCheckState {
  if (event === 'stage.started') {
    const begun = { stage: data.stage, state: 'running', done: 0, total: 0, started_at: data.ts } as const
    return { ...state, stages: [...state.stages, { ...begun, finished_at: null }] }
  }
  const changeStage = (change: Partial<ManuscriptCheckState['stages'][number]>) =>
    state.stages.map((each) => (each.stage === data.stage ? { ...each, ...change } : each))
  if (event === 'stage.done')
    return { ...state, stages: changeStage({ state: 'done', finished_at: data.ts }) }
  const { done, total, findings, checked } = data
  return {
    ...state,
    stages: changeStage({ done, total }),
    findings: findings.length > 0 ? [...state.findings, ...findings] : state.findings,
    checked: checked.length > 0 ? [...state.checked, ...checked] : state.checked,
  }
}
