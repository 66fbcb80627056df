import type { BaseContext } from '../context/context.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import type { RunEvent, RunKind, RunWork } from './run-kind.ts'
import { runToEnd } from './run-to-end.ts'

/** How long an ended run stays in memory, ms, so that its followers need not read its last events from storage. */
const ENDED_RUN_TTL_MS = 3_000

/** Creates the set of runs of one kind in this process, including those that have just ended. */
export function createLiveRuns<Event extends RunEvent, State>(ctx: BaseContext, kind: RunKind<Event, State>) {
  type Run = LiveRun<Event, State>
  const live = new Map<string, Run>()
  const ended = new Map<string, Run>()

  function linger(run: Run): void {
    if (live.get(run.id) === run) live.delete(run.id)
    ended.set(run.id, run)
    setTimeout(() => {
      if (ended.get(run.id) === run) ended.delete(run.id)
    }, ENDED_RUN_TTL_MS).unref()
  }

  return {
    live,
    find: (id: string) => live.get(id) ?? ended.get(id),
    /** Begins a run; `note` is called whenever there is something to store. */
    begin(
      id: string,
      work: RunWork<Event>,
      note: (id: string) => void,
      from?: { state: State; seq: number },
    ): Run {
      const run = createLiveRun(kind, id, note, from)
      live.set(id, run)
      run.over.then(() => linger(run))
      void runToEnd(ctx, kind, run, work)
      return run
    },
  }
}
