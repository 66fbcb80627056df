// npm run files -- to-s3|to-folder [--check]: copies all files between the data folder and the store of FILES_URL. The
// exit code is 0 when every registered file is at the target and no damage was found, and otherwise 1, also for a wrong
// argument. Copies that were at the target before are compared only with `--check`.
import { join } from 'node:path'
import { pino } from 'pino'
import { listStoredHashes } from '../../documents/storage/index.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { fileStoreLocation } from '../../platform/config/config-files.ts'
import { openForCommand } from '../../platform/db/open.ts'
import { OperatorFault } from '../../platform/foundation/errors.ts'
import { describeFault } from '../../platform/foundation/fault.ts'
import { createFolderStore } from '../../platform/providers/files/folder-store.ts'
import { StoreFault } from '../../platform/providers/files/s3/fault.ts'
import { openS3 } from '../../platform/providers/files/s3/open-s3.ts'
import { type CopySummary, copyFiles } from './copy-files.ts'

const USAGE = `用法：npm run files -- to-s3|to-folder [--check]
  to-s3      把 DATA_DIR/files 里的文件复制到 FILES_URL
  to-folder  把 FILES_URL 里的文件复制到 DATA_DIR/files
  --check    已有的文件也逐字节核对`

/** Maximum number of damaged files, and of missing ones, that are named. */
const MAX_LISTED_FILES = 20

/**
 * Returns the SHA-256 of the files registered in the database, by name. The database is closed before files are copied, so that a server may start
 * meanwhile.
 */
async function loadRegisteredHashes({ DATA_DIR, DATABASE_URL }: Config): Promise<Map<string, string>> {
  const opened = await openForCommand({ folder: DATA_DIR, url: DATABASE_URL })
  try {
    return await listStoredHashes(opened)
  } finally {
    await opened.close()
  }
}

/** Copies all files in a direction; `check` compares existing copies too. */
async function run(direction: 'to-s3' | 'to-folder', check: boolean): Promise<CopySummary> {
  const config = readConfig(process.env)
  const location = fileStoreLocation(config)
  if (!location) throw new OperatorFault('请先设置 FILES_URL、FILES_ACCESS_KEY 和 FILES_SECRET_KEY。')
  const hashes = await loadRegisteredHashes(config)
  const folder = createFolderStore(join(config.DATA_DIR, 'files'))
  const scratch = join(config.DATA_DIR, 'scratch')
  const { files: s3 } = openS3({ location, scratch, now: () => new Date(), log: pino({ level: 'silent' }) })
  const [from, to] = direction === 'to-s3' ? [folder, s3] : [s3, folder]
  console.log('正在复制…')
  const report = (done: number, total: number) => console.log(`已处理 ${done}/${total} 个文件…`)
  return copyFiles({ from, to, hashes, check, report })
}

/** Prints what was copied, and the files that are damaged or missing. */
function printSummary({ copied, bytes, existing, damaged, missing }: CopySummary): void {
  const size = (bytes / 1024 ** 2).toFixed(1)
  console.log(`复制了 ${copied} 个文件（${size} MB），已校验；目标处已有 ${existing} 个。`)
  const listNames = (names: string[]) =>
    names.slice(0, MAX_LISTED_FILES).join('、') + (names.length > MAX_LISTED_FILES ? '等' : '')
  if (damaged.length > 0)
    console.error(`${damaged.length} 个文件与登记的校验值不同，没有复制：${listNames(damaged)}`)
  if (missing.length > 0) console.error(`${missing.length} 个登记的文件在目标处没有：${listNames(missing)}`)
}

const [direction, ...flags] = process.argv.slice(2)
if ((direction !== 'to-s3' && direction !== 'to-folder') || flags.some((flag) => flag !== '--check')) {
  console.error(USAGE)
  process.exit(1)
}
try {
  const summary = await run(direction, flags.includes('--check'))
  printSummary(summary)
  const isComplete = summary.damaged.length + summary.missing.length === 0
  if (isComplete) console.log('登记的文件全部在目标处。原处的文件没有删除；接下来的步骤见 docs/operating.md')
  process.exit(isComplete ? 0 : 1)
} catch (error) {
  const reason = error instanceof StoreFault ? `（${error.reason}）请用 npm run doctor 检查` : ''
  console.error(`复制没有完成：${describeFault(error)}${reason}\n再执行一次会从没有复制的文件继续。`)
  process.exit(1)
}
