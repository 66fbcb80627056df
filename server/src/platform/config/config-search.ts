import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { brokenRules, type SettingFault } from './shapes.ts'

const SHAPE_MESSAGE =
  '应是 http:// 或 https:// 开头的地址，多个节点用逗号分开，如 https://search1:9200,https://search2:9200'

const isNodeUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/** Settings of an OpenSearch cluster that several processes share; config.ts reads them with the others. */
export const searchSettings = {
  SEARCH_URL: z
    .string()
    .transform((text) => text.split(',').flatMap((url) => url.trim() || []))
    .refine((urls) => urls.every(isNodeUrl), { error: SHAPE_MESSAGE })
    .transform((urls) => (urls.length > 0 ? urls : undefined))
    .optional(),
  SEARCH_USER: z.string().optional(),
  SEARCH_PASSWORD: z.string().optional(),
  /** Path of a file with the CA certificate. */
  SEARCH_CA: z
    .string()
    .refine((file) => existsSync(file), { error: '没有这个文件' })
    .optional(),
  SEARCH_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,60}$/, '应以小写字母开头，只含小写字母、数字和下划线')
    .default('scinav'),
  SEARCH_SHARDS: z.coerce
    .number('应是整数')
    .int('应是整数')
    .min(1, '至少 1')
    .max(1_000, '至多 1000')
    .default(1),
  SEARCH_REPLICAS: z.coerce
    .number('应是整数')
    .int('应是整数')
    .min(0, '不能小于 0')
    .max(10, '至多 10')
    .default(0),
}

type SearchSettings = z.output<z.ZodObject<typeof searchSettings>> & { DATABASE_URL?: string | undefined }

/** Checks settings that depend on each other, and returns what is wrong. */
export function searchFaults(value: SearchSettings): SettingFault[] {
  const { SEARCH_URL, SEARCH_USER, SEARCH_PASSWORD, SEARCH_CA, DATABASE_URL } = value
  return brokenRules([
    [
      !SEARCH_URL && Boolean(SEARCH_USER || SEARCH_PASSWORD || SEARCH_CA),
      'SEARCH_URL',
      '设置了 SEARCH_USER、SEARCH_PASSWORD 或 SEARCH_CA 时必须填写',
    ],
    [
      Boolean(SEARCH_URL) && !DATABASE_URL,
      'SEARCH_URL',
      '只在设置了 DATABASE_URL 时使用：一个进程自带检索引擎',
    ],
    [Boolean(SEARCH_USER) !== Boolean(SEARCH_PASSWORD), 'SEARCH_USER', '与 SEARCH_PASSWORD 须同时填写'],
  ])
}

/** The location of the shared index; credentials are part of the addresses. */
export interface SearchClusterLocation {
  urls: string[]
  /** The CA certificate, PEM. */
  ca?: string
  /** The beginning of the names of all its indexes. */
  prefix: string
  shards: number
  replicas: number
}

/** Returns the location of the shared OpenSearch cluster, or null when each process has its own index. */
export function searchClusterLocation(value: SearchSettings): SearchClusterLocation | null {
  const { SEARCH_URL, SEARCH_USER, SEARCH_PASSWORD, SEARCH_CA } = value
  if (!SEARCH_URL) return null
  const urls = SEARCH_URL.map((node) => {
    const url = new URL(node)
    if (SEARCH_USER) url.username = encodeURIComponent(SEARCH_USER)
    if (SEARCH_PASSWORD) url.password = encodeURIComponent(SEARCH_PASSWORD)
    return url.href
  })
  return {
    urls,
    ...(SEARCH_CA && { ca: readFileSync(SEARCH_CA, 'utf8') }),
    prefix: value.SEARCH_PREFIX,
    shards: value.SEARCH_SHARDS,
    replicas: value.SEARCH_REPLICAS,
  }
}
