import { z } from 'zod'
import { engineId, engineIds, listedFields, outsideWork } from './combine.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { MAX_REFERENCE_LIST_CHARS } from './references.ts'
import { id, listOf, noInput, noOutput, optionalText } from './shapes.ts'
import { reference } from './work.ts'

/** So much of a text is looked through at once; longer ones come in parts. */
export const MAX_CITED_TEXT_CHARS = 5_000
const MAX_WRITTEN_TEXT_CHARS = 300_000
const MAX_SOURCES = 500

const MEGABYTE = 1024 * 1024

const MAX_MANUSCRIPT_CHARS = 1_000_000

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const savedManuscript = z.object({ id, title: z.string(), created_at: z.string(), updated_at: z.string() })

/** What a list shows of a paper. */
const citedPaper = paper.pick({ ...listedFields, id: true })

/** A sentence of the text: offsets in UTF-16 units. */
const manuscriptSentence = z.object({
  start: z.number().int(),
  end: z.number().int(),
  /** Whether it needs a source, by rules; `cited`: it has one already. */
  need: z.enum(['yes', 'no', 'cited']),
  /** Why, in Chinese. */
  reason: z.string(),
})

const candidate = z.object({
  paper: citedPaper,
  /** What an engine outside has and the library lacks: until it is taken in, `paper.id` is its key. */
  outside: outsideWork.nullable(),
  /** A work of one’s own that the library lacks, as it was given; `paper.id` is then the key under which it is cited. */
  own: reference.nullable(),
  /** What of the paper is nearest to the sentence, word for word; its title where it has no abstract. */
  quote: z.string(),
  /** The file of a dataset that the quote stands in. */
  document_id: id.nullable(),
  page: z.number().int().nullable(),
  /** How well it fits, 0–1: of the best that there could be. */
  score: z.number(),
  /** Words of the sentence that paper and quote say. */
  said: z.array(z.string()),
})

const sentenceMatch = z.object({
  /** The number of the sentence, from 0. */
  at: z.number().int(),
  /** `strong`: the first is clearly ahead of the second. `none` is a usual result. */
  decision: z.enum(['strong', 'candidates', 'none']),
  /** Why, in Chinese. */
  why: z.string(),
  /** Best first. */
  candidates: z.array(candidate).max(5),
  /** Who gave no answer, and what was left out for it, in Chinese. */
  notes: z.array(z.string()),
})

const matchEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('sentences'), data: z.object({ sentences: z.array(manuscriptSentence) }) }),
  z.object({ event: z.literal('matched'), data: sentenceMatch }),
  z.object({
    event: z.literal('done'),
    data: z.object({
      looked_up: z.number().int(),
      /** How many papers were searched. */
      papers: z.number().int(),
    }),
  }),
  z.object({ event: z.literal('error'), data: z.object({ message: z.string() }) }),
])

/** A source of a text: a paper of the library, or an entry of the manuscript’s own list, as it was written. */
const manuscriptSource = z.object({
  /** What stands in the text for it: `[@key]`. */
  key: z.string().regex(/^[\w-]{1,64}$/),
  paper_id: id.nullable(),
  entry: z.string().trim().max(1_500).default(''),
  /** A work of one’s own: what is known of it. */
  work: reference.nullable().default(null),
})

const style = optionalText(64).transform((name) => name ?? 'spec')
/**
 * The language of 等, 和 and 佚名 in a text of the GB/T 7714 styles: that of each cited work, or always one. With `_pairs` two authors
 * are both named.
 */
const in_text_words = z
  .enum(['by_source', 'zh', 'en', 'by_source_pairs', 'zh_pairs', 'en_pairs'])
  .default('by_source')
const sources = z.array(manuscriptSource).max(MAX_SOURCES)

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
      /** Left out or empty: the whole library. */
      dataset_ids: z.array(id).max(10).default([]),
      /** `local` and engines outside; left out or empty: the library alone. */
      engines: listOf(engineId, engineIds.length),
      /** Works of one’s own in BibTeX, RIS or their like, looked at besides. */
      own: z.string().max(MAX_REFERENCE_LIST_CHARS).default(''),
      /** Sentences that by the rules need no source are looked up too. */
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
    input: z.object({ sources, style, in_text_words }),
    output: z.object({
      /** In the order of the printed list. */
      list: z.array(
        z.object({
          key: z.string(),
          /** As the text cites it alone. */
          mark: z.string(),
          entry: z.string(),
        }),
      ),
      /** Keys of papers that are gone. */
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
      /** JSON of the page. */
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
