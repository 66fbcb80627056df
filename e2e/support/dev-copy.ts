import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED_ENTRIES = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'config', 'contract']
const COPIED_WORKSPACES = ['citation', 'formats', 'documents', 'threads', 'search', 'server', 'web']
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist', 'data'])

/** A developer's running copy of the product: `npm run dev` on a copy of the sources. */
export interface DevCopy {
  /** Address of the web pages. */
  url: string
  /** The data folder. */
  folder: string
  /** Returns everything printed so far. */
  printed: () => string
  /** Appends a line to a source file. */
  addLine: (file: string, line: string) => void
  stop: () => Promise<void>
}

/** Copies the sources to a new folder that uses the packages of this one. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'scinav-dev-'))
  for (const name of [...COPIED_ENTRIES, ...COPIED_WORKSPACES])
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (path) => !EXCLUDED_FOLDERS.has(basename(path)),
    })
  for (const part of ['', 'web'])
    linkPackages(join(ROOT, part, 'node_modules'), join(copy, part, 'node_modules'))
  mkdirSync(join(copy, 'node_modules', '@scinav'))
  for (const name of ['contract', 'citation', 'formats', 'documents', 'threads', 'search', 'server', 'web'])
    symlinkSync(join(copy, name), join(copy, 'node_modules', '@scinav', name))
  return copy
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  // Of the hidden entries, the executables and the note of the finished installation are needed; Vite's cache is not
  // shared.
  for (const name of readdirSync(from))
    if (name !== '@scinav' && !name.startsWith('.vite')) symlinkSync(join(from, name), join(to, name))
}

/** Starts `npm run dev` on a copy of the sources and waits until it is ready. */
export async function startDev(): Promise<DevCopy> {
  const copy = copySources()
  const folder = join(copy, 'data')
  const child = spawn(process.execPath, [join(copy, 'scripts', 'dev.mjs')], {
    cwd: copy,
    env: { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const pages = /Local:\s+(\S+?)\/?\s/.exec(printed)?.[1]
      if (pages && printed.includes('已启动：')) resolve(pages)
      // After a failed start, Node itself waits for a change of the sources.
      if (printed.includes('Failed running')) reject(new Error(`the server ended at its start: ${printed}`))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('close', (code) => reject(new Error(`npm run dev ended with ${code}: ${printed}`)))
  })
  return {
    url,
    folder,
    printed: () => printed,
    addLine: (file, line) => appendFileSync(join(copy, file), `${line}\n`),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(copy, { recursive: true, force: true })
    },
  }
}
