import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerFaultCode } from '@scinav/contract'
import { readManifest } from '@scinav/search'
import { pino } from 'pino'
import { createParserPool } from '../../documents/parser/index.ts'
import { createPassageIndex } from '../../knowledge/passages/index.ts'
import { countPapers, findLastChange } from '../../library/papers/index.ts'
import { testAllModels } from '../../models/registry/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { fileStoreLocation } from '../../platform/config/config-files.ts'
import { searchClusterLocation } from '../../platform/config/config-search.ts'
import { ownFolder } from '../../platform/config/process-folders.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import { keyFault } from '../../platform/context/shared-key.ts'
import { findDamage } from '../../platform/db/health.ts'
import { type OpenDatabase, openForCommand } from '../../platform/db/open.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { createIdFactory } from '../../platform/foundation/ids.ts'
import { createProviders } from '../../platform/providers/create.ts'
import { verifySmtp } from '../../platform/providers/mail.ts'
import { createGrobid } from '../../platform/providers/structure/grobid.ts'
import { createLibraryIndex } from '../../search/engine/index.ts'

/** The result of one check. `off`: it is not configured, which is not a fault. */
export interface Finding {
  state: 'works' | 'broken' | 'off'
  name: string
  /** Its condition, and what to do. */
  note: string
}

const works = (name: string, note: string): Finding => ({ state: 'works', name, note })
const broken = (name: string, note: string): Finding => ({ state: 'broken', name, note })
const off = (name: string, note: string): Finding => ({ state: 'off', name, note })

const GIB = 1024 ** 3
/** Least free space of the data folder. */
const MIN_FREE_BYTES = GIB
/** A database file of this size takes minutes to read. */
const MIN_REPORTED_DATABASE_BYTES = GIB

/**
 * Checks everything the installation depends on, also while a server runs. It writes nothing but a file that it removes
 * again, a probe object in a configured file store, and an empty database when there is none. Each model gets one tiny
 * request.
 *
 * @param report receives notes about steps that take long.
 */
export async function examine(
  config: Config,
  report: (note: string) => void = () => undefined,
): Promise<Finding[]> {
  const folder = await examineFolder(config)
  const services = [...(await examineFiles(config)), ...(await examineStructure(config))]
  // The embedded database and the indexes lie in the data folder.
  if (folder.state === 'broken') return [folder, ...services, await examineMail(config)]
  const { finding, opened } = await examineDatabase(config, report)
  try {
    const dependent = opened
      ? [
          ...(await examineKey(config, opened)),
          ...(await examineIndexes(config, opened)),
          ...(await examineModels(config, opened)),
        ]
      : []
    return [folder, finding, ...services, ...dependent, await examineMail(config)]
  } finally {
    await opened?.close()
  }
}

/** Checks that the data folder is writable and has free space. */
async function examineFolder({ DATA_DIR }: Config): Promise<Finding> {
  const file = join(DATA_DIR, `doctor-${randomUUID()}`)
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
    writeFileSync(file, 'x', { flush: true })
    rmSync(file)
    const { bavail, bsize } = await statfs(DATA_DIR)
    const free = `${((bavail * bsize) / GIB).toFixed(1)} GB 可用`
    if (bavail * bsize < MIN_FREE_BYTES)
      return broken('数据目录', `${DATA_DIR} 可写，但只剩 ${free}，请腾出空间`)
    return works('数据目录', `${DATA_DIR} 可写，${free}`)
  } catch (error) {
    return broken('数据目录', `${describeFault(error)} 请检查 DATA_DIR 及其权限`)
  }
}

/**
 * Checks the file store outside the data folder, if one is configured; files in the data folder need no check of their
 * own.
 */
