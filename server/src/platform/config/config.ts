import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { LOOPBACK_HOSTS } from '../foundation/addresses.ts'
import { OperatorFault } from '../foundation/errors.ts'
import { aiFaults, aiSettings } from './config-ai.ts'
import { filesFaults, filesSettings } from './config-files.ts'
import { searchFaults, searchSettings } from './config-search.ts'
import {
  brokenRules,
  type SettingFault,
  type SettingRule,
  secretKeyShape,
  urlShape,
  webAddressShape,
} from './shapes.ts'

const portShape = z.coerce
  .number('应是端口号')
  .int('应是整数')
  .min(0, '应在 0–65535 之间')
  .max(65_535, '应在 0–65535 之间')

/** A size in mebibytes. */
const megabytesShape = (fallback: number) =>
  z.coerce.number('应是以 MB 计的数').nonnegative('不能小于 0').default(fallback)

/** Limits of the disk space that people may use; `spaceLimits` of the context returns them in bytes. */
const quotaSettings = {
  UPLOAD_FILE_MB: megabytesShape(200),
  UPLOAD_TOTAL_MB: megabytesShape(2_048),
  FILES_TOTAL_MB: megabytesShape(10_240),
  IMPORT_FILE_MB: megabytesShape(1_024),
  IMPORT_TOTAL_MB: megabytesShape(20_480),
  DISK_FREE_MB: megabytesShape(512),
}

