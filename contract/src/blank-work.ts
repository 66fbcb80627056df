// Apart from the schema of works, so that search threads need not load Zod to read records.
import type { Work } from './work.ts'

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
