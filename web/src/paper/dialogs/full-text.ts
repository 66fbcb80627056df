import { plainText } from '../highlight/markup.ts'
import { authorsOf, type Paper, printedName, publisherAddress, sourceNameOf, yearOf } from '../paper.ts'

/** An outside site that may have the full text, as an address with placeholders such as `{title}`. */
export interface LinkTemplate {
  name: string
  url: string
}

/**
 * The default links, which an institution's own links replace. They search by title, as none of these sites has an open
 * address for a paper.
 */
export const defaultTemplates: readonly LinkTemplate[] = [
  { name: '知网', url: 'https://kns.cnki.net/kns8s/defaultresult/index?korder=SU&kw={title}' },
  { name: '万方', url: 'https://s.wanfangdata.com.cn/paper?q={title}' },
  { name: '维普', url: 'https://qikan.cqvip.com/Qikan/Search/Index?key={title}' },
]

/** The placeholders of a template and their meanings. */
export const placeholders: readonly { name: string; note: string }[] = [
  { name: '{title}', note: '题名' },
  { name: '{doi}', note: 'DOI' },
  { name: '{author}', note: '第一作者' },
  { name: '{year}', note: '年份' },
  { name: '{issn}', note: 'ISSN' },
  { name: '{page}', note: '原文页面的网址，供 WebVPN 使用' },
  { name: '{openurl}', note: 'OpenURL 参数，供链接解析器使用' },
]

/** The account setting that stores the user's templates. */
export const FULL_TEXT_SETTING = { key: 'full-text-links', type: 'papers' }

/**
 * Reads the user's templates from a setting. Unreadable entries are dropped; a setting that is not a list yields the
 * defaults.
 */
export function parseTemplates(setting: unknown): readonly LinkTemplate[] {
  if (!Array.isArray(setting)) return defaultTemplates
  return setting.filter(isTemplate)
}

/** Returns whether a stored value is a link template with a web address. */
function isTemplate(value: unknown): value is LinkTemplate {
  if (typeof value !== 'object' || value === null) return false
  const { name, url } = value as Partial<LinkTemplate>
  return typeof name === 'string' && typeof url === 'string' && isWebTemplate(url)
}

/** Whether a template is a web address; no other scheme is allowed. */
export const isWebTemplate = (url: string): boolean => /^https?:\/\/[^\s/]+/i.test(url)

/**
 * Fills a template for one paper. Every value is escaped for use in an address; a known placeholder without a value
 * becomes empty, an unknown one stays as it is.
 */
export function fillTemplate({ url }: LinkTemplate, paper: Paper): string {
  const values: Record<string, string> = {
    title: plainText(paper.title),
    doi: paper.doi ?? '',
    author: firstAuthor(paper),
    year: yearOf(paper) ?? '',
    issn: paper.issn ?? '',
    page: publisherAddress(paper) ?? '',
  }
  return (
    url
      // Not escaped as a value: it is a query of its own, with its `&` and `=`.
      .replaceAll('{openurl}', () => openUrlOf(paper))
      .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? '') : placeholder,
      )
  )
}

/** Returns the name of the first author; `''` without one. */
const firstAuthor = (paper: Paper): string =>
  authorsOf(paper)
    .slice(0, 1)
    .map((author) => printedName(paper, author))
    .join('')

/**
 * Formats a paper as an OpenURL 1.0 query, without the fields that it lacks. Source: ANSI/NISO Z39.88-2004, KEV format,
 * matrix for journals.
 */
function openUrlOf(paper: Paper): string {
  const fields: Record<string, string | null | undefined> = {
    ctx_ver: 'Z39.88-2004',
    rft_val_fmt: 'info:ofi/fmt:kev:mtx:journal',
    rft_id: paper.doi && `info:doi/${paper.doi}`,
    'rft.atitle': plainText(paper.title),
    'rft.jtitle': sourceNameOf(paper),
    'rft.issn': paper.issn,
    'rft.volume': paper.basic_source_vo,
    'rft.issue': paper.basic_source_no,
    'rft.pages': paper.basic_page,
    'rft.date': paper.publish_date,
    'rft.au': firstAuthor(paper),
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value) query.set(name, value)
  return String(query)
}
