import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { searchConditions, searchFilters } from './search.ts'
import { id, optionalText } from './shapes.ts'
import { reference } from './work.ts'

/** File formats of exported references. */
export const exportFormats = [
  'text',
  'md',
  'docx',
  'bibtex',
  'ris',
  'endnote',
  'noteexpress',
  'csl',
  'csv',
] as const

/** The citation style; the specification's own format (`spec`) when absent or empty. */
const citationStyle = optionalText(64).transform((style) => style ?? 'spec')

/** How the styles of GB/T 7714 use the room that the standard leaves; other styles ignore it. */
export const nationalOptions = z.object({
  /**
   * Width of the marks: `standard` as each edition prints them, `half`, `language` full-width for Chinese and Japanese
   * works alone, `structure` as `standard` but with the marks within titles unchanged.
   */
  punctuation: z.enum(['standard', 'half', 'language', 'structure']).optional(),
  /** Whether address, identifier and `/OL` are printed; true when absent. */
  online: z.boolean().optional(),
  /**
   * Whether a missing place or publisher of a printed work is stated, `[S.l.]`; when absent, in the 2015 edition alone.
   */
  placeholders: z.boolean().optional(),
  /** How the 2025 edition prints Chinese given names in pinyin; whole when absent. */
  pinyin: z.enum(['whole', 'initials']).optional(),
  /** Names in the form in which the 2025 edition is to print them, whole or with initials: `Wang Anna`, `Li A`. */
  names: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
})
/** How the styles of GB/T 7714 are printed. */
export type NationalOptions = z.output<typeof nationalOptions>

const MEGABYTE = 1024 * 1024

/** Ids of requested papers or documents that do not exist, or no longer. */
const missingIds = z.array(id)

/** Calls that format references and export them as files. For the flags of a call see `Endpoint`. */
export const citationApi = {
  export: {
    method: 'POST',
    path: '/api/citation/export',
    access: 'user',
    expensive: true,
    summary: 'References as a file, of posted references, of papers, or of everything a query finds',
    input: z
      .object({
        references: z.array(reference).max(10_000).optional(),
        paper_id_list: z.array(id).max(10_000).optional(),
        /** Documents of datasets: their papers are exported, or their own records where they have none. */
        document_ids: z.array(id).max(500).optional(),
        query: z.string().max(2_000).optional(),
        conditions: searchConditions,
        filters: searchFilters.optional(),
        /** As in a search: `exact` uses the words as written, `expand` adds terms of the other language. */
        exact: z.boolean().default(false),
        expand: z.boolean().default(true),
        style: citationStyle,
        national: nationalOptions.optional(),
        format: z.enum(exportFormats).default('text'),
      })
      .refine(
        (input) =>
          input.references ??
          input.paper_id_list ??
          input.document_ids ??
          (input.query !== undefined || input.conditions.length > 0),
        {
          path: ['references'],
          message: '请给出要导出的文献',
        },
      ),
    /**
     * A docx response consists of its bytes; the headers `x-missing-count` and `x-missing` (the first ids) carry the
     * missing ids.
     */
    output: z.object({ text: z.string(), missing: missingIds }),
    reply: 'json-or-file',
    body_limit: 16 * MEGABYTE,
    extra: true,
  },
  preview: {
    method: 'POST',
    path: '/api/citation/format',
    access: 'user',
    summary: 'References as text in one style, for showing and copying',
    input: z.object({
      references: z.array(reference).max(200).optional(),
      paper_id_list: z.array(id).max(200).optional(),
      document_ids: z.array(id).max(200).optional(),
      style: citationStyle,
      national: nationalOptions.optional(),
      format: z.enum(['text', 'md', 'bibtex', 'ris', 'endnote', 'noteexpress', 'csl']).default('text'),
    }),
    output: z.object({
      text: z.string(),
      items: z.array(z.string()),
      missing: missingIds,
      /**
       * Papers or documents whose records lack fields of a complete reference, with the Chinese names of the fields.
       */
      lacking: z.array(z.object({ id, fields: z.array(z.string()) })),
    }),
    extra: true,
  },
  styles: {
    method: 'GET',
    path: '/api/citation/styles',
    access: 'user',
    summary: 'Styles and formats there are',
    input: z.object({}),
    output: z.object({
      styles: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Whether it is a style of GB/T 7714, which follows `nationalOptions`. */
          national: z.boolean(),
          /** Whether a person or an operator installed it: manuscripts cannot be checked against it. */
          installed: z.boolean(),
        }),
      ),
      formats: z.array(z.object({ id: z.enum(exportFormats), name: z.string(), extension: z.string() })),
    }),
    extra: true,
  },
} satisfies Endpoints
