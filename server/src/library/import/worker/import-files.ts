import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { importExtension, importExtensions } from '@scinav/contract'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../../platform/config/config.ts'
import type { BaseContext } from '../../../platform/context/context.ts'
import { FolderInUse } from '../../../platform/db/lock.ts'
import { createLogger, createStandardOutput } from '../../../platform/foundation/logger.ts'
import { queueLocalFile } from '../import.service.ts'
import { findFaults } from '../import.store.ts'
import { dropInInbox } from '../inbox.ts'
import { getImportState, runImport } from '../run-import.ts'
import { createImportRunner } from './import-in-worker.ts'

interface FolderFiles {
  files: string[]
  /** Files in folders whose extension belongs to no format. */
  skipped: string[]
}

/**
 * Returns a named file, whatever its extension, or the files of a folder and its subfolders with a known extension.
 */
function listImportableFiles(path: string): FolderFiles {
  if (!statSync(path).isDirectory()) return { files: [resolve(path)], skipped: [] }
  const all = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(join(entry.parentPath, entry.name)))
    .sort()
  const isKnown = (file: string) => importExtensions.includes(importExtension(file))
  return { files: all.filter(isKnown), skipped: all.filter((file) => !isKnown(file)) }
}

/** Maximum numbers of files and warnings that are printed one by one. */
const MAX_NAMED_FILES = 50
const MAX_PRINTED_WARNINGS = 20

function printSkipped(skipped: readonly string[]): void {
  if (skipped.length === 0) return
  console.log(`跳过 ${skipped.length} 个不是题录格式的文件（写出文件名可以单独导入）：`)
  for (const file of skipped.slice(0, MAX_NAMED_FILES)) console.log(`  ${file}`)
  if (skipped.length > MAX_NAMED_FILES) console.log(`  … 另有 ${skipped.length - MAX_NAMED_FILES} 个`)
}

async function printWarnings(base: BaseContext, import_id: string, count: number): Promise<void> {
  if (count === 0) return
  const { rows } = await findFaults(base.db, { import_id, kind: 'warning' }, 0, MAX_PRINTED_WARNINGS)
  console.log(`  ${count} 条记录有提示：`)
  for (const { line, reason } of rows) console.log(`    第 ${line} 行：${reason}`)
  if (count > rows.length) console.log('    … 其余见管理员的「文献导入」')
}

/** Imports files one after the other, prints the result of each, and brings the index up to date. */
async function importAll(base: BaseContext, files: string[]): Promise<void> {
  for (const file of files) {
    const { id } = await queueLocalFile(base, file)
    const started = performance.now()
    console.log(`导入 ${file}`)
    const report = async (_progress: number, note: string) => void process.stdout.write(`\r  ${note}`)
    await runImport(base, id, { signal: new AbortController().signal, report })
    const { state, format, records, added, merged, unchanged, broken, warnings, error } =
      await getImportState(base, id)
    const seconds = (performance.now() - started) / 1000
    console.log(
      `\r  ${format ?? '未知格式'}：读 ${records} 条，新增 ${added}，合并 ${merged}，已有 ${unchanged}，不能读 ${broken}；` +
        `${seconds.toFixed(1)} 秒，每秒 ${Math.round(records / seconds)} 条${state === 'done' ? '' : `。${error ?? ''}`}`,
    )
    await printWarnings(base, id, Number(warnings))
  }
  console.log('正在建立索引…')
  await base.library.catchUp()
  await base.library.current()
}

/**
 * Opens the data folder for a program that only writes.
 *
 * @throws FolderInUse when a server has it open.
 */
type OpenBase = (
  config: Config,
  log: Logger,
  options: { threads: 'only to write'; importsInWorker: typeof createImportRunner },
) => Promise<{ base: BaseContext; close: () => Promise<void> }>

/** Imports files, and the files in folders, into the library, or leaves them to the server that has it open. */
export async function importPaths(paths: string[], openBase: OpenBase): Promise<void> {
  const found = paths.map(listImportableFiles)
  const files = found.flatMap((each) => each.files)
  printSkipped(found.flatMap((each) => each.skipped))
  const config = readConfig(process.env)
  let open: Awaited<ReturnType<OpenBase>>
  try {
    open = await openBase(config, createLogger('warn', createStandardOutput()), {
      threads: 'only to write',
      importsInWorker: createImportRunner,
    })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    dropInInbox(config.DATA_DIR, files, `${Date.now()}-${process.pid}`)
    console.log(`已把 ${files.length} 个文件交给正在运行的服务，进度见管理员的「文献导入」。`)
    return
  }
  await importAll(open.base, files)
  await open.close()
}
