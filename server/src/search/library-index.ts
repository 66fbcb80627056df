import { ConditionsRefused, hasManifest, openEngine, type SearchEngine, SearchTooLong } from '@scinav/search'
import type { BaseContext, LibraryIndex } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { countPapers } from '../papers/index.ts'
import * as feed from './index-feed.store.ts'
import { libraryVocabulary } from './vocabulary.ts'

interface Options extends Pick<BaseContext, 'db' | 'log' | 'now'> {
  /** Where the index's files are; null keeps it in memory. */
  folder: string | null
  /** Threads that search; 0 does everything in the calling thread. */
  threads: number | 'only to write'
  /** How often the database is asked for changes of other processes; 0: at every use. */
  poll_ms: number
}

/** Rows of one look; a statement on the main thread stays short. */
const ROWS = 500
const FIRST_WAIT_MS = 3_000

/** The index of a library, which follows the database. Nothing is opened before somebody asks. */
export function libraryIndex({ db, log, now, folder, threads, poll_ms }: Options): LibraryIndex {
  let opened: Promise<SearchEngine> | undefined
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  let first: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let why = ''

  function index(): Promise<SearchEngine> {
    if (!opened) why = whyNew(folder)
    opened ??= openEngine({ folder, threads, vocabulary: () => libraryVocabulary({ db, now }) })
      .then(refusing)
      .catch((error) => {
        log.error({ err: error }, 'the index could not be opened')
        opened = undefined
        throw new AppError('search.not_ready')
      })
    return opened
  }

  /** A run that has begun may have missed what was just written, so another follows; one serves all who ask meanwhile. */
  function catchUp(): Promise<void> {
    waiting ??= afterOthers(async () => {
      waiting = undefined
      const target = await index()
      const isNew = folder !== null && target.state().change === 0 && (await countPapers({ db })) > 0
      await (isNew ? toldOf(log, why, target, () => follow(db, target)) : follow(db, target))
    })
    return waiting
  }

  /** One at a time. */
  function afterOthers(work: () => Promise<void>): Promise<void> {
    const next = (running ?? Promise.resolve()).then(work)
    const settled = next
      .catch(() => {})
      .finally(() => {
        if (running === settled) running = undefined
      })
    running = settled
    return next
  }

  function start(): Promise<void> {
    first ??= catchUp().catch((error) => log.error({ err: error }, 'the index could not follow the database'))
    if (poll_ms > 0)
      timer ??= setInterval(() => {
        if (!running) void catchUp().catch(() => {})
      }, poll_ms).unref()
    return first
  }

  return {
    async current() {
      if (poll_ms === 0) await catchUp()
      else await Promise.race([start(), pause(FIRST_WAIT_MS)])
      return index()
    },
    catchUp,
    async rebuild(report) {
      const [target, total] = [await index(), await countPapers({ db })]
      const work = async () => {
        await target.reset()
        await follow(db, target, (done) => report(Math.min(1, done / Math.max(1, total))))
        await target.save()
      }
      await afterOthers(() => toldOf(log, 'an operator asked for it', target, work))
    },
    async close() {
      clearInterval(timer)
      await running
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** A search that was given up is the person's to change, as is a condition that says nothing. */
function refusing(engine: SearchEngine): SearchEngine {
  const search: SearchEngine['search'] = (request) =>
    engine.search(request).catch((error) => {
      if (error instanceof SearchTooLong) throw new AppError('search.too_long')
      if (error instanceof ConditionsRefused) throw new AppError('input.invalid', { issues: error.issues })
      throw error
    })
  return { ...engine, search }
}

/** Why an index that turns out to be empty is. */
const whyNew = (folder: string | null): string =>
  folder && hasManifest(folder) ? 'its files are damaged or of another version' : 'there is none yet'

/** An index that begins with nothing takes long: the log says why it does, and how long it took. */
async function toldOf(
  log: Options['log'],
  why: string,
  target: SearchEngine,
  work: () => Promise<void>,
): Promise<void> {
  log.warn({ why }, 'the search index is being built anew from the database')
  const began = performance.now()
  await work()
  const seconds = Math.round((performance.now() - began) / 100) / 10
  log.info({ why, seconds, papers: target.state().papers }, 'the search index was built anew')
}

/** Brings an index up to what the database has; `report` gets the papers that were taken. */
async function follow(
  db: BaseContext['db'],
  target: SearchEngine,
  report?: (done: number) => Promise<void>,
): Promise<void> {
  let applying = Promise.resolve()
  let done = 0
  for await (const { rows, more } of changesSince(db, target.state().change)) {
    await applying
    if (done > 0) await report?.(done)
    applying = target.apply(rows.map(toChange), more)
    // It is waited for below, after the next rows have been read.
    applying.catch(() => {})
    done += rows.length
  }
  await applying
  if (done > 0) await report?.(done)
}

/** All changes after one, some at a time, and whether more are to come. */
async function* changesSince(db: BaseContext['db'], change: number) {
  let place = { change, seq: Number.MAX_SAFE_INTEGER }
  for (let more = true; more; ) {
    // One more than is taken tells whether this is the end.
    const found = await feed.changesAfter(db, place, ROWS + 1)
    more = found.length > ROWS
    const rows = found.slice(0, ROWS)
    const last = rows.at(-1)
    if (!last) return
    yield { rows, more }
    place = { change: Number(last.change), seq: Number(last.seq) }
  }
}

type Row = Awaited<ReturnType<typeof feed.changesAfter>>[number]

function toChange({ seq, change, record, citation_count, cited_by_count, deleted_at }: Row) {
  return {
    seq: Number(seq),
    change: Number(change),
    record: deleted_at === null ? record : null,
    cited_by_count: Math.max(citation_count, cited_by_count),
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
