import { type BaseContext, transact } from '../context/context.ts'
import * as events from './event.store.ts'
import type { LiveRun, Portion } from './live-run.ts'
import * as records from './record.store.ts'
import { columnsOf } from './said.ts'

const TICK_MS = 50
const RETRY_MS = 500
const MOST_TRIES = 10

interface Entry extends Portion {
  run: LiveRun
}

/**
 * Stores what runs say before anyone reads it: the events of all runs within 50 ms in one transaction. What comes after
 * a pause is stored at once.
 *
 * A run whose lease is gone is not stored any more and loses its events: whoever ended it has said the last word.
 */
export function createJournal(ctx: BaseContext, lease: string, find: (id: string) => LiveRun | undefined) {
  const dirty = new Set<string>()
  let unstored: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let isWriting = false
  let next_at = 0
  let tries = 0

  function note(id: string): void {
    dirty.add(id)
    schedule()
  }

  function schedule(): void {
    if (timer || isWriting) return
    timer = setTimeout(() => void write(), Math.max(0, next_at - performance.now()))
  }

  async function write(): Promise<void> {
    timer = undefined
    isWriting = true
    next_at = performance.now() + TICK_MS
    const entries = collect()
    try {
      const held = await transact(ctx, (ctx) => store(ctx, entries, lease))
      tries = 0
      unstored = []
      for (const { run, ...portion } of entries)
        if (held.has(run.id)) run.publish(portion)
        else run.lose()
    } catch (error) {
      keepForLater(entries, error)
    }
    isWriting = false
    if (dirty.size > 0 || unstored.length > 0) schedule()
  }

  /** What could not be stored comes first, with what the same runs have said since. */
  function collect(): Entry[] {
    const again = new Map(unstored.map((entry) => [entry.run.id, entry]))
    for (const id of dirty) {
      const run = find(id)
      if (!run) continue
      const { frames, end } = run.take()
      again.set(id, { run, frames: [...(again.get(id)?.frames ?? []), ...frames], end })
    }
    dirty.clear()
    return [...again.values()]
  }

  function keepForLater(entries: Entry[], error: unknown): void {
    tries += 1
    ctx.log.error({ err: error, tries }, 'what answers say could not be stored')
    unstored = entries
    next_at = performance.now() + RETRY_MS
    if (tries < MOST_TRIES) return
    tries = 0
    unstored = []
    for (const { run } of entries) run.lose()
  }

  return { note, close: () => clearTimeout(timer) }
}

/** Stores the events of the runs that are still held, and their ends; answers which those are. */
async function store(ctx: BaseContext, entries: Entry[], lease: string): Promise<Set<string>> {
  const ids = entries.map(({ run }) => run.id)
  const rows = await records.held(ctx.db, ids, lease)
  const held = new Set(rows.map((row) => row.id))
  const pending = rows.filter((row) => row.status === 'pending').map((row) => row.id)
  await records.begin(ctx.db, pending, lease)
  const kept = entries.filter(({ run }) => held.has(run.id))
  await events.append(
    ctx.db,
    kept.flatMap(({ run, frames }) =>
      frames.map(({ seq, name, data }) => ({
        record_id: run.id,
        seq,
        event: JSON.stringify({ event: name, data }),
      })),
    ),
  )
  for (const { run, frames, end } of kept)
    if (end)
      await records.end(ctx.db, run.id, lease, {
        ...columnsOf(run.said),
        status: end.status,
        error: end.last.event === 'error' ? JSON.stringify(end.last.data) : null,
        stream_seq: frames.at(-1)?.seq ?? 0,
        finished_at: ctx.now().toISOString(),
      })
  return held
}
