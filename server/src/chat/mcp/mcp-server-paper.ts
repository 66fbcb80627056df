import { stripMarkup } from '@scinav/citation'
import { z } from 'zod'
import type { Paper } from '../../library/papers/index.ts'

/** A paper in a list, as returned to MCP clients. */
export const briefPaperShape = z.object({
  id: z.string(),
  title: z.string(),
  title_zh: z.string().nullable(),
  authors: z.array(z.string()),
  publish_date: z.string().nullable(),
  source: z.string().nullable(),
  doi: z.string().nullable(),
  resource_type: z.number().int(),
  citation_count: z.number().int(),
  is_oa: z.boolean(),
  status: z.enum(['normal', 'retracted', 'corrected', 'concern']),
})

/** A paper with all fields that help to assess it. */
export const fullPaperShape = briefPaperShape.extend({
  abstract: z.string().nullable(),
  abstract_zh: z.string().nullable(),
  /** `site`: summaries written by this site, not the text of the work. */
  abstract_by: z.enum(['source', 'site']),
  keywords: z.array(z.string()),
  language: z.string().nullable(),
  volume: z.string().nullable(),
  issue: z.string().nullable(),
  pages: z.string().nullable(),
  publisher: z.string().nullable(),
  url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  external_ids: z.record(z.string(), z.string()),
  subject_codes: z.array(z.string()),
  ranks: z.array(z.string()),
  cited_by_count: z.number().int(),
  versions: z.array(z.object({ id: z.string(), title: z.string(), label: z.string() })),
})

type BriefPaper = z.output<typeof briefPaperShape>
const toPlainText = (text: string | null) => (text === null ? null : stripMarkup(text))

/** Converts a paper to the brief form, with mark-up removed. */
export function toBriefPaper(paper: Paper): BriefPaper {
  return {
    id: paper.id,
    title: stripMarkup(paper.title),
    title_zh: toPlainText(paper.title_zh),
    authors: paper.authors_short,
    publish_date: paper.publish_date,
    source: paper.basic_sourcename,
    doi: paper.doi,
    resource_type: paper.resource_type,
    citation_count: paper.citation_count,
    is_oa: paper.is_oa,
    status: paper.status,
  }
}

/** Converts a paper to the full form, with mark-up removed. */
export function toFullPaper(paper: Paper): z.output<typeof fullPaperShape> {
  return {
    ...toBriefPaper(paper),
    abstract: toPlainText(paper.abstract),
    abstract_zh: toPlainText(paper.abstract_zh),
    abstract_by: paper.abstract_by,
    keywords: paper.keywords,
    language: paper.language,
    volume: paper.basic_source_vo,
    issue: paper.basic_source_no,
    pages: paper.basic_page,
    publisher: paper.publisher,
    url: paper.url,
    pdf_url: paper.pdf_url,
    external_ids: paper.external_ids,
    subject_codes: paper.subject_codes,
    ranks: paper.ranks.map(({ list, year, value }) => `${list} ${year} ${value}`.trim()),
    cited_by_count: paper.cited_by_count,
    versions: paper.versions.map(({ id, title, label }) => ({ id, title: stripMarkup(title), label })),
  }
}

const STATUS_LABELS = {
  normal: '',
  retracted: '【已撤稿】',
  corrected: '【有更正】',
  concern: '【受到质疑】',
}

/** Formats a paper as two lines of text. */
function paperLines(paper: BriefPaper): string {
  const facts = [paper.source, /\d{4}/.exec(paper.publish_date ?? '')?.[0], paper.doi && `doi:${paper.doi}`]
  return `${STATUS_LABELS[paper.status]}${paper.title}\n   ${[paper.authors.join(', '), ...facts].filter(Boolean).join(' · ')} · id: ${paper.id}`
}

/** Formats a page of papers under a heading, as a list whose first number is `from` + 1. */
export function paperListText(head: string, papers: BriefPaper[], from: number): string {
  return [head, ...papers.map((paper, at) => `${from + at + 1}. ${paperLines(paper)}`)].join('\n')
}
