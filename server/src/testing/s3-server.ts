import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { createS3Client, type S3Timeouts } from '../platform/providers/files/s3/client.ts'
import { createS3Store } from '../platform/providers/files/s3/s3-store.ts'
import { sha256Hex, signHeaders } from '../platform/providers/files/s3/signature.ts'
import { createScratchFolder } from '../platform/providers/files/scratch.ts'
import { newFolder } from './new-folder.ts'
import { createS3Bucket, type S3Request, type S3Response } from './s3-bucket.ts'

/** A disturbance of a request. */
export type S3Trouble =
  /** The request is refused, or the store fails. */
  | { status: number; code: string }
  /** The request is accepted and never answered. */
  | 'silence'
  /** The connection ends in the middle of the request body, or else of the response body. */
  | 'cut'
  /** The request is carried out, and the connection ends before the response. */
  | 'lost'
  /** One byte of the response is changed. */
  | 'damage'

const BUCKET_NAME = 'scinav-test'
const TEST_SIGNER = { access_key: 'test-key', secret_key: 'test-secret-0042', region: 'test-1' }

/** Creates the list of disturbances: queued ones come first, each once, then those of a script. */
function createTroubles() {
  const queue: { method: string; trouble: S3Trouble }[] = []
  let script: (act: S3Request) => S3Trouble | undefined = () => undefined
  return {
    of(act: S3Request): S3Trouble | undefined {
      const at = queue.findIndex(({ method }) => method === act.method)
      return at < 0 ? script(act) : queue.splice(at, 1)[0]?.trouble
    },
    /** Disturbs the next requests of a method. */
    next: (method: string, ...some: S3Trouble[]) =>
      void queue.push(...some.map((trouble) => ({ method, trouble }))),
    /** Disturbs every other request by a script. */
    always: (other: typeof script) => {
      script = other
    },
  }
}

/**
 * Starts a small S3 server on loopback with objects, ranges, paged lists and multipart uploads. Every request has to be
 * signed, and every body has to be the signed one.
 */
async function startS3(prefix = '图书馆/科学 导航') {
  const bucket = createS3Bucket()
  const asked: S3Request[] = []
  const trouble = createTroubles()
  const server = createServer((request, response) => {
    // A request that broke off cannot be answered.
    handleRequest(request, response, (act) => {
      asked.push(act)
      return { bucket, trouble: trouble.of(act) }
    }).catch(() => request.socket.destroy())
  })
  const namesBelow = (folder: string, start: string) =>
    [...bucket.objects.keys()]
      .filter((key) => key.startsWith(folder + start))
      .map((key) => key.slice(folder.length))
      .sort()
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    place: { ...TEST_SIGNER, bucket: BUCKET_NAME, prefix, endpoint, addressing: 'path' as const },
    /** Settings of a server that stores its files here. */
    env: {
      FILES_URL: `s3://${BUCKET_NAME}/${prefix}`,
      FILES_ENDPOINT: endpoint,
      FILES_REGION: TEST_SIGNER.region,
      FILES_ACCESS_KEY: TEST_SIGNER.access_key,
      FILES_SECRET_KEY: TEST_SIGNER.secret_key,
    },
    asked,
    objects: bucket.objects,
    uploads: bucket.uploads,
    next: trouble.next,
    always: trouble.always,
    /** Returns the names of the files with a prefix. */
    names: (start = '') => namesBelow(`${prefix}/files/`, start),
    /** Returns the key of a file. */
    keyOf: (name: string) => `${prefix}/files/${name}`,
    /** Stops listening until `up` is called. */
    down() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
    up: () => listen(port),
  }
}

