/** The shapes of the check of a manuscript: its findings, their evidence, the state of the check, the text read. */
import { z } from 'zod'
import { nationalOptions } from './citation.ts'
import { engineId, engineIds, engineState, listedFields, outsideWork } from './combine.ts'
import { paper } from './paper.ts'
import { differingField } from './references.ts'
import { id, listOf, optionalText, time } from './shapes.ts'

/** Limits of one check. */
export const MANUSCRIPT_CHECK_LIMITS = {
  /** Entries of the list that are checked. */
  entries: 1_000,
  /** Text that is read, in UTF-16 units; about 500 printed pages. */
  chars: 1_500_000,
  /** Findings that are kept. */
  findings: 8_000,
  /** Places that one finding names. */
  places: 50,
  /** Checks that one account keeps. */
  checks: 100,
} as const

/** The groups of findings, in the order in which they are shown. */
export const manuscriptFindingGroups = [
  'list',
  'existence',
  'fields',
  'duplicates',
  'status',
  'form',
  'support',
  'balance',
] as const

/** The kinds of findings by group. */
export const manuscriptFindingKinds = {
  list: [
    'cited_not_listed',
    'never_cited',
    'out_of_order',
    'numbering_gap',
    'numbering_repeat',
    'ambiguous_citation',
    'unmatched_citation',
    'marker_form',
    'several_lists',
  ],
  existence: ['not_found', 'unanswered', 'unreadable_entry', 'other_identifier', 'invalid_identifier'],
  fields: ['differing_fields'],
  duplicates: ['same_work', 'published_version'],
  status: ['retracted', 'concern', 'corrected', 'warned_journal', 'withdrawn_preprint'],
  form: ['entry_form', 'entry_order'],
  support: ['contradicted', 'partly_supported', 'not_in_text'],
  balance: ['requirement', 'age', 'self_citation', 'one_journal', 'language', 'preprints'],
} as const satisfies Record<(typeof manuscriptFindingGroups)[number], readonly string[]>

/** The kinds of all groups. */
const allKinds = Object.values(manuscriptFindingKinds).flat()

/** How urgent a finding is. `fault`: it has to be dealt with. `check`: somebody has to look. `info`: worth knowing. */
export const manuscriptSeverities = ['fault', 'check', 'info'] as const

/** A span of the text of a block, in UTF-16 units; `block` counts from 0. */
export const manuscriptPlace = z.object({
  block: z.number().int().min(0),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
})
/** A span of the text of a block. */
export type ManuscriptPlace = z.output<typeof manuscriptPlace>

/** What an entry or a sentence was compared with. */
const evidence = z.object({
  /** The paper of the library, where the library has the work. */
  paper: paper.pick({ ...listedFields, id: true, doi: true }).nullable(),
  /** The work as an outside engine has it. */
  outside: outsideWork.nullable(),
  /** The name of what was compared with: 本馆, a knowledge base, Crossref, the chosen style. */
  source: z.string(),
  /** Words of the source, as they stand there. */
  quote: z.string().nullable(),
  /** The document of a dataset that contains the quote, and its page. */
  document_id: id.nullable(),
  page: z.number().int().nullable(),
  /** The address of a notice or of a record. */
  url: z.string().nullable(),
  /** The fields that differ, for findings about fields. */
  fields: z.array(differingField),
  /** The names of the sources that were asked and answered. */
  asked: z.array(z.string()),
  asked_at: time,
})

/** A finding of a check. */
export const manuscriptFinding = z.object({
  /** Unique in its check; the same when the check is repeated on the same text. */
  id: z.string(),
  group: z.enum(manuscriptFindingGroups),
  kind: z.enum(allKinds),
  severity: z.enum(manuscriptSeverities),
  /** One Chinese sentence: what was compared with what, and how they differ. */
  message: z.string(),
  places: z.array(manuscriptPlace).max(MANUSCRIPT_CHECK_LIMITS.places),
  /** The index of the entry in question, from 0; null where none is. */
  entry: z.number().int().nullable(),
  /** Further entries in question: the other ones of a duplicate. */
  others: z.array(z.number().int()),
  evidence: evidence.nullable(),
  /**
   * The text that would replace the first place. `safe`: only what was compared changes, so that it may be applied
   * without being read.
   */
  correction: z.object({ text: z.string(), safe: z.boolean() }).nullable(),
})
/** A finding of a check. */
export type ManuscriptFinding = z.output<typeof manuscriptFinding>

