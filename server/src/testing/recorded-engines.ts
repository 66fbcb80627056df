import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordFormat } from '../platform/providers/engines/port.ts'
import { type EngineAnswer, jsonAnswer, knownPaperAnswers } from './engine-server.ts'

/** Recorded answers of the real services, in a folder next to the repository that may be missing. */
const RECORDINGS_FOLDER = join(import.meta.dirname, '../../../../shared/data/api-fixtures')
/** Whether the recordings are present. */
export const hasRecordings = existsSync(RECORDINGS_FOLDER)

interface Recording {
  body: unknown
  size: number
}

/** Parameters in which the services receive query words. */
const QUERY_PARAMETERS = [
  'search',
  'query',
  'query.title',
  'query.bibliographic',
  'search_query',
  'term',
  'filter',
]

/** Returns the words of a text, so that a recorded query is found in any notation. */
const plainWords = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

function queryWords(url: URL): string {
  const query = QUERY_PARAMETERS.map((name) => url.searchParams.get(name) ?? '').join(' ')
  return plainWords(
    query.replaceAll(/title\.search:|publication_year:\S*|\b(?:all|ti|abs|au):|\bAND\b/g, ' '),
  )
}

/** Parses a recorded successful search; returns null for other recordings. */
function parseRecordedSearch(text: string, path: RegExp): (Recording & { words: string }) | null {
  const { request, url, status, status_code, body } = JSON.parse(text)
  const uri: unknown = request?.uri ?? url
  if ((status ?? status_code) !== 200 || typeof uri !== 'string' || !path.test(uri)) return null
  const words = queryWords(new URL(uri))
  return words === '' ? null : { words, body, size: text.length }
}

/** Returns the largest recorded answer for each query. */
function loadSearches(service: string, path: RegExp): Map<string, Recording> {
  const found = new Map<string, Recording>()
  for (const name of readdirSync(join(RECORDINGS_FOLDER, service))) {
    if (!name.endsWith('.json') || name.includes('expected')) continue
    const search = parseRecordedSearch(readFileSync(join(RECORDINGS_FOLDER, service, name), 'utf8'), path)
    if (search && search.size > (found.get(search.words)?.size ?? 0)) found.set(search.words, search)
  }
  return found
}

/** Converts a recording to an answer; a title match of Semantic Scholar has no count, so it is added. */
function toEngineAnswer({ body }: Recording): EngineAnswer {
  if (typeof body === 'string') return (_, response) => response.end(body)
  const counted = body as { data?: unknown[]; total?: number }
  return jsonAnswer(
    counted.data && counted.total === undefined ? { total: counted.data.length, ...counted } : body,
  )
}

function replayService(service: string, path: RegExp, empty: EngineAnswer): EngineAnswer {
  const recorded = loadSearches(service, path)
  return (url, response) => {
    const recording = recorded.get(queryWords(url))
    const answer = recording ? toEngineAnswer(recording) : empty
    answer(url, response)
  }
}

/** PubMed's recordings are records without their search, so every search finds all of them. */
function replayPubmed(): EngineAnswer {
  const files = readdirSync(join(RECORDINGS_FOLDER, 'pubmed')).filter((name) => name.endsWith('.xml'))
  const records = files.map((name) => readFileSync(join(RECORDINGS_FOLDER, 'pubmed', name), 'utf8'))
  const articles = records.map((text) => text.replace(/^<\?xml[^>]*>|<!DOCTYPE[^>]*>/g, ''))
  const idlist = records.flatMap((text) =>
    [...text.matchAll(/<Pubmed(?:Book)?Article>[\s\S]*?<PMID[^>]*>(\d+)</g)].map(([, pmid]) => pmid),
  )
  return (url, response) => {
    if (url.pathname === '/efetch.fcgi') response.end(articles.join('\n'))
    else jsonAnswer({ esearchresult: { count: String(idlist.length), idlist } })(url, response)
  }
}

/** Returns all five engines as recorded; a query without a recording finds nothing. */
export function recordedEngines(): Record<RecordFormat, EngineAnswer> {
  const empty = knownPaperAnswers()
  return {
    openalex: replayService('openalex', /\/works\?/, empty.openalex),
    crossref: replayService('crossref', /crossref\.org\/works\?/, empty.crossref),
    arxiv: replayService('arxiv', /api\/query/, empty.arxiv),
    semantic_scholar: replayService(
      'semanticscholar',
      /paper\/search(?:\/match)?\?.*fields=.*title/,
      empty.semantic_scholar,
    ),
    pubmed: replayPubmed(),
  }
}
