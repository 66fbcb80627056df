import { randomUUID } from 'node:crypto'
import { type SchemaName, schemaNamed } from '../index/schema.ts'
import { createClient, type OpenSearchClient } from '../opensearch/client.ts'
import { readScoreUnit } from '../opensearch/index.ts'
import { openSharedIndex, type SharedTermIndex } from '../opensearch/term-index.ts'

/** Longer than any response takes on a busy machine, so that reaching it means a hang. */
const LONGEST_MS = 600_000

const patient = ({ ask, end }: OpenSearchClient): OpenSearchClient => ({
  ask: (method, path, body) => ask(method, path, body, LONGEST_MS),
  end,
})

/** Opens an empty index of its own in OpenSearch, which is deleted when it is closed. */
export async function openTestIndex(url: string, kind: SchemaName, shards = 1): Promise<SharedTermIndex> {
  const client = patient(createClient({ urls: [url] }))
  const prefix = `test-${randomUUID()}`
  const names = {
    alias: `${prefix}-${kind}`,
    progress: `${prefix}-progress`,
    schema: schemaNamed(kind),
    size: { shards, replicas: 0 },
  }
  const index = await openSharedIndex(client, names, await readScoreUnit(client))
  return {
    ...index,
    async close() {
      await client.ask('DELETE', `/${prefix}-*`)
      client.end()
    },
  }
}
