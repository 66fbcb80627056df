import { z } from 'zod'
import { nationalOptions } from './citation.ts'
import { engineId, engineIds, listedFields, outsideWork } from './combine.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { MAX_REFERENCE_LIST_CHARS } from './references.ts'
import { id, listOf, noInput, noOutput, optionalText } from './shapes.ts'
import { reference } from './work.ts'

/** Largest text of one matching request, in characters; longer texts are sent in parts. */
export const MAX_CITED_TEXT_CHARS = 5_000
/** Largest text that is cited and exported at once, in characters. */
const MAX_WRITTEN_TEXT_CHARS = 300_000
/** Largest number of sources of a text. */
const MAX_SOURCES = 500

const MEGABYTE = 1024 * 1024

/** Largest saved state of a manuscript page, as JSON. */
const MAX_MANUSCRIPT_CHARS = 1_000_000

/** Returns whether a text is valid JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A saved manuscript as a list shows it. */
const savedManuscript = z.object({ id, title: z.string(), created_at: z.string(), updated_at: z.string() })

/** The fields of a paper that a list shows. */
const citedPaper = paper.pick({ ...listedFields, id: true })

/** A sentence of the text, with its offsets in UTF-16 code units. */
const manuscriptSentence = z.object({
  start: z.number().int(),
  end: z.number().int(),
  /** Whether the sentence needs a source, decided by rules; `cited`: it already has one. */
  need: z.enum(['yes', 'no', 'cited']),
  /** The reason, in Chinese. */
  reason: z.string(),
})

/** A paper that a sentence may cite. */
const candidate = z.object({
  paper: citedPaper,
  /** A work of an outside engine that the library lacks; until it is imported, `paper.id` is its key. */
  outside: outsideWork.nullable(),
  /**
   * A work supplied by the user that the library lacks, as it was given; `paper.id` is the key under which it is cited.
   */
  own: reference.nullable(),
  /**
   * The sentence of the paper closest to the sentence of the text, word for word; the title where there is no abstract.
   */
  quote: z.string(),
  /** The file of a dataset that contains the quote. */
  document_id: id.nullable(),
  page: z.number().int().nullable(),
  /** How well the paper fits, as a share of the highest possible score, 0–1. */
  score: z.number(),
  /** Words of the sentence that the paper and the quote contain. */
  said: z.array(z.string()),
})

/** What was found for one sentence. */
const sentenceMatch = z.object({
  /** The index of the sentence, from 0. */
  at: z.number().int(),
  /** `strong`: the first candidate is clearly ahead of the second. `none` is a usual result. */
  decision: z.enum(['strong', 'candidates', 'none']),
  /** The reason, in Chinese. */
  why: z.string(),
  /** Candidates, best first. */
  candidates: z.array(candidate).max(5),
  /** Engines that gave no answer and work omitted because of it, in Chinese. */
  notes: z.array(z.string()),
})

/** An event of the matching: all sentences first, then the result of each one that is looked up. */
const matchEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('sentences'), data: z.object({ sentences: z.array(manuscriptSentence) }) }),
  z.object({ event: z.literal('matched'), data: sentenceMatch }),
  z.object({
    event: z.literal('done'),
    data: z.object({
      looked_up: z.number().int(),
      /** The number of papers that were searched. */
      papers: z.number().int(),
    }),
  }),
  z.object({ event: z.literal('error'), data: z.object({ message: z.string() }) }),
])

/** A source of a text: a paper of the library, or an entry of the manuscript’s own list as it was written. */
const manuscriptSource = z.object({
  /** The key that represents the source in the text: `[@key]`. */
  key: z.string().regex(/^[\w-]{1,64}$/),
  paper_id: id.nullable(),
  entry: z.string().trim().max(1_500).default(''),
  /** The known fields of a work supplied by the user. */
  work: reference.nullable().default(null),
})

/** The id of a style; `spec` when absent or empty. */
const style = optionalText(64).transform((name) => name ?? 'spec')
/**
 * The language of 等, 和 and 佚名 in a text cited in a GB/T 7714 style: that of each cited work, or always the same. The
 * variants with `_pairs` name both authors of a work that has two.
 */
const in_text_words = z
  .enum(['by_source', 'zh', 'en', 'by_source_pairs', 'zh_pairs', 'en_pairs'])
  .default('by_source')
