import { createClient, isMissing, type OpenSearchConnection } from './client.ts'
import { ANALYSIS_PROBE } from './mapping.ts'

/** The state of an OpenSearch cluster, for operators. */
export interface OpenSearchHealth {
  version: string
  /** Cluster health: `green`, `yellow` or `red`. */
  status: string
  nodes: number
  /** Whether the cluster supports the analysis that the indexes need. */
  analyses: boolean
  /** Number of records and last indexed change of the database, by index kind; absent when there is no index yet. */
  indexes: { papers?: ProgressRecord; passages?: ProgressRecord }
}

interface ProgressRecord {
  records: number
  change: number
}

const HEALTH_TIMEOUT_MS = 10_000

/**
 * Reads the health of a cluster and the progress of its indexes.
 *
 * @throws SearchUnavailable when the cluster does not answer.
 * @throws OpenSearchRefused when it rejects a request.
 */
export async function openSearchHealth(
  place: OpenSearchConnection,
  prefix: string,
): Promise<OpenSearchHealth> {
  const client = createClient(place)
  const ask = <Answer>(method: 'GET' | 'POST', path: string, body?: object) =>
    client.ask<Answer>(method, path, body, HEALTH_TIMEOUT_MS)
  const stand = async (kind: string): Promise<ProgressRecord | undefined> => {
    try {
      const { count } = await ask<{ count: number }>('GET', `/${prefix}-${kind}/_count`)
      const behind = Object.keys(await ask<object>('GET', `/_alias/${prefix}-${kind}`))[0]
      const path = `/${prefix}-progress/_doc/${behind}`
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
    const tried = await ask<{ tokens: unknown[] }>('POST', '/_analyze', ANALYSIS_PROBE).catch(() => null)
    const [papers, passages] = await Promise.all([stand('papers'), stand('passages')])
    const analyses = tried?.tokens.length === 2
    const indexes = { ...(papers && { papers }), ...(passages && { passages }) }
    return { version: version.number, status, nodes: number_of_nodes, analyses, indexes }
  } finally {
    client.end()
  }
}
