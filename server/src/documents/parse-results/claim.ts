import { inCorners } from '@scinav/contract/quoted'
import { unreadable } from '@scinav/documents'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { isFresh } from '../../platform/foundation/clock.ts'
import { isGone, type LeaseStore } from '../../platform/foundation/lease.ts'
import { notify } from '../../platform/notices/index.ts'
import * as documents from './document-parse.store.ts'
import * as leaseStore from './lease.store.ts'
import * as parses from './parse.store.ts'
import * as queue from './queue.store.ts'

type Ctx = Pick<BaseContext, 'db' | 'now' | 'newId'>

/** A parse that takes its process with it is not begun again for ever; a server that is killed often is no fault of its file. */
const MOST_ATTEMPTS = 10

/**
 * How long a parse rests that several processes died with, ms: what waits behind it is read meanwhile, so that a file
 * that takes every process with it does not keep the others back.
 */
const RESTS_MS = [0, 0, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000]

const rests = ({ attempts, progress_at }: parses.ParseRow, now: Date): boolean =>
  isFresh(Date.parse(progress_at), now.getTime(), RESTS_MS[attempts] ?? 0)

interface Claim {
  lease: string
  leased_until: string
  longest_lease: string
  /** Leases of this process. */
  own: string[]
}

/** Takes the next parse: one whose process has died, else that of the owner whose turn it is. */
export async function claimParse(ctx: Ctx, claim: Claim): Promise<parses.ParseRow | null> {
  // What a process of this machine left behind that is gone is taken over without waiting for its lease.
  const gone = (await leaseStore.allHeld(ctx.db)).filter((lease) => isGone(lease, false))
  const look = { ...claim, gone, now: ctx.now().toISOString() }
  const due = async (ctx: Ctx) =>
    (await leaseStore.orphans(ctx.db, look)).filter((orphan) => !rests(orphan, ctx.now()))
  if (!(await queue.anyQueued(ctx.db)) && (await due(ctx)).length === 0) return null
  return transact(ctx, async (ctx) => {
    for (const orphan of await due(ctx)) {
      if (orphan.attempts < MOST_ATTEMPTS) return begin(ctx, orphan, claim)
      const { kind, message } = unreadable('crashed')
      await failParse(ctx, orphan, { kind, message })
    }
    return claimNext(ctx, claim)
  })
}

async function claimNext(ctx: Ctx, claim: Claim): Promise<parses.ParseRow | null> {
  const [turn] = await queue.turns(ctx.db)
  const parse = turn && (await queue.firstOf(ctx.db, turn.owner_id))
  if (!parse) return null
  await queue.hadTurn(ctx.db, parse.owner_id)
  return begin(ctx, parse, claim)
}

async function begin(
  ctx: Ctx,
  parse: parses.ParseRow,
  { lease, leased_until }: Claim,
): Promise<parses.ParseRow> {
  const now = ctx.now().toISOString()
  const change = {
    state: 'parsing' as const,
    stage: 'read',
    done: 0,
    total: 0,
    leased_by: lease,
    leased_until,
    attempts: parse.attempts + 1,
    progress_at: now,
    updated_at: now,
  }
  await parses.update(ctx.db, parse.id, change)
  await documents.tell(ctx.db, parse.id, { state: 'parsing', progress: 0, updated_at: now })
  return { ...parse, ...change }
}

/** Tells who waits for files that they could not be read. Of work that nobody waits for nobody is told. */
async function notifyOwner(
  ctx: Ctx,
  owner_id: string,
  failed: { name: string; title: string | null }[],
): Promise<void> {
  const [first] = failed
  if (owner_id === '' || !first) return
  const others = failed.length > 1 ? `等 ${failed.length} 个文件` : ''
  await notify(ctx, {
    user_ids: [owner_id],
    kind: 'document',
    text: `${inCorners(first.title || first.name)}${others}没有解析成功，可以在知识库里查看原因`,
    route: '/knowledgeBase',
  })
}

/**
 * How a parse ended that made nothing; documents that have an older version keep it, with the reason and with the file
 * that was to take the place of theirs.
 */
async function failParse(
  ctx: Ctx,
  parse: Pick<parses.ParseRow, 'id' | 'owner_id'>,
  { kind, message }: { kind: string; message: string },
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  const ended = { leased_by: null, leased_until: null, updated_at }
  await parses.update(ctx.db, parse.id, { state: 'failed', error_kind: kind, error: message, ...ended })
  await documents.tell(ctx.db, parse.id, { state: 'failed', progress: 0, updated_at })
  const waiting = await documents.waitingFor(ctx.db, parse.id)
  await notifyOwner(ctx, parse.owner_id, waiting)
  const ids = waiting.map(({ id }) => id)
  await documents.update(ctx.db, ids, {
    next_parse_id: null,
    // Of what nobody has asked for nobody is told.
    ...(parse.owner_id === '' ? {} : { error: message }),
    updated_at,
  })
}

/** The same for the run that holds it; one that has lost it changes nothing. */
export async function failHeldParse(
  ctx: Ctx,
  lease: string,
  fault: { kind: string; message: string },
): Promise<void> {
  const parse = await leaseStore.heldBy(ctx.db, lease)
  if (parse) await failParse(ctx, parse, fault)
}

/** What looks after the leases of running parses. */
export const leasedParses = (ctx: Ctx): LeaseStore => ({
  held: (leases) => leaseStore.held(ctx.db, leases),
  extend: (leases, until) => leaseStore.extend(ctx.db, leases, until),
})

/** Puts parses back at their owners' first places; the attempt does not count. */
export async function handBackParses(ctx: Ctx, leases: string[]): Promise<void> {
  for (const lease of leases)
    await transact(ctx, async (ctx) => {
      const parse = await leaseStore.heldBy(ctx.db, lease)
      if (!parse) return
      const back = { state: 'queued', stage: 'read', done: 0, total: 0 } as const
      const attempts = Math.max(0, parse.attempts - 1)
      await parses.update(ctx.db, parse.id, { ...back, leased_by: null, leased_until: null, attempts })
      const updated_at = ctx.now().toISOString()
      await documents.tell(ctx.db, parse.id, { state: 'queued', progress: 0, updated_at })
    })
}

export const releaseParses = (ctx: Ctx): Promise<void> => leaseStore.releaseAll(ctx.db)
