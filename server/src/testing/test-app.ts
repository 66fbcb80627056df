import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Endpoint, type InputOf, type OutputOf } from '@scinav/contract'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { onTestFailed, onTestFinished } from 'vitest'
import { createParserPool } from '../documents/parser/index.ts'
import { createPassageIndex } from '../knowledge/passages/index.ts'
import { setWatching } from '../library/retractions/watch.store.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { ownFolder } from '../platform/config/process-folders.ts'
import type { BaseContext } from '../platform/context/context.ts'
import { createIdFactory } from '../platform/foundation/ids.ts'
import { createProviders } from '../platform/providers/create.ts'
import type { OutgoingMessage } from '../platform/providers/mail.ts'
import type { Providers } from '../platform/providers/providers.ts'
import { createLibraryIndex } from '../search/engine/index.ts'
import { type DatabasePlace, existingDatabase, freshDatabase } from './fresh-database.ts'
import { parseInProcess } from './parse-in-process.ts'
import { PASSWORD } from './password.ts'
import { reserveServer } from './reusable-server.ts'
import { createSignedUpUser } from './sign-up.ts'
import { addTwin, sharedIndexes } from './twin-server.ts'

/** The level of errors in pino's lines. */
const ERROR_LEVEL = 50

interface Options {
  /** Receives the function that stops the server; by default the server stops at the end of the test. */
  whenOver?: (end: () => Promise<void>) => void
  env?: Record<string, string>
  /** An existing database. */
  place?: DatabasePlace
  providers?: (made: Providers) => Partial<Providers>
}

/** Opens a fresh database in which no service is asked about works; tests of that switch it on, with a service of their own. */
async function openUnwatched(folder: string) {
  const opened = await freshDatabase(folder)
  await setWatching(opened.db, false)
  return opened
}

