import { z } from 'zod'
import { isEmpty } from './empty.ts'
import { CREATOR_ROLES, DEGREES, WORK_STATUSES } from './work-values.ts'

const text = z.string()
const texts = z.array(z.string())
const textOrNull = z.string().nullable()

/**
 * A person or body that contributed to a work: `name` as printed, the parts where the source has them. Text of `name`
 * after the parts is a suffix: `Jr.`
 */
export const creator = z.object({
  name: text,
  /** The name in Chinese characters, where `name` is in another script. */
  name_zh: text.optional(),
  family: text.optional(),
  given: text.optional(),
  /** Whether the creator is an institution, whose name is printed unchanged. */
  is_body: z.boolean().optional(),
  role: z.enum(CREATOR_ROLES).default('author'),
  affiliations: texts.default([]),
  orcid: text.optional(),
  /**
   * The source names no further creators although the list continues: `and others`, et al., 等. Set on the last creator
   * of a role.
   */
  and_others: z.boolean().optional(),
})
/** A person or body that contributed to a work. */
export type Creator = z.output<typeof creator>

/**
 * The bibliographic record of one work, as an importer reads it and the database stores it.
 *
 * Titles and abstracts may carry the light markup `<sub>`, `<sup>`, `<i>` and `$…$`, and no other.
 */
export const work = z.object({
  /** One of `RESOURCE_TYPE`. */
  resource_type: z.number().int(),
  /** The title in the work's own language. */
  title: text,
  title_zh: textOrNull,
  /** Words of the title, as plain text, whose capitals must not be changed: `Homo sapiens`, from BibTeX's braces. */
  protected_words: texts,
  abstract: textOrNull,
  abstract_zh: textOrNull,
  /**
   * The origin of the abstracts: the work itself, or a summary that this site wrote, which is never quoted as the
   * work's.
   */
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
  /** `2020`, `2020-05` or `2020-05-01` where the source allows; otherwise as printed. */
  publish_date: textOrNull,
  /** Publisher, degree-granting institution or conference place: the venues in the specification's format. */
  publish_venue: texts,
  /** ISBN; the number of a standard or a patent. */
  isbn: textOrNull,
  issn: textOrNull,
  /** In lower case, without resolver. */
  doi: textOrNull,
  url: textOrNull,
  pdf_url: textOrNull,
  is_oa: z.boolean(),
  /** ISO 639-1: `zh`, `en`, … */
  language: textOrNull,
  citation_count: z.number().int().min(0),
  publisher: textOrNull,
  place: textOrNull,
  degree: z.enum(DEGREES).nullable(),
  funds: texts,
  /** 中图法 codes. */
  clc_codes: texts,
  /** 教育部 2022 codes of two or four digits. */
  subject_codes: texts,
  status: z.enum(WORK_STATUSES),
  /** `arxiv` (without version), `pmid`, `pmcid`, `openalex`, `cstr`, `dblp`, `acl`, … */
  external_ids: z.record(z.string(), z.string()),
  /** Cited works, as keys `doi:…`, `openalex:…`, `pmid:…`, `arxiv:…`. */
  reference_ids: texts,
  /** Fields of the source that have no field above, under their CSL-JSON names. */
  csl: z.record(z.string(), z.json()),
})
/** The bibliographic record of one work. */
export type Work = z.output<typeof work>

/** A text or a number, since a field of a posted reference may hold either. */
const textOrNumber = z.union([z.string(), z.number()])
/** `{}` and `[]`, which count as missing. */
const emptyContainer = z.union([z.strictObject({}), z.tuple([])])
const anyValue = z.union([textOrNumber, emptyContainer]).nullish()
const anyText = anyValue.transform((value) => (isEmpty(value) ? null : String(value)))
/** Any value or list as a list of texts without the empty ones. */
const anyTexts = z
  .union([anyValue, z.array(anyValue)])
  .transform((value) => (Array.isArray(value) ? value : [value]).filter((each) => !isEmpty(each)).map(String))

/**
 * The specification's citation source. Posted references may come from anywhere: every field may be missing, `authors`
 * may be a list, numbers may replace text, and empty values count as missing, in lists too.
 */
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
/** The specification's citation source, normalized. */
export type Reference = z.output<typeof reference>
