// The fixed values of a work's record, apart from its schema, so that search threads need not load Zod to read records.
import type { Work } from './work.ts'

export const CREATOR_ROLES = [
  'author',
  'editor',
  'translator',
  'corresponding',
  'advisor',
  'publisher',
] as const
export const DEGREES = ['bachelor', 'master', 'doctor'] as const
export const WORK_STATUSES = ['normal', 'retracted', 'corrected', 'concern'] as const

/** Returns a work with only its title and its kind (`RESOURCE_TYPE`); importers fill in the rest. */
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