const sources = z.array(manuscriptSource).max(MAX_SOURCES)

/** Calls that find references for a text, cite it, and store manuscripts. For the flags of a call see `Endpoint`. */
export const citingApi = {
  match: {
    method: 'POST',
    path: '/api/citation/match',
    access: 'user',
    expensive: true,
    menu: '/aiCitation',
    summary:
      'References for the sentences of a text, sentence by sentence; after `Last-Event-ID` it goes on with what is left',
    input: z.object({
      text: z.string().min(1).max(MAX_CITED_TEXT_CHARS),
      /** Absent or empty: the whole library. */
      dataset_ids: z.array(id).max(10).default([]),
      /** `local` and outside engines; absent or empty: the library alone. */
      engines: listOf(engineId, engineIds.length),
      /** Works supplied by the user in BibTeX, RIS or similar formats, searched in addition. */
      own: z.string().max(MAX_REFERENCE_LIST_CHARS).default(''),
      /** Whether sentences that need no source by the rules are looked up too. */
      every: z.boolean().default(false),
    }),
    output: matchEvent,
    reply: 'stream',
    body_limit: 2 * MEGABYTE,
    extra: true,
  },
  readText: {
    method: 'POST',
    path: '/api/citation/read',
    access: 'user',
    menu: '/aiCitation',
    summary: 'The text of a manuscript (docx, md, txt and their like); the file is not kept',
    input: z.object({}),
    output: z.object({ text: z.string(), cut: z.boolean() }),
    form: { files: 1 },
    body_limit: 20 * MEGABYTE,
    extra: true,
  },
  list: {
    method: 'POST',
    path: '/api/citation/list',
    access: 'user',
    menu: '/aiCitation',
    summary:
      'The reference list of a text: sources in the order of their first appearance, printed in a style',
    input: z.object({ sources, style, national: nationalOptions.optional(), in_text_words }),
    output: z.object({
      /** In the order of the printed list. */
      list: z.array(
        z.object({
          key: z.string(),
          /** The mark of a citation of this source alone. */
          mark: z.string(),
          entry: z.string(),
        }),
      ),
      /** Keys of papers that no longer exist. */
      missing: z.array(z.string()),
    }),
    extra: true,
  },
  write: {
    method: 'POST',
    path: '/api/citation/write',
    access: 'user',
    expensive: true,
    menu: '/aiCitation',
    summary: 'A text with `[@key]` in it, cited in a style and with its list of references',
    input: z.object({
      text: z.string().min(1).max(MAX_WRITTEN_TEXT_CHARS),
      sources,
      style,
      national: nationalOptions.optional(),
      in_text_words,
      format: z.enum(['docx', 'md', 'text', 'tex', 'bibtex', 'ris']),
    }),
    output: z.object({ text: z.string(), missing: z.array(z.string()) }),
    reply: 'json-or-file',
    body_limit: 4 * MEGABYTE,
    extra: true,
  },
  manuscripts: {
    method: 'GET',
    path: '/api/citation/manuscripts',
    access: 'user',
    menu: '/aiCitation',
    summary: 'The caller’s manuscripts, the last one changed first',
    input: noInput,
    output: z.array(savedManuscript),
    extra: true,
  },
  manuscript: {
    method: 'GET',
    path: '/api/citation/manuscripts/{id}',
    access: 'user',
    menu: '/aiCitation',
    summary: 'A manuscript as it was left, with what was accepted',
    input: z.object({ id }),
    output: savedManuscript.extend({ state: z.string() }),
    extra: true,
  },
  saveManuscript: {
    method: 'POST',
    path: '/api/citation/manuscripts',
    access: 'user',
    menu: '/aiCitation',
    summary: 'Saves a manuscript as it is now; without an id as a new one',
    input: z.object({
      id: id.optional(),
      title: z.string().trim().min(1).max(200),
      /** The state of the page as JSON. */
      state: z.string().max(MAX_MANUSCRIPT_CHARS).refine(isJson, '不是有效的 JSON'),
    }),
    output: z.object({ id }),
    body_limit: 4 * MEGABYTE,
    extra: true,
  },
  removeManuscript: {
    method: 'DELETE',
    path: '/api/citation/manuscripts/{id}',
    access: 'user',
    menu: '/aiCitation',
    summary: 'Removes a manuscript',
    input: z.object({ id }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
