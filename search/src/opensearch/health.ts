import { createClient, isMissing, type OpenSearchConnection } from './client.ts'
import { ANALYSIS_PROBE, ANALYSIS_PROBE_TOKENS } from './mapping.ts'

/** The state of an OpenSearch cluster, for operators. */
export interface OpenSearchHealth {
  /** Version of OpenSearch, such as `3.2.0`. */
  version: string
  /** Cluster health: `green`, `yellow` or `red`. */
  status: string
  nodes: number
  /** Whether the cluster supports the analysis that the indexes need. */
  analyses: boolean
  /** By kind of index; absent when there is no index yet. */
  indexes: { papers?: IndexProgress; passages?: IndexProgress }
}

/** The state of one index. */
interface IndexProgress {
  records: number
  /** Last change of the database that the index contains. */
  change: number
}

/** Time after which a request for the health has failed, in milliseconds. */
const HEALTH_TIMEOUT_MS = 10_000

/**
 * Reads the health of a cluster and the progress of its indexes.
 *
 * @param prefix prefix of the names of all indexes.
 * @throws SearchUnavailable when the cluster does not answer.
 * @throws OpenSearchRefused when it rejects a request.
 */
export async function openSearchHealth(
  connection: OpenSearchConnection,
  prefix: string,
): Promise<OpenSearchHealth> {
  const client = createClient(connection)
  const ask = <Answer>(method: 'GET' | 'POST', path: string, body?: object) =>
    client.ask<Answer>(method, path, body, HEALTH_TIMEOUT_MS)
  const readProgress = async (kind: 'papers' | 'passages'): Promise<IndexProgress | undefined> => {
    const alias = `${prefix}-${kind}`
    try {
      const { count } = await ask<{ count: number }>('GET', `/${alias}/_count`)
      const [generation] = Object.keys(await ask<object>('GET', `/_alias/${alias}`))
      const path = `/${prefix}-progress/_doc/${generation}`
      const { _source } = await ask<{ _source: { change: number } }>('GET', path)
      return { records: count, change: _source.change }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  try {
    const { version } = await ask<{ version: { number: string } }>('GET', '/')
    const { status, number_of_nodes } = await ask<{ status: string; number_of_nodes: number }>(
      'GET',
      '/_cluster/health',
    )
    const probed = await ask<{ tokens: unknown[] }>('POST', '/_analyze', ANALYSIS_PROBE).catch(() => null)
    const [papers, passages] = await Promise.all([readProgress('papers'), readProgress('passages')])
    const analyses = probed?.tokens.length === ANALYSIS_PROBE_TOKENS
    const indexes = { ...(papers && { papers }), ...(passages && { passages }) }
    return { version: version.number, status, nodes: number_of_nodes, analyses, indexes }
  } finally {
    client.end()
  }
}