/** Creates the whole server on a fresh database of the kind under test, with a clock that advances only when moved. */
export async function testApp({ env = {}, place, providers = () => ({}), whenOver }: Options = {}) {
  const folder = place?.folder ?? mkdtempSync(join(tmpdir(), 'scinav-test-'))
  const opened = place ? await existingDatabase(place) : await openUnwatched(folder)
  let time = Date.parse('2026-03-02T08:00:00Z')
  const now = () => new Date(time)
  const config: Config = readConfig({ ...env, DATA_DIR: folder, CONFIG_FILE: '' })
  const { log, lines, open } = reserveServer(env)
  const outbox: OutgoingMessage[] = []
  const made: Providers = {
    ...(await createProviders(config, opened.db, pino({ level: 'silent' }), now)),
    parsing: createParserPool({ out: join(ownFolder(config), 'parsing'), start: parseInProcess }),
  }
  const collecting: Providers = { ...made, outbox: { send: async (message) => void outbox.push(message) } }
  const alone = { db: opened.db, log, now, folder: null, threads: 0, poll_ms: 0 }
  const following = process.env.TEST_TWIN ? sharedIndexes(alone) : alone
  const library = createLibraryIndex(following)
  const passages = createPassageIndex(following)
  const own: BaseContext = {
    db: opened.db,
    config,
    log,
    library,
    passages,
    providers: { ...collecting, ...providers(made) },
    now,
    newId: createIdFactory(now),
  }
  const { app, base, runner, end: endServer } = await open(own, opened.kind)
  const endTwin = process.env.TEST_TWIN ? await addTwin({ app, base, kind: opened.kind, following }) : null
  const end = async () => {
    await endTwin?.()
    await endServer()
    await passages.close()
    await library.close()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (whenOver) whenOver(end)
  else {
    onTestFinished(end)
    onTestFailed(() => printFaults(lines))
  }
  const guest = createCaller(app)
  return {
    app,
    base,
    kind: opened.kind,
    url: opened.url,
    runner,
    outbox,
    log: lines,
    folder,
    guest,
    /** Moves the clock forward. */
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    /** Creates a user and returns a logged-in caller; the first user is the operator. */
    signUp: (account: string) => signUp(app, base, account),
    /** Logs in a second browser of the same user. */
    logIn: async (account: string, password = PASSWORD) => {
      const browser = createCaller(app)
      await browser.call(api.user.login, { account, password })
      return browser
    },
  }
}

/** Prints the errors in a log, for a test that has failed; one that passes has caused them on purpose. */
function printFaults(lines: string[]): void {
  for (const line of lines) {
    const { level, err } = JSON.parse(line)
    if (level >= ERROR_LEVEL && err) process.stderr.write(`${err.stack}\n`)
  }
}

/** A server for one test. */
export type TestApp = Awaited<ReturnType<typeof testApp>>
/** A browser or program that calls the server. */
export type Caller = ReturnType<typeof createCaller>

interface ErrorReply {
  status: number
  code: number
  problem: string | undefined
  data: unknown
  message: string
}

/**
 * Creates a browser that keeps its cookie and makes calls through the contract.
 *
 * @param basic headers of every call; with an access token there, the caller is a program.
 */
export function createCaller(
  app: FastifyInstance,
  basic: Record<string, string> = { 'x-login-type': 'front' },
) {
  let cookie = ''

  async function send(
    endpoint: Endpoint,
    input: object,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ): Promise<LightMyRequestResponse> {
    const request = buildRequest(endpoint, input, body)
    const own = { ...basic, host: 'localhost:3000', ...(cookie ? { cookie } : {}) }
    const response = await app.inject({ ...request, headers: { ...request.headers, ...own, ...headers } })
    const given = [response.headers['set-cookie'] ?? []].flat()[0]
    if (given) cookie = given.split(';')[0] ?? ''
    return response
  }

  return {
    send,
    cookie: () => cookie,
    useCookie: (value: string) => {
      cookie = value
    },
    /**
     * Returns the data of the response; `body` is the body of an upload.
     *
     * @throws Error with status, code and problem when the call is rejected.
     */
    async call<E extends Endpoint>(
      endpoint: E,
      input: InputOf<E>,
      headers?: Record<string, string>,
      body?: Uint8Array,
    ): Promise<OutputOf<E>> {
      const refusal = readEnvelope(await send(endpoint, input, headers, body))
      if (refusal.status !== 200) throw Object.assign(new Error(refusal.message), refusal)
      return refusal.data as OutputOf<E>
    },
    /**
     * Returns how the call was rejected.
     *
     * @throws Error when it was not.
     */
    async refusal<E extends Endpoint>(
      endpoint: E,
      input: object,
      headers?: Record<string, string>,
      body?: Uint8Array,
    ): Promise<ErrorReply> {
      const refusal = readEnvelope(await send(endpoint, input, headers, body))
      if (refusal.status === 200) throw new Error(`${endpoint.path} was not refused`)
      return refusal
    },
  }
}

const FORM_BOUNDARY = 'a-line-that-no-file-has'

/** Encodes files and fields as a browser's form, which may be the body of an upload. */
export function buildForm(
  files: { name: string; body: Uint8Array }[],
  fields: [name: string, value: string][] = [],
): Buffer {
  const written = fields.map(
    ([name, value]) =>
      `--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const parts = files.flatMap(({ name, body }) => [
    `--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    body,
    '\r\n',
  ])
  return Buffer.concat(
    [...parts, ...written, `--${FORM_BOUNDARY}--\r\n`].map((part) => Buffer.from(part as Uint8Array)),
  )
}

function buildRequest(
  endpoint: Endpoint,
  input: object,
  body: Uint8Array = Buffer.from('bytes'),
): InjectOptions {
  const rest: Record<string, unknown> = { ...input }
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const query = () => JSON.parse(JSON.stringify(rest))
  if (endpoint.upload) {
    const headers = { 'content-type': 'application/octet-stream' }
    return { method: endpoint.method, url, query: query(), payload: Buffer.from(body), headers }
  }
  if (endpoint.form) {
    const headers = { 'content-type': `multipart/form-data; boundary=${FORM_BOUNDARY}` }
    return {
      method: endpoint.method,
      url,
      query: query(),
      payload: buildForm([{ name: 'a.txt', body }]),
      headers,
    }
  }
  if (endpoint.method !== 'GET') return { method: endpoint.method, url, payload: rest }
  return { method: 'GET', url, query: query() }
}

function readEnvelope(response: LightMyRequestResponse): ErrorReply {
  const { code, data, message } = response.json()
  return { status: response.statusCode, code, data, message, problem: data?.problem }
}

async function signUp(app: FastifyInstance, base: BaseContext, account: string) {
  const browser = createCaller(app)
  const { cookie, user } = await createSignedUpUser(base, account, PASSWORD)
  browser.useCookie(cookie)
  return { ...browser, id: user.id, user }
}
