import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseContext } from '../context/context.ts'
import { queueLocalFile } from './import.service.ts'

const LOOK_MS = 1_000
const folderOf = (data: string) => join(data, 'import-inbox')

/** Leaves files to the server that has the data folder: it alone may write there. */
export function handOver(data: string, paths: string[], name: string): void {
  const folder = folderOf(data)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.json`)
  writeFileSync(`${file}.new`, JSON.stringify({ paths }))
  renameSync(`${file}.new`, file)
}

/** Takes over what the command line has left, every second. */
export function watchInbox(ctx: BaseContext): void {
  const folder = folderOf(ctx.config.DATA_DIR)
  let busy = false
  const look = async () => {
    if (busy || !existsSync(folder)) return
    busy = true
    await takeAll(ctx, folder).catch((error) =>
      ctx.log.error({ err: error }, 'an import could not be taken over'),
    )
    busy = false
  }
  void look()
  setInterval(look, LOOK_MS).unref()
}

async function takeAll(ctx: BaseContext, folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { paths }: { paths: string[] } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const path of paths) await queueLocalFile(ctx, path)
    rmSync(join(folder, name))
  }
}
