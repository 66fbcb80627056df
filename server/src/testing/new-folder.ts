import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder that is removed at the end of the test, after resources that the test registers later. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
