import type { FastifyInstance } from 'fastify'
import { buildServer, startWork } from '../assemble.ts'
import { serveLogin } from '../pages/login.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { createLogger } from '../platform/foundation/logger.ts'
import type { Counters } from '../platform/providers/counters.ts'

/** An HTTP server over a context that has the fields of one test at a time. */
interface BuiltServer {
  app: FastifyInstance
  base: BaseContext
  /** The lines of its log. */
  lines: string[]
  /** Ends the runs of the present test. */
  endRuns: () => Promise<unknown>
  /** Number of requests that have no reply yet. */
  open: number
  isClosed: boolean
}

/** Servers that tests of this process have left for reuse: building one takes longer than most tests. */
const builtServers: BuiltServer[] = []

/** Returns whether a server is built as for any other test: it reads no setting of models. */
const isReusable = (env: Record<string, string>): boolean =>
  !process.env.TEST_TWIN && Object.keys(env).every((name) => name.startsWith('AI_'))

/**
 * Reserves a server for a test. Returns its log, and the function that opens it over a context with that log, and with
 * the runs and jobs of a process; `end` ends these.
 */
export function reserveServer(env: Record<string, string>) {
  const reusable = isReusable(env)
  const reused = reusable ? builtServers.pop() : undefined
  const lines = reused?.lines ?? []
  lines.length = 0
  const log = reused?.base.log ?? createLogger('info', { write: (line: string) => void lines.push(line) })
  return {
    log,
    lines,
    async open(own: BaseContext, kind: 'sqlite' | 'postgres') {
      const server = reused ?? (await build(own, lines))
      const { app, base } = server
      for (const name of Object.keys(base)) Reflect.deleteProperty(base, name)
      Object.assign(base, own)
      const { endRuns, runner } = await startWork({ base, kind })
      server.endRuns = endRuns
      const end = async () => {
        const isFree = reusable && server.open === 0 && !app.server.listening && !server.isClosed
        if (isFree) await endRuns()
        else await app.close()
        await runner.stop(1_000)
        if (isFree) builtServers.push(server)
      }
      return { app, base, runner, end }
    },
  }
}

async function build(own: BaseContext, lines: string[]): Promise<BuiltServer> {
  const base = { ...own }
  base.providers = { ...own.providers, counters: countersOf(base) }
  const app = await buildServer({ base, pages: [serveLogin(base)], endRuns: () => server.endRuns() })
  const server: BuiltServer = { app, base, lines, endRuns: async () => {}, open: 0, isClosed: false }
  app.addHook('onClose', async () => {
    server.isClosed = true
  })
  countOpenRequests(server)
  return server
}

/** Counts with the counters that a context has at the time. */
const countersOf =
  (base: Pick<BaseContext, 'providers'>): Counters =>
  (name, window_ms) => {
    let counters: Counters | undefined
    let count: ReturnType<Counters> | undefined
    return (key, now) => {
      if (!count || counters !== base.providers.counters) {
        counters = base.providers.counters
        count = counters(name, window_ms)
      }
      return count(key, now)
    }
  }

/** Counts the requests of a server that does not listen. */
function countOpenRequests(server: BuiltServer): void {
  const { app } = server
  const inject = app.inject.bind(app) as (asked: unknown) => Promise<unknown>
  const counted = async (asked: unknown) => {
    server.open += 1
    try {
      return await inject(asked)
    } finally {
      server.open -= 1
    }
  }
  app.inject = counted as typeof app.inject
}
