import { randomUUID } from 'node:crypto'
import { type SchemaName, schemaNamed } from '../index/schema.ts'
import { createClient } from '../opensearch/client.ts'
import { unitOf } from '../opensearch/index.ts'
import { openSharedIndex, type SharedTermIndex } from '../opensearch/term-index.ts'

/** An empty index of its own in an OpenSearch, which goes when it is closed. */
export async function openTestIndex(url: string, kind: SchemaName, shards = 1): Promise<SharedTermIndex> {
  const client = createClient({ urls: [url] })
  const prefix = `test-${randomUUID()}`
  const names = {
    alias: `${prefix}-${kind}`,
    progress: `${prefix}-progress`,
    schema: schemaNamed(kind),
    size: { shards, replicas: 0 },
  }
  const index = await openSharedIndex(client, names, await unitOf(client))
  return {
    ...index,
    async close() {
      await client.ask('DELETE', `/${prefix}-*`)
      client.end()
    },
  }
}
