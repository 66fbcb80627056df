// An installation of several processes for the tests of a cluster.
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

/** Returns the environment of a new installation, with a folder, a database and indexes of its own. */
async function newEnvironment(nodes: string[]) {
  installationCount += 1
  return {
    DATA_DIR: newFolder(),
    DATABASE_URL: await emptyPostgres(),
    ENGINES: 'off',
    SEARCH_URL: nodes.join(','),
    // Installations share the cluster.
    SEARCH_PREFIX: `drill${process.pid}_${installationCount}`,
    SEARCH_REPLICAS: '1',
  }
}

/**
 * Starts two web and two worker processes over one database and one OpenSearch, behind a balancer. All of them end with
 * the test.
 *
 * @param nodes addresses of the nodes of OpenSearch
 * @param settings further environment variables of all processes
 */
export async function startInstallation(nodes: string[], settings: Record<string, string> = {}) {
  const env = { ...(await newEnvironment(nodes)), ...settings }
  const running: RealServer[] = []
  onTestFinished(async () => {
    for (const { process } of running) process.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
  })
  const start = async (ROLE: 'web' | 'worker') => {
    const server = await startRealServer({ ...env, ROLE })
    running.push(server)
    return server
  }
  const webs = await Promise.all([start('web'), start('web')])
  const workers = await Promise.all([start('worker'), start('worker')])
  const urls = webs.map(({ url }) => url)
  const balancer = await balance(urls)
  onTestFinished(balancer.close)
  const cookie = await registerPerson(webs[0] as RealServer, env.DATA_DIR)
  /** A client that calls through the balancer. */
  const through = { server: { ...(webs[0] as RealServer), url: balancer.url }, cookie }
  let fileCount = 0
  return {
    running,
    through,
    prefix: env.SEARCH_PREFIX,
    /** Starts another process in place of one that has ended. */
    async replace(gone: RealServer): Promise<void> {
      const isWorker = workers.includes(gone)
      const servers = isWorker ? workers : webs
      const replacement = await start(isWorker ? 'worker' : 'web')
      const index = servers.indexOf(gone)
      servers[index] = replacement
      // The balancer reads this list at each request.
      if (!isWorker) urls[index] = replacement.url
    },
    /** Starts the import of papers named after a word and a number, as a file in the inbox. */
    bring(word: string, count: number): void {
      fileCount += 1
      const file = join(env.DATA_DIR, `works-${fileCount}.jsonl`)
      const lines = Array.from({ length: count }, (_, at) =>
        JSON.stringify(createWorkRecord(`${word} paper ${at}`, word, at)),
      )
      writeFileSync(file, `${lines.join('\n')}\n`)
      dropInInbox(env.DATA_DIR, [file], `drill ${fileCount}`)
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

/** Waits until a word finds this many papers, and fails when it finds more. */
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
