import type { ApplicationView } from './applications.ts'
import { type ExternalAgent, externalAgents } from './external-files.ts'

/** Converts an agent of another site to the view of an application: it has no form, only an address. */
export function toExternalAgentView(made: ExternalAgent, marked: ReadonlySet<string>): ApplicationView {
  return {
    ...made,
    type: 'external',
    screen: null,
    opening: '',
    suggested_questions: [],
    inputs: [],
    index_flag: false,
    needs_model: false,
    model_missing: false,
    marked: marked.has(made.id),
  }
}

/** Returns the agent of another site with an id. */
export function findExternalAgent(id: string): ExternalAgent | undefined {
  return externalAgents.agents.find((each) => each.id === id)
}
