// npm run bench -- library [PAPERS] [SECONDS]: imports the ACL file (and papers generated from it), then lets 100 users
// search, request suggestions, view papers and save them; times over HTTP on loopback.
import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Work } from '../contract/src/index.ts'
import { readAcl } from './corpus.ts'
import { growPapers } from './generated-papers.ts'
import { importPapers } from './import-papers.ts'
import { logIn } from './log-in.ts'
import { localPath, startMeasured } from './process.ts'

const [papers = '95336', seconds = '60'] = process.argv.slice(3)
const USERS = 100

/** Formats one line per paper in the format of the ACL file, which is the measured format. */
function* paperLines(works: Iterable<Work>): Generator<string> {
  let number = 0
  for (const { title, abstract, creators, publish_date, basic_sourcename, external_ids } of works) {
    number += 1
    const authors = creators.map(({ name }) => name)
    const id = external_ids.acl ?? `grown.${number}`
    const record = {
      id,
      title,
      abstract,
      authors,
      year: Number(publish_date),
      venue: basic_sourcename,
      type: 'conference',
    }
    yield `${JSON.stringify({ ...record, doi: null, url: null })}\n`
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

const acl = readAcl()
if (acl) {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-library-'))
  try {
    const count = Number(papers)
    const file = join(folder, 'papers.jsonl')
    await pipeline(paperLines(growPapers(acl, count)), createWriteStream(file))
    const { rate, early, late } = await importPapers(file, join(folder, 'data'), count)
    console.log(`| import, database and index | ≥ 8,000 papers/s | ${Math.round(rate)} papers/s |`)
    console.log(
      `| memory from a tenth to all of it | ≤ 300 MB more | ${megabytes(late - early)} (${megabytes(late)}) |`,
    )
    const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '100000' }
    const server = await startMeasured('../server/src/main.ts', settings)
    try {
      const cookie = await logIn(server, join(folder, 'data'))
      const args = [localPath('./library-load.ts'), server.url, cookie, String(USERS), seconds]
      const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 })
      console.log(stdout.trim())
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