async function examineFiles(config: Config): Promise<Finding[]> {
  const location = fileStoreLocation(config)
  if (!location) return []
  const { tryFiles } = await import('./try-files.ts')
  const label = `${location.endpoint} 的桶 ${location.bucket}`
  const failure = await tryFiles(location)
  if (!failure) return [works('文件存储', `${label}，列出、写入、读取、删除均正常`)]
  const { step, reason, advice } = failure
  return [broken('文件存储', `${label}，${step}时出错（${reason}）。${advice}`)]
}

/** Checks the structure engine, if one is configured; files are parsed without it as well. */
async function examineStructure({ GROBID_URL: url }: Config): Promise<Finding[]> {
  if (!url) return []
  const fault = await createGrobid({ url, now: () => new Date(), log: pino({ level: 'silent' }) }).fault()
  if (!fault) return [works('结构识别服务', `${url} 正常`)]
  const advice = '请检查 GROBID_URL，以及那里的 GROBID 是否已经启动；在它恢复以前，PDF 只用内置的版面分析'
  return [broken('结构识别服务', `${url} 没有正常答复（${fault}）。${advice}`)]
}

const DAMAGED_DATABASE_ADVICE =
  '数据库文件已损坏。请先备份整个数据目录，再用 npm run restore 从最近的备份恢复到新的目录'

/** Checks the database, and reads the embedded one through; `opened` is null when it is broken. */
async function examineDatabase(
  config: Config,
  report: (note: string) => void,
): Promise<{ finding: Finding; opened: OpenDatabase | null }> {
  const kind = config.DATABASE_URL ? 'PostgreSQL' : '内置 SQLite'
  try {
    const opened = await openForCommand({ folder: config.DATA_DIR, url: config.DATABASE_URL })
    const note = opened.isServed ? '（服务正在运行）' : ''
    const papers = await countPapers(opened)
    const isFile = opened.kind === 'sqlite'
    const bytes = isFile ? statSync(join(config.DATA_DIR, 'scinav.db')).size : 0
    if (bytes >= MIN_REPORTED_DATABASE_BYTES)
      report(`正在通读数据库文件（${(bytes / GIB).toFixed(1)} GB），看它有没有损坏，可能要几分钟……`)
    const damage = isFile ? await findDamage(opened.db) : null
    if (damage)
      return {
        finding: broken('数据库', `${kind}：${DAMAGED_DATABASE_ADVICE}（${damage}）`),
        opened: null,
      }
    return { finding: works('数据库', `${kind}，文献 ${papers} 篇${note}`), opened }
  } catch (error) {
    return { finding: broken('数据库', `${kind}：${describeFault(error)}`), opened: null }
  }
}

/** Checks the secret key, if processes have registered the one they share. */
async function examineKey(config: Config, { db }: OpenDatabase): Promise<Finding[]> {
  const fault = await keyFault({ config, db })
  if (fault === undefined) return []
  return [fault ? broken('密钥', fault) : works('密钥', '与其他进程的相同')]
}

/** Checks the indexes by their files only: opening an index would tidy up under a running server. */
async function examineIndexes(config: Config, { db }: OpenDatabase): Promise<Finding[]> {
  const cluster = searchClusterLocation(config)
  if (cluster) {
    const { trySearch } = await import('./try-search.ts')
    const expected = { papers: await countPapers({ db }), change: await findLastChange({ db }) }
    const { state, note } = await trySearch(cluster, expected)
    return [{ state, name: '检索服务', note }]
  }
  const papers = `（文献 ${await countPapers({ db })} 篇）`
  const own = ownFolder(config)
  return [
    examineIndex(join(own, 'index'), '检索索引', '篇', `还没有建立，启动服务后会自动建立${papers}`),
    examineIndex(join(own, 'passages'), '文件段落索引', '段', '还没有建立，有了文件后会自动建立'),
  ]
}

/**
 * Checks that the files of an index are there in full.
 *
 * @param unit the measure word of its records.
 */
