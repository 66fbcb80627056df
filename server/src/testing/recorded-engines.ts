import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordFormat } from '../platform/providers/engines/port.ts'
import { type EngineAnswer, json, knows } from './engine-server.ts'

/** Recorded answers of the real services; they lie beside the repository and may be missing. */
const folder = join(import.meta.dirname, '../../../../shared/data/api-fixtures')
export const hasRecordings = existsSync(folder)

interface Recording {
  body: unknown
  size: number
}

/** The parameters in which the services are asked for words. */
const WORDS = ['search', 'query', 'query.title', 'query.bibliographic', 'search_query', 'term', 'filter']

/** Words alone, so that a recorded question is found again however it was put. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

function wordsOf(url: URL): string {
  const said = WORDS.map((name) => url.searchParams.get(name) ?? '').join(' ')
  return plain(said.replaceAll(/title\.search:|publication_year:\S*|\b(?:all|ti|abs|au):|\bAND\b/g, ' '))
}

/** A recorded search that succeeded; null for every other recording. */
function searchIn(text: string, path: RegExp): (Recording & { words: string }) | null {
  const { request, url, status, status_code, body } = JSON.parse(text)
  const uri: unknown = request?.uri ?? url
  if ((status ?? status_code) !== 200 || typeof uri !== 'string' || !path.test(uri)) return null
  const words = wordsOf(new URL(uri))
  return words === '' ? null : { words, body, size: text.length }
}

/** The largest answer that was recorded for each question. */
function searches(service: string, path: RegExp): Map<string, Recording> {
  const found = new Map<string, Recording>()
  for (const name of readdirSync(join(folder, service))) {
    if (!name.endsWith('.json') || name.includes('expected')) continue
    const search = searchIn(readFileSync(join(folder, service, name), 'utf8'), path)
    if (search && search.size > (found.get(search.words)?.size ?? 0)) found.set(search.words, search)
  }
  return found
}

/** A title match of Semantic Scholar has no count; everything else is answered as it was recorded. */
function asAnswer({ body }: Recording): EngineAnswer {
  if (typeof body === 'string') return (_, response) => response.end(body)
  const counted = body as { data?: unknown[]; total?: number }
  return json(counted.data && counted.total === undefined ? { total: counted.data.length, ...counted } : body)
}

function replay(service: string, path: RegExp, empty: EngineAnswer): EngineAnswer {
  const recorded = searches(service, path)
  return (url, response) => {
    const recording = recorded.get(wordsOf(url))
    const answer = recording ? asAnswer(recording) : empty
    answer(url, response)
  }
}

/** PubMed's recordings are records without their search: every search finds all of them. */
function pubmedReplay(): EngineAnswer {
  const files = readdirSync(join(folder, 'pubmed')).filter((name) => name.endsWith('.xml'))
  const records = files.map((name) => readFileSync(join(folder, 'pubmed', name), 'utf8'))
  const articles = records.map((text) => text.replace(/^<\?xml[^>]*>|<!DOCTYPE[^>]*>/g, ''))
  const idlist = records.flatMap((text) =>
    [...text.matchAll(/<Pubmed(?:Book)?Article>[\s\S]*?<PMID[^>]*>(\d+)</g)].map(([, pmid]) => pmid),
  )
  return (url, response) => {
    if (url.pathname === '/efetch.fcgi') response.end(articles.join('\n'))
    else json({ esearchresult: { count: String(idlist.length), idlist } })(url, response)
  }
}

/** All five engines as they were recorded; a question that nobody recorded finds nothing. */
export function recordedEngines(): Record<RecordFormat, EngineAnswer> {
  const empty = knows()
  return {
    openalex: replay('openalex', /\/works\?/, empty.openalex),
    crossref: replay('crossref', /crossref\.org\/works\?/, empty.crossref),
    arxiv: replay('arxiv', /api\/query/, empty.arxiv),
    semantic_scholar: replay(
      'semanticscholar',
      /paper\/search(?:\/match)?\?.*fields=.*title/,
      empty.semantic_scholar,
    ),
    pubmed: pubmedReplay(),
  }
}
