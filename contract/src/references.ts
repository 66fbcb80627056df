import { z } from 'zod'
import { engineId, engineIds, engineState, outsideWork } from './combine.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { listOf } from './shapes.ts'

/** Largest text that is parsed into references at once, in characters. */
export const MAX_REFERENCE_LIST_CHARS = 400_000
/** Largest number of entries that are returned from one text. */
export const MAX_LISTED_REFERENCES = 500

/** An entry of a list of references, as it was written. */
const referenceEntry = z.string().trim().min(1).max(1_500)

/** A list of references, one item per entry. */
export const referenceList = z.object({
  list: z.array(z.object({ text: z.string() })).max(MAX_LISTED_REFERENCES),
  /** The number of further entries that are omitted. */
  left_out: z.number().int(),
})

/** A field in which the entry differs from the record. */
export const differingField = z.object({
  field: z.enum(['title', 'authors', 'year', 'journal', 'volume', 'issue', 'pages', 'doi']),
  /** The value in the entry; empty where the entry lacks it. */
  given: z.string(),
  /** The value in the record. */
  found: z.string(),
  /** Names in the form in which the entry prints names, for use as a correction. */
  printed: z.string().optional(),
  /**
   * Why the entry may be right although it differs, so that only a person can decide. `edition`: it may be of a later
   * edition. `group`: one side names people, the other the body that they wrote for. `more`: the record may lack its
   * last authors. `names`: the same people, it seems, with other forms or parts of their names. `online`: a year beside
   * that of the record may be the one in which the work was online or presented.
   */
  doubt: z.enum(['edition', 'group', 'more', 'names', 'online']).optional(),
})

/** Names of the fields of a reference. */
const FIELD_NAMES: Readonly<Record<z.output<typeof differingField>['field'], string>> = {
  title: '题名',
  authors: '作者',
  year: '年份',
  journal: '刊名',
  volume: '卷',
  issue: '期',
  pages: '页码',
  doi: 'DOI',
}

/** What a person is told about a difference in doubt. */
const DOUBTS: Readonly<Record<NonNullable<z.output<typeof differingField>['doubt']>, string>> = {
  edition: '图书可能另有版本，请对照手头的书',
  group: '一边署团体名，一边署个人姓名，请对照原文',
  more: '题录的作者可能没有列全，请对照原文',
  names: '姓名的写法或次序不同，看起来是同样的人，请对照原文',
  online: '两边相差一年，可能一边是网络首发或会议召开的年份，一边是正式出版的年份，请对照原文',
}

/** Describes a difference between an entry and a record; an empty field of either is labeled as missing. */
export const describeDifference = ({
  field,
  given,
  found,
  doubt,
}: z.output<typeof differingField>): {
  name: string
  given: string
  found: string
  doubt: string | null
} => ({
  name: FIELD_NAMES[field],
  given: given || '（没有写）',
  found: found || '（没有记录）',
  doubt: doubt ? DOUBTS[doubt] : null,
})

/** The result of the check of one entry. */
const referenceCheck = z.object({
  /**
   * `missing`: not in the searched sources, which says nothing about whether the work exists. `unanswered`: not in the
   * library, and a chosen engine gave no answer about it. `unread`: the entry holds nothing to search for.
   */
  status: z.enum(['found', 'differs', 'missing', 'unanswered', 'unread']),
  /**
   * The part of the entry by which the record was found; `place`: journal, year, volume and page of an entry without a
   * title.
   */
  by: z.enum(['doi', 'arxiv', 'title', 'place']).nullable(),
  paper: paper.nullable(),
  fields: z.array(differingField),
  /** A different paper to which the entry’s identifier leads. */
  other: paper.nullable(),
  /**
   * The work found by an outside engine, where the library has none or a different one; the entry is then compared with
   * this work.
   */
  outside: outsideWork.nullable(),
  /** A different outside work to which the entry’s identifier leads. */
  outside_other: outsideWork.nullable(),
  /** The sources that answered, the library first. */
  asked: z.array(engineId),
})

/** Calls that parse and check lists of references. For the flags of a call see `Endpoint`. */
export const referencesApi = {
  parse: {
    method: 'POST',
    path: '/api/citation/parse',
    access: 'user',
    expensive: true,
    menu: '/aiCitation',
    summary: 'Takes a list of references apart: text in any style, BibTeX, RIS, or identifiers line by line',
    input: z.object({ text: z.string().min(1).max(MAX_REFERENCE_LIST_CHARS) }),
    output: referenceList,
    body_limit: 2 * 1024 * 1024,
    extra: true,
  },
  check: {
    method: 'POST',
    path: '/api/citation/check',
    access: 'user',
    expensive: true,
    menu: '/aiCitation',
    summary:
      'Compares references with the records of the library and of chosen engines outside, field by field',
    input: z.object({
      entries: z.array(referenceEntry).min(1).max(50),
      /**
       * Engines searched in addition to the library for entries that it lacks; with engines, at most ten entries per
       * call.
       */
      engines: listOf(engineId, engineIds.length),
    }),
    output: z.object({
      /** In the order of the entries. */
      list: z.array(referenceCheck),
      /** The number of papers that were searched. */
      papers: z.number().int(),
      /** The result of each outside engine; `count` is the number of works that it contributed. */
      engines: z.array(engineState),
    }),
    extra: true,
  },
} satisfies Endpoints