/** Every setting, by the name of its environment variable; docs/operating.md explains each. */
const settingsShape = z.strictObject({
  PORT: portShape.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  ROLE: z.enum(['all', 'web', 'worker'], '应是 all、web 或 worker').default('all'),
  INDEX_DIR: z.string().optional(),
  DATABASE_URL: urlShape('postgres:', 'postgresql:').optional(),
  SECRET_KEY: secretKeyShape.optional(),
  /** How long a process still answers after a request to stop, while `/readyz` reports that it is leaving, seconds. */
  LEAVE_SECONDS: z.coerce.number('应是秒数').min(0, '不能小于 0').max(300, '至多 300').optional(),
  PUBLIC_URL: webAddressShape.optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      '应是 trace、debug、info、warn、error 或 silent',
    )
    .default('info'),
  SMTP_URL: urlShape('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('SciNav <no-reply@localhost>'),
  SMS_WEBHOOK_URL: urlShape('http:', 'https:').optional(),
  SMS_WEBHOOK_TOKEN: z.string().optional(),
  OIDC_ISSUER: urlShape('http:', 'https:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default('统一身份认证'),
  CAS_URL: webAddressShape.optional(),
  CAS_NAME: z.string().default('校园统一认证'),
  ...aiSettings,
  ...quotaSettings,
  ...filesSettings,
  ...searchSettings,
  ENGINES: z.enum(['on', 'off'], '应是 on 或 off').default('on'),
  ENGINES_MAILTO: z.email('应是邮箱地址').optional(),
  ENGINES_URL: webAddressShape.optional(),
  /** A GROBID server, which extracts the structure of PDFs. */
  GROBID_URL: webAddressShape.optional(),
  OPENALEX_API_KEY: z.string().optional(),
  SEMANTIC_SCHOLAR_API_KEY: z.string().optional(),
  NCBI_API_KEY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, '至少 16 个字符').optional(),
  MCP_STDIO: z.enum(['on', 'off'], '应是 on 或 off').default('off'),
  REPORT_SHARING: z.enum(['on', 'off'], '应是 on 或 off').default('off'),
  RATE_LIMIT_STORE: z.enum(['memory', 'database'], '应是 memory 或 database').optional(),
  RATE_LIMIT_SCALE: z.coerce.number('应是大于 0 的数').positive('应大于 0').default(1),
  /** Days after which checked manuscripts are deleted with their results; 0 keeps them. */
  MANUSCRIPT_DAYS: z.coerce
    .number('应是天数')
    .int('应是整数')
    .min(0, '不能小于 0')
    .max(3_650, '至多 3650')
    .default(90),
  /** Days after which the manuscripts of batches are deleted with their findings; 0 keeps them. */
  MANUSCRIPT_BATCH_DAYS: z.coerce
    .number('应是天数')
    .int('应是整数')
    .min(0, '不能小于 0')
    .max(3_650, '至多 3650')
    .default(30),
  /** A JSON file with what the school requires of lists of references. */
  MANUSCRIPT_RULES: z.string().optional(),
  SITE_TITLE: z.string().default('科学导航'),
  SITE_COPYRIGHT: z.string().optional(),
  SITE_ICP: z.string().optional(),
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsShape.shape)

/** Returns whether an address is safe for identities: https, or plain http to a provider on this very machine. */
const isSecureUrl = (address: string) => {
  if (!URL.canParse(address)) return true
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK_HOSTS.has(hostname)
}

/**
 * Checks settings that depend on each other before they are parsed, so that these faults are reported together with
 * those of single settings.
 */
function combinationFaults(value: Record<string, unknown>): SettingFault[] {
  const text = (name: string) => (typeof value[name] === 'string' ? String(value[name]) : '')
  const sso = ['OIDC_ISSUER', 'CAS_URL'].filter((name) => text(name) !== '')
  return brokenRules([
    [
      text('OIDC_ISSUER') !== '' && text('OIDC_CLIENT_ID') === '',
      'OIDC_CLIENT_ID',
      '设置了 OIDC_ISSUER 时必须填写',
    ],
    [
      text('OIDC_CLIENT_ID') !== '' && text('OIDC_ISSUER') === '',
      'OIDC_ISSUER',
      '设置了 OIDC_CLIENT_ID 时必须填写',
    ],
    [
      sso.length > 0 && text('PUBLIC_URL') === '' && !LOOPBACK_HOSTS.has(text('HOST') || '127.0.0.1'),
      'PUBLIC_URL',
      '使用统一身份认证时必须填写：登录后要回到这个地址',
    ],
    [
      ['web', 'worker'].includes(text('ROLE')) && text('DATABASE_URL') === '',
      'ROLE',
      '内置数据库只由一个进程使用：分成 web 与 worker 时必须设置 DATABASE_URL',
    ],
    [text('INDEX_DIR') !== '' && text('DATABASE_URL') === '', 'INDEX_DIR', '只在设置了 DATABASE_URL 时使用'],
    ...sso.map((name): SettingRule => [!isSecureUrl(text(name)), name, '除本机测试外必须是 https 地址']),
  ])
}

/** The validated settings. */
export type Config = z.output<typeof settingsShape>

/**
 * Returns where requests are counted for rate limits: in the database when several processes may answer, unless
 * configured.
 */
export const counterStore = ({ RATE_LIMIT_STORE, ROLE }: Pick<Config, 'RATE_LIMIT_STORE' | 'ROLE'>) =>
  RATE_LIMIT_STORE ?? (ROLE === 'all' ? 'memory' : 'database')

/** A second lets load balancers notice; a worker, and a process that is alone, have nobody to hand over to. */
const DEFAULT_LEAVE_SECONDS = { web: 1, worker: 0, all: 0 } as const

/**
 * Returns how long a process still answers after a request to stop, ms: long enough for others that answer requests to
 * take over.
 */
export const leaveMs = ({ LEAVE_SECONDS, ROLE }: Pick<Config, 'LEAVE_SECONDS' | 'ROLE'>): number =>
  1_000 * (LEAVE_SECONDS ?? DEFAULT_LEAVE_SECONDS[ROLE])

/** Invalid settings; the message has one line per fault. */
class ConfigFault extends OperatorFault {}

const DEFAULT_FILE = 'scinav.config.json'

/**
 * Reads the settings: the environment takes precedence over the file (`CONFIG_FILE`, else `scinav.config.json` if it
 * exists). An empty variable counts as not set.
 *
 * @throws ConfigFault with every fault at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const fromEnv = Object.fromEntries(
    settingNames.filter((name) => env[name]).map((name) => [name, env[name]]),
  )
  const raw = { ...readConfigFile(env.CONFIG_FILE), ...fromEnv }
  const parsed = settingsShape.safeParse(raw)
  const data = parsed.data
  const faults = [
    ...combinationFaults(raw),
    ...(data ? [...aiFaults(data), ...filesFaults(data), ...searchFaults(data)] : []),
  ]
  if (parsed.success && faults.length === 0) return parsed.data
  const lines = [
    ...(parsed.error?.issues ?? []).map(describeIssue),
    ...faults.map(([name, message]) => `  ${name}：${message}`),
  ]
  throw new ConfigFault(`配置有 ${lines.length} 处问题：\n${lines.join('\n')}\n各项说明见 docs/operating.md`)
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `  ${issue.keys.join('、')}：没有这个配置项`
  return `  ${issue.path.join('.')}：${issue.message}`
}

/**
 * Reads the configuration file; without a name the default one, which may be missing.
 *
 * @throws ConfigFault when the named file is missing, or the file is not JSON.
 */
function readConfigFile(name: string | undefined): object {
  const file = name || DEFAULT_FILE
  if (!existsSync(file)) {
    if (name) throw new ConfigFault(`找不到 CONFIG_FILE 指定的配置文件 ${name}`)
    return {}
  }
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigFault(`配置文件 ${file} 不是合法的 JSON：${(error as Error).message}`)
  }
}
