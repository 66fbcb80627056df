import { createClient, isMissing, type OpenSearchConnection } from './client.ts'
import { ANALYSIS_PROBE } from './mapping.ts'

/** How an OpenSearch stands, for whoever operates it. */
export interface OpenSearchHealth {
  version: string
  /** `green`, `yellow` or `red`. */
  status: string
  nodes: number
  /** Whether it takes apart tokens as the indexes need it. */
  analyses: boolean
  /** By kind: how many records are in, and up to which change of the database; absent where there is none yet. */
  indexes: { papers?: ProgressRecord; passages?: ProgressRecord }
}

interface ProgressRecord {
  records: number
  change: number
}

const HEALTH_TIMEOUT_MS = 10_000

/** @throws SearchUnavailable, OpenSearchRefused. */
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
