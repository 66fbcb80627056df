import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordFormat } from '../platform/providers/engines/port.ts'

/** Answers a request to an engine; the URL is relative to the engine's base. */
export type EngineAnswer = (url: URL, response: ServerResponse) => void

/** A paper that several engines know, each in its own format. */
export interface KnownPaper {
  title: string
  author: string
  year: number
  doi?: string
  arxiv?: string
  pmid?: string
}

/**
 * Starts all external engines on one loopback address, each under its id: the `mirror` of createEngines. An engine
 * without an answer of its own finds nothing.
 */
export async function startEngineServer(answers: Partial<Record<RecordFormat, EngineAnswer>>) {
  const asked: { engine: string; url: URL; agent: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engines.test')
    const [, engine = ''] = url.pathname.split('/')
    url.pathname = url.pathname.slice(engine.length + 1)
    const { 'user-agent': agent = '', 'x-api-key': key } = request.headers
    asked.push({ engine, url, agent, key: key === undefined ? key : String(key) })
    // The path names an engine, or is no key of this record.
    const answer = answers[engine as RecordFormat] ?? knownPaperAnswers()[engine as RecordFormat]
    if (answer) answer(url, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { mirror: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}

/** Answers every request with a JSON body. */
export const jsonAnswer =
  (body: unknown, headers: Record<string, string> = {}): EngineAnswer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Answers every request with a status and no body. */
export const statusAnswer =
  (code: number, headers: Record<string, string> = {}): EngineAnswer =>
  (_, response) =>
    response.writeHead(code, headers).end()

/** Keeps the connection open without a response. */
export const silentAnswer: EngineAnswer = () => {}

/** Returns answers in which every engine knows the same papers, in its own format. */
export function knownPaperAnswers(...papers: KnownPaper[]): Record<RecordFormat, EngineAnswer> {
  return {
    openalex: jsonAnswer({ meta: { count: papers.length }, results: papers.map(openAlexRecord) }),
    crossref: jsonAnswer({ message: { 'total-results': papers.length, items: papers.map(crossrefRecord) } }),
    arxiv: (_, response) => response.end(atomFeed(papers)),
    semantic_scholar: jsonAnswer({ total: papers.length, data: papers.map(scholarRecord) }),
    pubmed: pubmedAnswer(papers),
  }
}

const openAlexRecord = ({ title, author, year, doi }: KnownPaper, at: number) => ({
  id: `https://openalex.org/W${year}${at}00`,
  doi: doi ? `https://doi.org/${doi}` : null,
  title,
  type: 'article',
  publication_year: year,
  authorships: [{ author: { display_name: author } }],
  abstract_inverted_index: { Found: [0], here: [2], words: [1] },
})

const crossrefRecord = ({ title, author, year, doi }: KnownPaper) => {
  const [family = '', given = ''] = author.split(' ').reverse()
  return {
    DOI: doi,
    type: 'journal-article',
    title: [title],
    author: [{ family, given }],
    issued: { 'date-parts': [[year]] },
    abstract: '<jats:title>Abstract</jats:title><jats:p>Found <jats:italic>words</jats:italic>.</jats:p>',
  }
}

const scholarRecord = ({ title, author, year, doi, arxiv, pmid }: KnownPaper) => ({
  paperId: `s2-${title.length}`,
  title,
  year,
  authors: [{ name: author }],
  externalIds: { DOI: doi, ArXiv: arxiv, PubMed: pmid },
  publicationTypes: ['JournalArticle'],
})

function atomFeed(papers: KnownPaper[]): string {
  const found = papers.filter(({ arxiv }) => arxiv)
  const entries = found.map(
    ({ title, author, year, arxiv }) =>
      `<entry><id>http://arxiv.org/abs/${arxiv}v1</id><title>${title}</title><summary>Found words.</summary>` +
      `<published>${year}-01-02T00:00:00Z</published><author><name>${author}</name></author></entry>`,
  )
  const total = `<opensearch:totalResults>${found.length}</opensearch:totalResults>`
  return `<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">${total}${entries.join('')}</feed>`
}

function pubmedAnswer(papers: KnownPaper[]): EngineAnswer {
  const found = papers.filter(({ pmid }) => pmid)
  return (url, response) => {
    const idlist = found.map(({ pmid }) => pmid)
    if (url.pathname === '/esearch.fcgi')
      response.end(JSON.stringify({ esearchresult: { count: String(idlist.length), idlist } }))
    else response.end(`<PubmedArticleSet>${found.map(articleXml).join('\n')}</PubmedArticleSet>`)
  }
}

function articleXml({ title, author, year, doi, pmid }: KnownPaper): string {
  const [family = '', given = ''] = author.split(' ').reverse()
  return (
    `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>${title}.</ArticleTitle>` +
    `<Journal><JournalIssue><PubDate><Year>${year}</Year></PubDate></JournalIssue></Journal><AuthorList><Author>` +
    `<LastName>${family}</LastName><ForeName>${given}</ForeName></Author></AuthorList></Article></MedlineCitation>` +
    `<PubmedData><ArticleIdList><ArticleId IdType="doi">${doi ?? ''}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`
  )
}
