import type { api, OutputOf } from '@scinav/contract'
import { EngineFault, type EngineFaultKind } from '../../platform/providers/engines/port.ts'

/** The status of one engine in a federated search. */
export type EngineStatus = OutputOf<typeof api.combine.search>['engines'][number]

/** The advised wait in seconds after a refusal that names none. */
const DEFAULT_RETRY_S = 30

const FAULT_MESSAGES: Record<EngineFaultKind, (name: string, fault: EngineFault) => string> = {
  rate_limited: (name, { retry_after }) =>
    `${name} 限制了访问频率，请 ${retry_after ?? DEFAULT_RETRY_S} 秒后再试`,
  refused: (name, { status }) => `${name} 拒绝了访问（HTTP ${status}），请管理员检查密钥`,
  failed: (name, { status }) => `${name} 出错了（HTTP ${status}），请稍后再试`,
  unreachable: (name) => `连接不上 ${name}，请稍后再试`,
  unreadable: (name) => `${name} 的答复无法读取，请稍后再试`,
}

/** Returns the message shown when an engine failed, or null for an unexpected error. */
export function faultMessage(name: string, error: unknown): string | null {
  return error instanceof EngineFault ? FAULT_MESSAGES[error.kind](name, error) : null
}

/** Returns the message shown when an engine did not answer within its limit. */
export const slowMessage = (name: string, limit_ms: number) =>
  `${name} 在 ${Math.max(1, Math.round(limit_ms / 1000))} 秒内没有答复`

/** Returns the message shown when a query was translated to English. */
export const translatedMessage = (words: string) => `已用英文检索：${words}`

/** Messages shown with the status of an engine. */
export const STATUS_MESSAGES = {
  off: '管理员关闭了站外检索来源',
  local_filters: '所选的筛选条件只适用于本馆文献，没有检索这里',
  local_failed: '本馆文献暂时无法检索，请稍后再试',
  unexpected: '出错了，请稍后再试',
} as const