/** The stages of a check, in their order. */
export const manuscriptStages = [
  'read',
  'list',
  'lookup',
  'duplicates',
  'status',
  'form',
  'support',
  'balance',
] as const

/** The result of the look-up of one entry. */
export const checkedEntry = z.object({
  entry: z.number().int(),
  status: z.enum(['found', 'differs', 'missing', 'unanswered', 'unread']),
  /** The name of the source that has the work; null where none has. */
  source: z.string().nullable(),
  paper_id: id.nullable(),
  /** The key of the work of an outside engine. */
  outside_key: z.string().nullable(),
})
/** The result of the look-up of one entry. */
export type CheckedEntry = z.output<typeof checkedEntry>

/** Which sources a check asks; the library is always one of them. */
export const manuscriptScope = z.object({
  dataset_ids: listOf(id, 10),
  engines: listOf(engineId, engineIds.length),
})

/** The composition of a list, as information. Shares are of the entries of which it is known, 0–1. */
export const manuscriptBalance = z.object({
  entries: z.number().int(),
  /** Entries whose year is known, and those of them that are at most `recent_years` old at the time of the check. */
  ages: z.object({ known: z.number().int(), recent: z.number().int(), recent_years: z.number().int() }),
  /** Entries by year, oldest first. */
  years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
  foreign: z.number().int(),
  preprints: z.number().int(),
  self_citations: z.number().int(),
  /** The journal with the most entries; null where none has two. */
  journal: z.object({ name: z.string(), count: z.number().int() }).nullable(),
  /** What the rules of the school require, in Chinese. */
  requirements: z.array(
    z.object({ name: z.string(), required: z.string(), actual: z.string(), is_met: z.boolean() }),
  ),
})

/** What was read of a manuscript. */
export const manuscriptFacts = z.object({
  title: z.string(),
  pages: z.number().int(),
  chars: z.number().int(),
  entries: z.number().int(),
  markers: z.number().int(),
  /** Sentences with a citation. */
  cited_sentences: z.number().int(),
})

/** How far a stage is: `done` of `total` of its steps. */
const stageState = z.object({
  stage: z.enum(manuscriptStages),
  state: z.enum(['running', 'done']),
  done: z.number().int(),
  total: z.number().int(),
  started_at: time,
  finished_at: time.nullable(),
})

/** The states of a check. */
export const manuscriptCheckStates = ['running', 'completed', 'cancelled', 'failed'] as const

/** The state of a check, accumulated from its events. */
export const manuscriptCheckState = z.object({
  check_id: z.string(),
  file_name: z.string(),
  style: z.string(),
  national: nationalOptions,
  scope: manuscriptScope,
  state: z.enum(manuscriptCheckStates),
  stages: z.array(stageState),
  facts: manuscriptFacts.nullable(),
  checked: z.array(checkedEntry),
  findings: z.array(manuscriptFinding),
  balance: manuscriptBalance.nullable(),
  /** The result of each outside engine. */
  engines: z.array(engineState),
  warnings: z.array(z.string()),
  error: z.object({ message: z.string(), retryable: z.boolean() }).nullable(),
})
/** The state of a check. */
export type ManuscriptCheckState = z.output<typeof manuscriptCheckState>

/** What a person decided about a finding. */
export const findingDecision = z.object({
  finding_id: z.string().min(1).max(200),
  /** `corrected`: the correction is to be applied. `kept`: the manuscript stays as it is. `open`: neither. */
  decision: z.enum(['open', 'corrected', 'kept']),
  note: optionalText(1_000).transform((text) => text ?? ''),
})

/** A manuscript as it was read: its text, the entries of its list and the citations in the text. */
export const checkedManuscript = z.object({
  blocks: z.array(
    z.object({
      /** Heading, paragraph, list item, table, note and their like. */
      kind: z.string(),
      text: z.string(),
      /** From 1; null in formats without pages. */
      page: z.number().int().nullable(),
    }),
  ),
  entries: z.array(
    z.object({
      /** The number, label or LaTeX key before it, without brackets; null without one. */
      number: z.string().nullable(),
      /** The text without its number. */
      text: z.string(),
      place: manuscriptPlace,
    }),
  ),
  markers: z.array(
    z.object({
      place: manuscriptPlace,
      text: z.string(),
      form: z.enum(['numeric', 'author-year', 'note', 'key']),
      /** Indexes of the entries that it cites. */
      entries: z.array(z.number().int()),
    }),
  ),
})
/** A manuscript as it was read. */
export type CheckedManuscript = z.output<typeof checkedManuscript>
