import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { dropInInbox } from '../../server/src/library/import/inbox.ts'
import { callApi, type DrillClient, postApi } from '../../server/src/testing/drill-client.ts'
import { emptyPostgres } from '../../server/src/testing/fresh-database.ts'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { type RealServer, registerPerson, startRealServer } from '../../server/src/testing/real-server.ts'
import { pollUntil } from '../poll-until.mjs'
import { balance } from './balancer.ts'

let installationCount = 0

/** Starts two web and two worker processes over one database and one OpenSearch, behind a balancer. */
export async function startInstallation(nodes: string[], more: Record<string, string> = {}) {
  installationCount += 1
  const DATA_DIR = newFolder()
  const shared = {
    ...{ DATA_DIR, DATABASE_URL: await emptyPostgres(), ENGINES: 'off' },
    ...{
      SEARCH_URL: nodes.join(','),
      SEARCH_PREFIX: `drill${process.pid}_${installationCount}`,
      SEARCH_REPLICAS: '1',
    },
    ...more,
  }
  const running: RealServer[] = []
  onTestFinished(async () => {
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
  })
  const start = async (ROLE: 'web' | 'worker') => {
    const server = await startRealServer({ ...shared, ROLE })
    running.push(server)
    return server
  }
  const webs = await Promise.all([start('web'), start('web')])
  const workers = await Promise.all([start('worker'), start('worker')])
  const urls = webs.map(({ url }) => url)
  const balancer = await balance(urls)
  onTestFinished(balancer.close)
  const cookie = await registerPerson(webs[0] as RealServer, DATA_DIR)
  const through = { server: { ...(webs[0] as RealServer), url: balancer.url }, cookie }
  let files = 0
  return {
    ...{ running, through, prefix: shared.SEARCH_PREFIX },
    /** Starts another process in place of one that has ended. */
    async replace(gone: RealServer): Promise<void> {
      const isWorker = workers.includes(gone)
      const same = isWorker ? workers : webs
      const other = await start(isWorker ? 'worker' : 'web')
      const at = same.indexOf(gone)
      same[at] = other
      if (!isWorker) urls[at] = other.url
    },
    /** Starts the import of papers named after a word and a number. */
    bring(word: string, count: number): void {
      files += 1
      const file = join(DATA_DIR, `works-${files}.jsonl`)
      const lines = Array.from({ length: count }, (_, at) =>
        JSON.stringify(createWorkRecord(`${word} paper ${at}`, word, at)),
      )
      writeFileSync(file, `${lines.join('\n')}\n`)
      dropInInbox(DATA_DIR, [file], `drill ${files}`)
    },
    /** Returns how many papers a word finds through the balancer; null when the search fails. */
    async found(word: string): Promise<number | null> {
      const answer = await postApi(through, '/api/paper/search', { query: word, facets: false }).catch(
        () => null,
      )
      return answer?.total ?? null
    },
    /** Waits until a word finds this many papers through each process, none of them twice. */
    async allFind(word: string, count: number): Promise<void> {
      const living = webs.filter(({ process }) => process.exitCode === null && process.signalCode === null)
      expect(living.length).toBeGreaterThan(0)
      for (const server of living) await waitUntilFound({ server, cookie }, word, count)
    },
    /**
     * Returns the number of papers in the database. Their ids are those of the index, so a paper stored once is found
     * once.
     */
    papers: async (): Promise<number> => (await callApi(through, '/api/admin/import')).paper_count,
  }
}

async function waitUntilFound(client: DrillClient, word: string, count: number): Promise<void> {
  const found = await pollUntil(
    `${count} papers called ${word}`,
    async () => (await postApi(client, '/api/paper/search', { query: word, facets: false }))?.total,
    (total) => total >= count,
  )
  expect(found).toBe(count)
}

const createWorkRecord = (title: string, word: string, at: number) => ({
  ...{ id: `${word}.${at}`, title, abstract: 'How several processes share one library.' },
  ...{ authors: ['Ada Tester'], year: 2024, venue: word, type: 'conference', doi: null, url: null },
})
