import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Endpoint } from '../../contract/src/index.ts'
import { logIn } from '../log-in.ts'
import { localPath, type MeasuredServer, startMeasured } from '../process.ts'
import { buildInput } from './schema.ts'
import { type HostileRecipe, recipeName, renderRecipe } from './texts.ts'

/** Worst-case patterns of earlier faults; a new fault adds its pattern. */
const PATTERNS = [
  ...[
    '中',
    'a@',
    'a/',
    '(',
    ')',
    'a(',
    '"',
    'a ',
    ' ',
    '的',
    'a-',
    '-中 ',
    'NOT ',
    'a OR ',
    'TI:',
    'a*',
    '?',
    'NEAR/9 ',
  ],
  ...[
    '[a](',
    '[1]',
    '[',
    '*a',
    '`',
    '> ',
    '<a ',
    '</',
    '\\',
    '{',
    '}',
    '$',
    '&',
    '10.1/)',
    '.)',
    '中。',
    'A.',
    ',',
    'and ',
    '\n',
  ],
  ...['e\u0301', '\u{1f600}', 'a\u200b', '1,', '=', '%', ':', ';', "a'", 'http://a.', 'a@a.'],
]
const RECIPES = PATTERNS.flatMap((pattern): HostileRecipe[] => [0, 1].map((frame) => ({ pattern, frame })))

/** Calls that end the attacking session or account. */
const EXCLUDED_PATHS = new Set(['/api/user/logout', '/api/user/cancel'])
const MAX_TEXT_CHARS = 200_000
/** Pauses at least this long are measured again, to exclude other work of the machine, in milliseconds. */
const LONG_PAUSE_MS = 25
const MAX_RETRIES = 3

/** The text that paused the server longest in one call. */
export interface CallAttack {
  /** Method and path. */
  call: string
  /** Its pattern and frame. */
  text: string
  /** In characters. */
  length: number
  /** In milliseconds. */
  pause: number
}

/**
 * Sends hostile texts in all text fields of every call; returns the worst result of each call that paused the server.
 */
export async function attackCalls(): Promise<CallAttack[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-hostile-'))
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMIT_SCALE: '100000' }
  const server = await startMeasured('../server/src/main.ts', settings, [
    '--import',
    localPath('./hostile/watch.ts'),
  ])
  try {
    const send = createSender(server, await logIn(server, folder))
    await send(api.papers.search, { query: 'language 语言' })
    const found: CallAttack[] = []
    for (const endpoint of Object.values(api).flatMap((group): Endpoint[] => Object.values(group)))
      if (endpoint.access !== 'public' && !endpoint.upload && !isExcluded(endpoint)) {
        const worst = await findWorstInput(server, send, endpoint)
        if (worst.pause > LONG_PAUSE_MS) found.push(worst)
      }
    return found.sort((a, b) => b.pause - a.pause)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const isExcluded = ({ path, summary }: Endpoint) =>
  EXCLUDED_PATHS.has(path) || /log out|ends? (?:the|all|this|a) session|account/i.test(summary)

type SendInput = (endpoint: Endpoint, input: Record<string, unknown>) => Promise<void>

function createSender({ url }: MeasuredServer, cookie: string): SendInput {
  return async ({ method, path }, input) => {
    const rest = { ...input }
    const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
      const value = String(rest[key]).slice(0, 60)
      delete rest[key]
      return encodeURIComponent(value)
    })
    const headers = { cookie, 'x-login-type': 'front', 'content-type': 'application/json' }
    const isGet = method === 'GET'
    const query = isGet ? `?${new URLSearchParams(queryParameters(rest))}`.slice(0, 12_000) : ''
    const request = {
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
      body: isGet ? null : JSON.stringify(rest),
    }
    await fetch(url + address + query, request)
      .then((response) => response.body?.cancel())
      .catch(() => {})
  }
}

function queryParameters(input: Record<string, unknown>): [string, string][] {
  return Object.entries(input).flatMap(([key, value]) =>
    value === undefined || value === null
      ? []
      : [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  )
}

/** Returns the longest pause of the server's main thread since the last request. */
function readLongestPause({ process: child }: MeasuredServer): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (pause) => resolve(Number(pause)))
    child.send('pause')
  })
}

async function findWorstInput(
  server: MeasuredServer,
  send: SendInput,
  endpoint: Endpoint,
): Promise<CallAttack> {
  const call = `${endpoint.method} ${endpoint.path}`
  let worst: CallAttack = { call, text: '', length: 0, pause: 0 }
  for (const recipe of RECIPES) {
    const text = renderRecipe(recipe, MAX_TEXT_CHARS)
    const input = buildInput(endpoint.input, text, {}) as Record<string, unknown>
    if (!JSON.stringify(input).includes(text.slice(0, 2).replaceAll(/["\\\n]/g, '')) && worst.text !== '')
      break
    const pause = await shortestPause(server, () => send(endpoint, input), worst.pause)
    if (pause > worst.pause || worst.text === '')
      worst = { call, text: recipeName(recipe), length: JSON.stringify(input).length, pause }
  }
  return worst
}

/** Returns the shortest pause of several attempts; a single attempt when it is short, or shorter than a known one. */
async function shortestPause(
  server: MeasuredServer,
  ask: () => Promise<void>,
  known: number,
): Promise<number> {
  let pause = Number.POSITIVE_INFINITY
  for (let round = 0; round < MAX_RETRIES && pause > Math.max(LONG_PAUSE_MS, known); round += 1) {
    await readLongestPause(server)
    await ask()
    pause = Math.min(pause, await readLongestPause(server))
  }
  return pause
}
