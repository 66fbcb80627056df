/** What the disk, or the database on it, said no to. */
export type DiskFault = 'disk.full' | 'disk.read_only' | 'disk.damaged'

/** Primary result codes, https://www.sqlite.org/rescode.html; extended ones hold them in their last byte. */
const BY_SQLITE: Record<number, DiskFault> = {
  8: 'disk.read_only',
  10: 'disk.damaged',
  11: 'disk.damaged',
  13: 'disk.full',
  26: 'disk.damaged',
}

/** Codes of the operating system, and of PostgreSQL (appendix A of its manual). */
const BY_CODE: Record<string, DiskFault> = {
  ENOSPC: 'disk.full',
  EDQUOT: 'disk.full',
  EROFS: 'disk.read_only',
  EIO: 'disk.damaged',
  '53100': 'disk.full',
  '25006': 'disk.read_only',
  '58030': 'disk.damaged',
  XX001: 'disk.damaged',
  XX002: 'disk.damaged',
}

/** Which fault of the disk an error, or what caused it, is; null where it is none. */
export function diskFaultOf(error: unknown): DiskFault | null {
  let at = error
  for (let depth = 0; at instanceof Error && depth < 8; depth += 1) {
    const { code, errcode, cause } = at as Error & { code?: unknown; errcode?: unknown }
    const found =
      typeof errcode === 'number' ? BY_SQLITE[errcode & 0xff] : BY_CODE[typeof code === 'string' ? code : '']
    if (found) return found
    at = cause
  }
  return null
}
