import { RunView } from './run/run-view.tsx'
import { StartView } from './start/start-view.tsx'
import { useResearchAddress } from './state/address.ts'

/** Renders deep research: a question becomes a plan, the plan becomes searches, and their results a report. */
export function DeepResearchScreen() {
  const { run_id } = useResearchAddress()
  return run_id ? <RunView key={run_id} run_id={run_id} /> : <StartView />
}
