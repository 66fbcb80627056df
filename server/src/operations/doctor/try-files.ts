import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { FileStoreLocation } from '../../platform/config/config-files.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { createS3Client, type S3Client, type S3Timeouts } from '../../platform/providers/files/s3/client.ts'
import { findObject, readObject } from '../../platform/providers/files/s3/download.ts'
import { StoreFault } from '../../platform/providers/files/s3/fault.ts'
import { uploadObject } from '../../platform/providers/files/s3/upload.ts'
import { parseObjects } from '../../platform/providers/files/s3/xml.ts'

/** The step that fails, the store's error code, and what to do. */
interface StoreFailure {
  step: string
  reason: string
  advice: string
}

/** Fewer and shorter attempts than in operation, because somebody waits for the result. */
const TIMEOUTS: Partial<S3Timeouts> = { tries: 2, answer_ms: 10_000 }

/**
 * Tries every operation that files need with a small object of its own, and removes it again.
 *
 * @returns null when everything works.
 */
export async function tryFiles(location: FileStoreLocation): Promise<StoreFailure | null> {
  const client = createS3Client({
    location,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    timeouts: TIMEOUTS,
  })
  const name = `doctor-${randomUUID()}`
  const content = Buffer.from(name)
  const list = { 'list-type': '2', 'max-keys': '1' }
  const steps: [string, () => Promise<unknown>][] = [
    ['连接', () => client.send({ method: 'HEAD' })],
    ['列出文件', async () => parseObjects((await client.send({ method: 'GET', query: list })).text)],
    ['写入', () => uploadObject(client, name, { size: content.length, read: async () => content })],
    ['读取', () => readBack(client, name, content)],
    ['删除', () => client.send({ method: 'DELETE', name })],
  ]
  for (const [step, work] of steps) {
    const failure = await work().then(() => null, toFailure)
    if (failure) return { step, ...failure }
  }
  return null
}

/** @throws StoreFault when the object is missing, AppError `storage.damaged` when its content differs. */
async function readBack(client: S3Client, name: string, content: Buffer): Promise<void> {
  const found = await findObject(client, name)
  if (!found) throw new StoreFault({ status: 404, reason: 'NoSuchKey', isTransient: false })
  const chunks: Uint8Array[] = []
  for await (const chunk of readObject(client, found)) chunks.push(chunk)
  if (!Buffer.concat(chunks).equals(content)) throw new AppError('storage.damaged')
}

/**
 * Returns the store's error code and what to do.
 *
 * @throws errors that are not the store's.
 */
function toFailure(error: unknown): Omit<StoreFailure, 'step'> {
  if (error instanceof StoreFault) return { reason: error.reason, advice: adviceFor(error) }
  if (error instanceof AppError) return { reason: error.id, advice: '读到的内容与写入的不同，请检查存储服务' }
  throw error
}

/** Returns what to do about a fault of the store; its status is 0 when there was no response. */
function adviceFor({ status, reason }: StoreFault): string {
  if (status === 0) return '连接不上，请检查 FILES_ENDPOINT、网络和证书'
  if (reason === 'NotS3') return '答复的不是 S3 服务，请核对 FILES_ENDPOINT'
  if (reason === 'RequestTimeTooSkewed') return '两边的时钟相差太多，请校准本机的时间'
  if (reason === 'NoSuchKey') return '刚写入的对象读不到，请看存储服务的日志'
  if (status === 401 || status === 403)
    return '密钥不对或没有权限，请核对 FILES_ACCESS_KEY、FILES_SECRET_KEY、FILES_REGION 和桶的授权'
  if (status === 404) return '没有这个桶，请核对 FILES_URL，或先建立它（程序不会自己建立）'
  if (status >= 300 && status < 400)
    return '桶在别的地址或区域，请核对 FILES_ENDPOINT、FILES_REGION 和 FILES_ADDRESSING'
  return status >= 500 || status === 429 ? '存储服务出错或过忙，请看它的日志' : '请看存储服务的日志'
}