type RequestObserver = (act: S3Request) => {
  bucket: ReturnType<typeof createS3Bucket>
  trouble: S3Trouble | undefined
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  seen: RequestObserver,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
  const [, name = '', ...path] = url.pathname.split('/').map(decodeURIComponent)
  const { method = '', headers } = request
  const query = Object.fromEntries(url.searchParams)
  const act: S3Request = { method, key: path.join('/'), query, headers, body: Buffer.alloc(0) }
  const { bucket, trouble } = seen(act)
  const brings = method === 'PUT' || method === 'POST'
  if (trouble === 'cut' && brings) return void request.once('data', () => request.socket.destroy())
  act.body = await readBody(request)
  if (trouble === 'silence') return
  if (typeof trouble === 'object')
    return sendResponse(response, method, bucket.refusal(trouble.status, trouble.code))
  const refused = rejectionOf(request, url, act.body, name)
  const answer = refused ? bucket.refusal(...refused) : bucket.act(act)
  if (trouble === 'lost') return void request.socket.destroy()
  sendResponse(response, method, answer, trouble)
}

/** Starts the server for one test and stops it at the end. */
export async function useS3Server(prefix?: string) {
  const server = await startS3(prefix)
  onTestFinished(() => server.down())
  return server
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Checks signature, body and bucket of a request; returns status and code of a rejection. */
function rejectionOf(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  bucket: string,
): [number, string] | null {
  if (!isSigned(request, url)) return [403, 'SignatureDoesNotMatch']
  if (request.headers['x-amz-content-sha256'] !== sha256Hex(body)) return [400, 'XAmzContentSHA256Mismatch']
  return bucket === BUCKET_NAME ? null : [404, 'NoSuchBucket']
}

const SIGNED_HEADERS = ['host', 'x-amz-content-sha256', 'x-amz-date']

function isSigned({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const { authorization = '', 'x-amz-date': time, 'x-amz-content-sha256': sha256 } = headers
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(time)) ?? []
  if (!second) return false
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const named = /SignedHeaders=([^,]+),/.exec(authorization)?.[1]?.split(';') ?? []
  // Headers that affect the store have to be signed, so that none can be added on the way.
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !named.includes(name))) return false
  const rest = named
    .filter((name) => !SIGNED_HEADERS.includes(name))
    .map((name) => [name, String(headers[name])])
  const request = { method, url, headers: Object.fromEntries(rest), sha256: String(sha256) }
  return signHeaders(request, TEST_SIGNER, at).authorization === authorization
}

function sendResponse(
  response: ServerResponse,
  method: string,
  { status, headers, body }: S3Response,
  trouble?: S3Trouble,
): void {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': body.length }) })
  if (method === 'HEAD') return void response.end()
  if (trouble === 'cut')
    return void response.write(body.subarray(0, body.length / 2), () => response.destroy())
  if (trouble !== 'damage') return void response.end(body)
  const other = Buffer.from(body)
  other.writeUInt8((other.readUInt8(0) + 1) % 256, 0)
  response.end(other)
}

const PART_BYTES = 1_000
/** More bytes than fit into one part. */
export const sampleBytes = Buffer.from(Array.from({ length: 5 * PART_BYTES }, (_, at) => (at * 7) % 256))
/** The error for a store that does not answer. */
export const unavailableFault = { id: 'storage.unavailable', message: expect.stringContaining('文件存储') }
/** The response of an overloaded store. */
export const slowDownTrouble: S3Trouble = { status: 503, code: 'SlowDown' }

/** Creates a file store on an S3 server in this process. */
export async function s3Scene() {
  const server = await useS3Server()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const scratch = join(newFolder(), 'scratch')
  const open = (location = server.place, more: Partial<S3Timeouts> = {}) => {
    const limits = { wait_ms: 1, ...more }
    const client = createS3Client({
      location,
      folder: 'files',
      now: () => new Date(),
      log,
      timeouts: limits,
    })
    return createS3Store({ client, scratch: createScratchFolder(scratch), part_bytes: PART_BYTES })
  }
  return { server, lines, scratch, open, store: open() }
}

/** Returns the whole content of a stream; empty without one. */
export async function readStream(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}
