import { z } from 'zod'
import { isEmpty } from './empty.ts'

/** 1 journal, 2 monograph, 3 newspaper, 4 dissertation, 5 proceedings, 6 standard, 7 patent, 8 report, 9 preprint, 10 dataset or web. */
const resourceType = z.number().int()

const text = z.string()
const texts = z.array(z.string())
const textOrNull = z.string().nullable()

/**
 * A person or body that made a work; `name` as printed, the parts where the source has them. What `name` has behind
 * the parts is a suffix: `Jr.`
 */
export const creator = z.object({
  name: text,
  /** The name in Chinese characters, where `name` is not. */
  name_zh: text.optional(),
  family: text.optional(),
  given: text.optional(),
  /** An institution: the name prints as it stands. */
  is_body: z.boolean().optional(),
  role: z.enum(['author', 'editor', 'translator', 'corresponding', 'advisor', 'publisher']).default('author'),
  affiliations: texts.default([]),
  orcid: text.optional(),
  /** The source names no more, though the list goes on: `and others`, et al., 等. Set on the last of a role. */
  and_others: z.boolean().optional(),
})
export type Creator = z.output<typeof creator>

/**
 * The bibliographic record of one work: what an importer reads and a database row keeps.
 *
 * Titles and abstracts may carry the light mark-up `<sub>`, `<sup>`, `<i>` and `$…$`; nothing else.
 */
export const work = z.object({
  resource_type: resourceType,
  /** In the work's own language. */
  title: text,
  title_zh: textOrNull,
  /** Words of the title, as plain text, whose capitals must not be changed: `Homo sapiens`, from BibTeX's braces. */
  protected_words: texts,
  abstract: textOrNull,
  abstract_zh: textOrNull,
  /** Whose words the abstracts are: the work's own, or a summary that this site wrote, which is never quoted as the work's. */
  abstract_by: z.enum(['source', 'site']),
  keywords: texts,
  creators: z.array(creator),
  /** Journal, newspaper, or proceedings. */
  basic_sourcename: textOrNull,
  /** Volume and issue as printed. */
  basic_source_vo: textOrNull,
  basic_source_no: textOrNull,
  /** `12-34`, or an article number. */
  basic_page: textOrNull,
  /** `2020`, `2020-05` or `2020-05-01` wherever the source allows; else as printed. */
  publish_date: textOrNull,
  /** Publisher, degree-granting institution, conference place: what the specification's format prints as venues. */
  publish_venue: texts,
  /** ISBN; the number of a standard or a patent. */
  isbn: textOrNull,
  issn: textOrNull,
  /** Lower case, without resolver. */
  doi: textOrNull,
  url: textOrNull,
  pdf_url: textOrNull,
  is_oa: z.boolean(),
  /** ISO 639-1: `zh`, `en`, … */
  language: textOrNull,
  citation_count: z.number().int().min(0),
  publisher: textOrNull,
  place: textOrNull,
  degree: z.enum(['bachelor', 'master', 'doctor']).nullable(),
  funds: texts,
  /** 中图法. */
  clc_codes: texts,
  /** 教育部 2022, two or four digits. */
  subject_codes: texts,
  status: z.enum(['normal', 'retracted', 'corrected', 'concern']),
  /** `arxiv` (without version), `pmid`, `pmcid`, `openalex`, `cstr`, `dblp`, `acl`, … */
  external_ids: z.record(z.string(), z.string()),
  /** What it cites, as keys `doi:…`, `openalex:…`, `pmid:…`, `arxiv:…`. */
  reference_ids: texts,
  /** Fields of the source that have no place above, in CSL-JSON's names. */
  csl: z.record(z.string(), z.json()),
})
export type Work = z.output<typeof work>

/** A work with nothing known about it but its title and kind; importers fill in what they find. */
export function blankWork(title: string, type: number): Work {
  return {
    resource_type: type,
    title,
    title_zh: null,
    protected_words: [],
    abstract: null,
    abstract_zh: null,
    abstract_by: 'source',
    keywords: [],
    creators: [],
    basic_sourcename: null,
    basic_source_vo: null,
    basic_source_no: null,
    basic_page: null,
    publish_date: null,
    publish_venue: [],
    isbn: null,
    issn: null,
    doi: null,
    url: null,
    pdf_url: null,
    is_oa: false,
    language: null,
    citation_count: 0,
    publisher: null,
    place: null,
    degree: null,
    funds: [],
    clc_codes: [],
    subject_codes: [],
    status: 'normal',
    external_ids: {},
    reference_ids: [],
    csl: {},
  }
}

/**
 * The specification's citation source. Posted ones may come from anywhere: every field may be missing,
 * `authors` may be a list, numbers may stand where text is expected, and what is empty counts as missing, in lists too.
 */
const textOrNumber = z.union([z.string(), z.number()])
/** `{}` and `[]`. */
const emptyContainer = z.union([z.strictObject({}), z.tuple([])])
const anyValue = z.union([textOrNumber, emptyContainer]).nullish()
const anyText = anyValue.transform((value) => (isEmpty(value) ? null : String(value)))
const anyTexts = z
  .union([anyValue, z.array(anyValue)])
  .transform((value) => (Array.isArray(value) ? value : [value]).filter((each) => !isEmpty(each)).map(String))

export const reference = z.object({
  resource_type: anyValue.transform((value) => (isEmpty(value) ? 0 : Number(value))),
  title: anyText,
  title_zh: anyText,
  url: anyText,
  authors: z
    .union([anyText, anyTexts])
    .transform((value) => (Array.isArray(value) && value.length === 0 ? null : value)),
  authors_short: anyTexts,
  basic_sourcename: anyText,
  basic_source_vo: anyText,
  basic_source_no: anyText,
  basic_page: anyText,
  publish_date: anyText,
  publish_venue: anyTexts,
  isbn: anyText,
})
export type Reference = z.output<typeof reference>
