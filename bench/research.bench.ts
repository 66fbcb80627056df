// npm run bench -- research [gates | load] [FOLDER] [starter]: sixty research runs over the starter library and the ACL
// Anthology (or only the former), one after the other, each report checked against its sources; then twenty concurrent
// ones with two hundred readers during searches. Without a model. FOLDER keeps the library for the next run and gets
// the reports.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasAcl, openQuestionLibrary } from './question-library.ts'
import { gatesBench } from './research-gates.ts'
import { loadBench } from './research-load.ts'

const [part, keptFolder, only] = process.argv.slice(3)
const temporaryFolder = mkdtempSync(join(tmpdir(), 'scinav-research-'))
const acl = only !== 'starter' && hasAcl()
if (only !== 'starter' && !acl) console.log('shared/data/acl is not here: the starter library alone is asked')
const folder = join(keptFolder ?? temporaryFolder, acl ? 'acl' : 'starter')
/** The threads of an index do not keep the process alive. */
const keepAlive = setInterval(() => {}, 60_000)
try {
  mkdirSync(folder, { recursive: true })
  await (await openQuestionLibrary(folder, { acl })).close()
  if (part === undefined || part === 'gates') await gatesBench(folder, keptFolder)
  if (part === undefined || part === 'load') await loadBench(folder)
} finally {
  clearInterval(keepAlive)
  rmSync(temporaryFolder, { recursive: true, force: true })
}