function examineIndex(folder: string, name: string, unit: string, missing_note: string): Finding {
  const manifest = readManifest(folder)
  if (!manifest) return off(name, missing_note)
  const size = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size
  const incomplete = manifest.segments.filter(({ file, bytes }) => size(file) !== bytes)
  if (incomplete.length > 0)
    return broken(name, `${incomplete.length} 个索引文件缺失或不完整，重启服务后会自动重建`)
  const records = manifest.segments.reduce((sum, segment) => sum + segment.papers, 0)
  return works(name, `${manifest.segments.length} 个文件完好，收有 ${records} ${unit}`)
}

const MODEL_KIND_NAMES = { chat: '语言模型', embedding: '向量模型', rerank: '重排模型' } as const

const MISSING_MODEL_NOTES = {
  chat: '未配置，回答由原文摘录组成。要启用请设置 AI_BASE_URL 与 AI_MODEL，或在管理员的「模型」页添加',
  embedding: '未配置，只按词检索。要启用请设置 AI_EMBEDDING_MODEL',
  rerank: '未配置，按检索得分排序。要启用请设置 AI_RERANK_MODEL',
} as const

const MODEL_FAULT_ADVICE: Partial<Record<AnswerFaultCode, string>> = {
  provider_auth: '请核对密钥（AI_API_KEY，或「模型」页里的密钥）',
  provider_rate_limited: '请稍后再试，或检查账户额度',
  provider_timeout: '请检查地址与网络，或模型是否已加载',
  provider_error: '请核对地址（以 /v1 结尾）与模型名称，并确认本机能访问它',
}

/** Checks the models of each kind; of a kind without any, says how to configure one. */
async function examineModels(config: Config, opened: OpenDatabase): Promise<Finding[]> {
  const trials = await testAllModels(await createContext(config, opened))
  return (['chat', 'embedding', 'rerank'] as const).flatMap((kind) => {
    const ofKind = trials.filter((trial) => trial.kind === kind)
    if (ofKind.length === 0) return off(MODEL_KIND_NAMES[kind], MISSING_MODEL_NOTES[kind])
    return ofKind.map((trial) => {
      const name = `${MODEL_KIND_NAMES[kind]} ${trial.name}`
      if (trial.ok) return works(name, `${trial.message}，${trial.took_ms} 毫秒`)
      const advice = trial.code ? (MODEL_FAULT_ADVICE[trial.code] ?? '') : ''
      return broken(name, `${trial.message}${advice}${trial.detail ? `（${trial.detail}）` : ''}`)
    })
  })
}

/** Creates the context in which models are tested. */
async function createContext(config: Config, { db }: OpenDatabase): Promise<BaseContext> {
  const log = pino({ level: 'silent' })
  const now = () => new Date()
  // Indexes are opened at the first search, which never happens here.
  const unopened = { db, log, now, folder: null, threads: 0, poll_ms: 0 }
  return {
    db,
    config,
    log,
    library: createLibraryIndex(unopened),
    passages: createPassageIndex(unopened),
    now,
    newId: createIdFactory(now),
    providers: {
      ...(await createProviders(config, db, log, now)),
      parsing: createParserPool({ out: join(ownFolder(config), 'parsing') }),
    },
  }
}

const PLAIN_SMTP =
  '，但连接没有加密：服务器没有提供 STARTTLS，密码和验证码会明文传输。邮件服务器不在本机时请改用 smtps:// 的地址'

/** Checks that the mail server accepts a connection and the log-in; sends nothing. */
async function examineMail({ SMTP_URL }: Config): Promise<Finding> {
  if (!SMTP_URL) return off('邮件', '未配置，验证码写入日志和发件箱。要发到邮箱请设置 SMTP_URL 与 MAIL_FROM')
  try {
    const isEncrypted = await verifySmtp(SMTP_URL)
    return works('邮件', `邮件服务器接受连接与登录${isEncrypted ? '' : PLAIN_SMTP}`)
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    const reason = code === 'EAUTH' ? '邮件服务器不接受用户名或密码' : '连接不上邮件服务器'
    return broken('邮件', `${reason}（${responseCode ?? code}），请检查 SMTP_URL`)
  }
}
