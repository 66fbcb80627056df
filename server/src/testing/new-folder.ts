import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes with the test, after everything that the test ends later. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
