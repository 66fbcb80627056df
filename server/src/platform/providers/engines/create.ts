import { createSafeFetch, type SafeFetch } from '../safe-fetch/safe-fetch.ts'
import { createArxiv } from './arxiv.ts'
import type { EngineHost } from './client.ts'
import { type Clock, realClock } from './clock.ts'
import { createCrossref } from './crossref.ts'
import { createOpenAlex } from './openalex.ts'
import type { OutsideEngines, RecordFormat } from './port.ts'
import { createPubmed } from './pubmed.ts'
import { createSemanticScholar } from './semantic-scholar.ts'
import { createTurns, type EngineTurns, type RequestPace } from './turns.ts'

/** Configuration of the external engines; tests replace their fetch and clocks. */
export interface EngineSettings {
  /** Whether the operator has disabled all engines. */
  off?: boolean
  /** A contact address of the operator, which grants access to a service's polite queue. */
  mailto?: string | undefined
  openalex_key?: string | undefined
  semantic_scholar_key?: string | undefined
  ncbi_key?: string | undefined
  /** Another base address for all of them, each under its own id: a mirror, or a test's own server. */
  mirror?: string | undefined
  /** How long one engine is waited for, ms. */
  limit_ms?: number
  fetch?: SafeFetch
  /** The clock of the rate limits. */
  clock?: Clock
  /** The clock for `limit_ms`. */
  limit_clock?: Clock
  /** Shares a service's turns with other processes; absent when there are none. */
  shareTurns?: ((id: RecordFormat, localTurns: EngineTurns, pace: RequestPace) => EngineTurns) | undefined
}

/** The addresses of the services' APIs. */
const ENGINE_BASE_URLS: Record<RecordFormat, string> = {
  openalex: 'https://api.openalex.org',
  crossref: 'https://api.crossref.org',
  arxiv: 'https://export.arxiv.org',
  semantic_scholar: 'https://api.semanticscholar.org/graph/v1',
  pubmed: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
}

/** How long an engine is waited for; a search of the library takes a fraction of that. */
const ENGINE_TIMEOUT_MS = 8_000
/** Largest response that is read. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/**
 * Creates the configured external engines. The rate limits are kept here, so a process has one set of engines;
 * `shareTurns` coordinates the limits of several processes.
 */
export function createEngines(settings: EngineSettings = {}): OutsideEngines {
  const baseUrl = (id: RecordFormat) => (settings.mirror ? `${settings.mirror}/${id}` : ENGINE_BASE_URLS[id])
  const clock = settings.clock ?? realClock
  // These addresses come from the operator, not from a reader: they may be a mirror inside the network.
  const allow = Object.keys(ENGINE_BASE_URLS).map((id) => baseUrl(id as RecordFormat))
  const fetch = settings.fetch ?? createSafeFetch({ allow, max_bytes: MAX_RESPONSE_BYTES })
  const user_agent = `SciNav/0.1${settings.mailto ? ` (mailto:${settings.mailto})` : ''}`
  /** Returns what the client of a service needs; `key` is a header with the operator's key. */
  const host = (
    id: RecordFormat,
    pace: RequestPace,
    params: EngineHost['params'] = {},
    key?: EngineHost['headers'],
  ): EngineHost => ({
    base: baseUrl(id),
    headers: {
      'user-agent': user_agent,
      accept: 'application/json, application/xml;q=0.9, */*;q=0.1',
      ...key,
    },
    params,
    fetch,
    turns: settings.shareTurns?.(id, createTurns(clock, pace), pace) ?? createTurns(clock, pace),
    clock,
  })
  const { mailto = '', openalex_key = '', semantic_scholar_key, ncbi_key = '' } = settings
  const scholarKey = semantic_scholar_key ? { 'x-api-key': semantic_scholar_key } : undefined
  return {
    off: settings.off ?? false,
    shared: settings.shareTurns !== undefined,
    limit_ms: settings.limit_ms ?? ENGINE_TIMEOUT_MS,
    clock: settings.limit_clock ?? realClock,
    // The paces are those that the services document.
    all: [
      createOpenAlex(host('openalex', { every_ms: 100, at_once: 4 }, { mailto, api_key: openalex_key })),
      // The rate of the public queue, until the first response states the actual one.
      createCrossref(host('crossref', { every_ms: 200, at_once: 1 }, { mailto })),
      createArxiv(host('arxiv', { every_ms: 3_000, at_once: 1 })),
      // Without a key, all users share a hundred requests per five minutes.
      createSemanticScholar(
        host('semantic_scholar', { every_ms: scholarKey ? 1_000 : 3_000, at_once: 1 }, {}, scholarKey),
      ),
      createPubmed(
        host(
          'pubmed',
          { every_ms: ncbi_key ? 100 : 334, at_once: 3 },
          { tool: 'scinav', email: mailto, api_key: ncbi_key },
        ),
      ),
    ],
  }
}
