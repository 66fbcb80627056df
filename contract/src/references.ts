import { z } from 'zod'
import { engineId, engineIds, engineState, outsideWork } from './combine.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { listOf } from './shapes.ts'

/** So much text is taken apart at once, and so many entries of it are shown. */
export const MAX_REFERENCE_LIST_CHARS = 400_000
export const MAX_LISTED_REFERENCES = 500

/** An entry of a list of references, as it was written. */
const referenceEntry = z.string().trim().min(1).max(1_500)

/** A list of references, entry by entry. */
export const referenceList = z.object({
  list: z.array(z.object({ text: z.string() })).max(MAX_LISTED_REFERENCES),
  /** How many more there were. */
  left_out: z.number().int(),
})

/** What an entry says otherwise than the record does. */
const differingField = z.object({
  field: z.enum(['title', 'authors', 'year', 'journal', 'volume', 'issue', 'pages', 'doi']),
  /** As the entry has it; empty where it lacks it. */
  given: z.string(),
  /** As the record has it. */
  found: z.string(),
  /** Names as the entry prints names: what stands in its place when it is put right. */
  printed: z.string().optional(),
  /** A later year of a book: of another edition it is right, so nothing but its person can put it right. */
  edition: z.boolean().optional(),
})

const referenceCheck = z.object({
  /**
   * `missing`: not in what was searched, which says nothing about whether it exists. `unanswered`: not in the library, and an
   * engine that was chosen gave no answer about it. `unread`: nothing to look for.
   */
  status: z.enum(['found', 'differs', 'missing', 'unanswered', 'unread']),
  /** What the record was found by; `place`: journal, year, volume and page of an entry without a title. */
  by: z.enum(['doi', 'arxiv', 'title', 'place']).nullable(),
  paper: paper.nullable(),
  fields: z.array(differingField),
  /** Another paper that the entry’s identifier leads to. */
  other: paper.nullable(),
  /** The work that an engine outside has, where the library has none or another one; what is compared is then this. */
  outside: outsideWork.nullable(),
  /** Another work outside that the entry’s identifier leads to. */
  outside_other: outsideWork.nullable(),
  /** Who was asked and answered, the library first. */
  asked: z.array(engineId),
})

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
      /** Asked besides the library, about what it lacks; then at most ten entries at a time. */
      engines: listOf(engineId, engineIds.length),
    }),
    output: z.object({
      /** In the order of the entries. */
      list: z.array(referenceCheck),
      /** How many papers were searched. */
      papers: z.number().int(),
      /** How the engines outside did: `count` works came of them. */
      engines: z.array(engineState),
    }),
    extra: true,
  },
} satisfies Endpoints
