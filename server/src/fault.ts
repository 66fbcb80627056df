import { OperatorFault } from './errors.ts'

/** SQLite's "the disk is full". */
const SQLITE_FULL = 13

const SENTENCES: Record<string, string> = {
  EADDRINUSE: '端口已被占用，请关闭占用它的程序，或用 PORT 指定另一个端口。',
  ECONNREFUSED: '连接不上 DATABASE_URL 指定的 PostgreSQL，请确认它已启动。',
  ENOTFOUND: '找不到 DATABASE_URL 指定的主机，请检查地址。',
  '28P01': 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码。',
  '3D000': 'DATABASE_URL 指定的数据库不存在，请先创建它。',
  ENOSPC: '磁盘空间不足，请腾出空间后再试。',
}

/** Faults that the operator can mend are one clear Chinese sentence; anything else keeps its stack. */
export function describeFault(error: unknown): string {
  if (error instanceof OperatorFault) return error.message
  const { code = '', errcode, path } = error as { code?: string; errcode?: number; path?: string }
  const known = errcode === SQLITE_FULL ? SENTENCES.ENOSPC : SENTENCES[code]
  if (known) return known
  if (code === 'ENOENT' && path) return `找不到 ${path}，请检查路径。`
  if (code === 'ENOTDIR' && path) return `${path} 的上级不是文件夹，请检查路径。`
  if ((code === 'EACCES' || code === 'EPERM') && path) return `没有权限读写 ${path}。`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
