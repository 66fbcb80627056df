import { AppError, DatabaseUnavailable, OperatorFault } from './errors.ts'

/** A failure of the disk, or of the database on it. */
export type DiskFault = 'disk.full' | 'disk.read_only' | 'disk.damaged'

/**
 * By primary result codes of SQLite (https://www.sqlite.org/rescode.html): READONLY, IOERR, CORRUPT, FULL, NOTADB.
 * Extended codes have the primary one in their last byte.
 */
const DISK_FAULT_BY_SQLITE_CODE: Record<number, DiskFault> = {
  8: 'disk.read_only',
  10: 'disk.damaged',
  11: 'disk.damaged',
  13: 'disk.full',
  26: 'disk.damaged',
}

/** By error codes of the operating system, and of PostgreSQL (appendix A of its manual). */
const DISK_FAULT_BY_CODE: Record<string, DiskFault> = {
  ENOSPC: 'disk.full',
  EDQUOT: 'disk.full',
  EROFS: 'disk.read_only',
  EIO: 'disk.damaged',
  '53100': 'disk.full',
  '58030': 'disk.damaged',
  XX001: 'disk.damaged',
  XX002: 'disk.damaged',
}

/** Number of nested causes that are examined. */
const MAX_CAUSES = 8
/** Extended result codes of SQLite hold the primary one in these bits. */
const PRIMARY_CODE_BITS = 0xff

/** Returns the disk fault that an error, or one of its causes, reports; null when there is none. */
export function diskFault(error: unknown): DiskFault | null {
  let current = error
  for (let depth = 0; current instanceof Error && depth < MAX_CAUSES; depth += 1) {
    const { code, errcode, cause } = current as Error & { code?: unknown; errcode?: unknown }
    const found =
      typeof errcode === 'number'
        ? DISK_FAULT_BY_SQLITE_CODE[errcode & PRIMARY_CODE_BITS]
        : DISK_FAULT_BY_CODE[typeof code === 'string' ? code : '']
    if (found) return found
    current = cause
  }
  return null
}

/** Waits for a write that a request can do without: on a full or read-only disk the request goes on. */
export async function unlessDiskFails(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (diskFault(error) === null) throw error
  }
}

/** Messages for error codes of the operating system and of PostgreSQL at start. */
const FAULT_MESSAGES: Record<string, string> = {
  EADDRINUSE: '端口已被占用，请关闭占用它的程序，或用 PORT 指定另一个端口。',
  ECONNREFUSED: '连接不上 DATABASE_URL 指定的 PostgreSQL，请确认它已启动。',
  ENOTFOUND: '找不到 DATABASE_URL 指定的主机，请检查地址。',
  EAI_AGAIN: '找不到 DATABASE_URL 指定的主机，请检查地址和域名解析。',
  '28P01': 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码。',
  '28000':
    'PostgreSQL 没有 DATABASE_URL 里的用户，或不允许它从这台机器连接：请先建立用户，并检查 pg_hba.conf。',
  '42501': 'DATABASE_URL 里的用户没有建表的权限，请让它成为这个库的所有者（alter database … owner to …）。',
  '53300': 'PostgreSQL 的连接数已满，请增大 max_connections，或减少进程。',
  '25006': 'DATABASE_URL 指定的 PostgreSQL 现在只能读取：可能正在主备切换，或连到了备机。',
  '3D000': 'DATABASE_URL 指定的数据库不存在，请先创建它。',
}

const DISK_FAULT_MESSAGES: Record<DiskFault, string> = {
  'disk.full': '磁盘空间不足，请腾出空间后再试。',
  'disk.read_only': '数据目录或数据库不能写入，请检查 DATA_DIR 所在的磁盘是否只读，以及文件的权限。',
  'disk.damaged':
    '数据库文件已损坏，或所在的磁盘读写出错。请先备份整个数据目录，再用 npm run restore 从最近的备份恢复到新的目录。',
}

const SQLITE_CANTOPEN = 14

/** Describes a failure for the operator: one Chinese sentence when the operator can fix it, otherwise the stack. */
export function describeFault(error: unknown): string {
  if (error instanceof OperatorFault || error instanceof AppError) return error.message
  const message = diskMessage(error) ?? codeMessage(error) ?? databaseMessage(error)
  if (message) return message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const databaseMessage = (error: unknown): string | null =>
  error instanceof DatabaseUnavailable
    ? '连接不上 DATABASE_URL 指定的 PostgreSQL，请检查它是否在运行，以及地址和防火墙。'
    : null

function diskMessage(error: unknown): string | null {
  const fault = diskFault(error)
  if (fault) return DISK_FAULT_MESSAGES[fault]
  const { errcode } = error as { errcode?: number }
  const cannotOpen = errcode !== undefined && (errcode & PRIMARY_CODE_BITS) === SQLITE_CANTOPEN
  return cannotOpen ? '打不开数据库文件，请检查 DATA_DIR 的权限，以及 scinav.db 是不是一个文件。' : null
}

/**
 * Returns the message for an error code, or one that names the path of a failed file operation; undefined for any other
 * error.
 */
function codeMessage(error: unknown): string | undefined {
  const { code = '', path } = error as { code?: string; path?: string }
  if (FAULT_MESSAGES[code] || !path) return FAULT_MESSAGES[code]
  if (code === 'ENOENT') return `找不到 ${path}，请检查路径。`
  if (code === 'ENOTDIR') return `${path} 的上级不是文件夹，请检查路径。`
  if (code === 'EEXIST') return `${path} 不是文件夹，请检查路径。`
  if (code === 'EISDIR') return `${path} 是文件夹，这里要的是文件，请检查路径。`
  if (code === 'ENAMETOOLONG') return `路径太长，请换一个短一些的：${path}`
  return code === 'EACCES' || code === 'EPERM' ? `没有权限读写 ${path}。` : undefined
}
