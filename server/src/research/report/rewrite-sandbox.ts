import { applyResearchEvent, type ResearchEvent, type ResearchState } from '@scinav/contract'
import type { Research } from '../run/research.ts'

/** Creates a copy of a run for a single task: its events change the copied state and are not stored. */
export function createSandbox(original: Research) {
  // The rewriting has the model's whole budget again.
  let state: ResearchState = { ...original.state(), model_ms: 0, model_calls: 0, usage: null }
  const research: Research = { ...original, state: () => state }
  return {
    research,
    state: () => state,
    /** Changes the copied state. */
    set: (change: Partial<ResearchState>) => {
      state = { ...state, ...change }
    },
    /** Applies events to the copied state as they are emitted. */
    follow: async (events: AsyncIterable<ResearchEvent>) => {
      for await (const event of events) state = applyResearchEvent(state, event)
    },
  }
}

/** See `createSandbox`. */
export type RewriteSandbox = ReturnType<typeof createSandbox>
