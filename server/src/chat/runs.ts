import type { AnswerPart, AnswerTask } from '../answers/answer.service.ts'
import { answer } from '../answers/answer.service.ts'
import type { BaseContext, Context } from '../context/context.ts'
import * as approvals from './approval.store.ts'
import { type Answering, carryOut } from './carry-out.ts'
import { interruptOrphans } from './interrupt.ts'
import { createJournal } from './journal.ts'
import { giveLeaseBack, LEASE_MS, takeLease } from './lease.ts'
import { createLiveRun, type LiveRun } from './live-run.ts'
import { createReaders, type Readers } from './readers.ts'
import * as records from './record.store.ts'

/** Makes the parts of an answer. */
export type Answerer = (ctx: Context, task: AnswerTask, signal: AbortSignal) => AsyncIterable<AnswerPart>

/** The answers that this process is making, and who reads them. */
export interface Runs {
  /** Names this process in the records it works on. */
  lease: string
  /** When a lease that is taken now runs out. */
  leaseUntil: () => string
  /** Makes an answer whose record is in place; goes on whoever reads it. */
  begin: (id: string, answering: Answering) => LiveRun
  find: (id: string) => LiveRun | undefined
  /** Resolves with what a person decides, here or through another process; no decision in time means no. */
  decision: (id: string, call_id: string) => Promise<boolean>
  readers: Readers
  answerer: Answerer
  stop: (grace_ms: number) => Promise<void>
}

const LOOK_MS = 500
/** Every how many looks leases are lengthened, those of others are looked at, and readers are checked. */
const EVERY = { keep: 16, orphans: 20, readers: 4 }
const DECISION_MS = 5 * 60_000
const GRACE_STEP_MS = 2_000
/** A run that has ended stays at hand, so that its readers need not ask storage for its last events. */
const LINGER_MS = 3_000

const all = new WeakMap<object, Runs>()

/** The runs of the process that a context belongs to. */
export function runsOf(ctx: Pick<BaseContext, 'config'>): Runs {
  const runs = all.get(ctx.config)
  if (!runs) throw new Error('the runs of this process were not started')
  return runs
}

/** Begins to make answers; those of a process that is gone are ended first. */
export async function startRuns(ctx: BaseContext, kind: 'sqlite' | 'postgres'): Promise<Runs> {
  const runs = createRuns(ctx, kind === 'sqlite')
  all.set(ctx.config, runs)
  await interruptOrphans(ctx, kind === 'sqlite')
  return runs
}

function createRuns(ctx: BaseContext, alone: boolean): Runs {
  const lease = takeLease(ctx.newId())
  const live = new Map<string, LiveRun>()
  const ended = new Map<string, LiveRun>()
  const journal = createJournal(ctx, lease, (id) => live.get(id))
  const readers = createReaders(ctx)
  const leaseUntil = () => new Date(ctx.now().getTime() + LEASE_MS).toISOString()
  const timer = everyLook(ctx, async (count) => {
    const ids = [...live.keys()]
    await heed(ctx, live, lease)
    if (count % EVERY.keep === 0) await records.keep(ctx.db, ids, lease, leaseUntil())
    if (count % EVERY.orphans === 0) await interruptOrphans(ctx, alone)
    if (count % EVERY.readers === 0) await readers.check()
  })

  return {
    lease,
    leaseUntil,
    readers,
    answerer: answer,
    find: (id) => live.get(id) ?? ended.get(id),
    begin(id, answering) {
      const run = createLiveRun(id, journal.note)
      live.set(id, run)
      run.over.then(() => {
        live.delete(id)
        ended.set(id, run)
        setTimeout(() => ended.delete(id), LINGER_MS).unref()
      })
      void carryOut(ctx, run, answering)
      return run
    },
    async decision(id, call_id) {
      const run = live.get(id)
      for (let left = DECISION_MS; left > 0 && run && !run.signal.aborted; left -= LOOK_MS) {
        const decided = await approvals.decision(ctx.db, id, call_id)
        if (decided !== null) return decided === 1
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref())
      }
      return false
    },
    async stop(grace_ms) {
      const over = () => Promise.all([...live.values()].map((run) => run.over))
      await within(over(), grace_ms)
      for (const run of live.values()) run.stop('stopping')
      await within(over(), GRACE_STEP_MS)
      timer.stop()
      journal.close()
      giveLeaseBack(lease)
    },
  }
}

/** Stops runs that somebody wants stopped, and gives up those that another process has ended. */
async function heed(ctx: BaseContext, live: Map<string, LiveRun>, lease: string): Promise<void> {
  const ids = [...live.keys()]
  const held = new Map((await records.held(ctx.db, ids, lease)).map((row) => [row.id, row]))
  for (const id of ids) {
    const row = held.get(id)
    // A run that has just ended by itself is not held either; to give it up then changes nothing.
    if (!row) live.get(id)?.lose()
    else if (row.cancel_requested === 1) live.get(id)?.stop('cancelled')
  }
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/** Does something twice a second, one at a time. */
function everyLook(ctx: BaseContext, look: (count: number) => Promise<void>) {
  let count = 0
  let isStopped = false
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(async () => {
      count += 1
      await look(count).catch((error) => ctx.log.error({ err: error }, 'the runs could not be looked after'))
      if (!isStopped) again()
    }, LOOK_MS).unref()
  }
  again()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
