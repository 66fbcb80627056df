import type {
  api,
  ManuscriptCheckEvent,
  ManuscriptCheckState,
  ManuscriptFinding,
  ManuscriptPlace,
  ParsedInputOf,
  Work,
} from '@scinav/contract'
import { MANUSCRIPT_CHECK_LIMITS, manuscriptFindingKinds } from '@scinav/contract'
import type { Context } from '../../../platform/context/context.ts'
import { createRunEvents, createRunLeases } from '../../../platform/runs/index.ts'
import type { Manuscript } from '../reading/index.ts'

/** Queries about the leases and the events of checks. */
export const leases = createRunLeases('manuscript_checks')
/** The stored events of checks. */
export const events = createRunEvents('manuscript_check_events')

/** The options of a check, stored with it. */
export type CheckRequest = Omit<ParsedInputOf<typeof api.manuscriptChecks.begin>, 'upload_id'>

/** A manuscript as it was read, with what limits the check of it. */
export interface CheckedText extends Manuscript {
  title: string
  authors: string[]
  pages: number
}

/** The record that was found for an entry. */
export interface EntryRecord {
  work: Work
  /** The name of the source that has it. */
  source: string
  paper_id: string | null
  /** Versions of the work besides the record, such as its article. */
  versions: { id: string; title: string; publish_date: string | null; label: string }[]
  /** Entries of its journal in rank lists. */
  ranks: { list: string; year: number; value: string }[]
}

/** The identifiers of the work of an entry, in their normal forms; at least one is known. */
export interface EntryWork {
  entry: number
  doi: string | null
  pmid: string | null
}

/** Where a check keeps what its stages pass on. */
export interface CheckStorage {
  /** Passes a local copy of the manuscript to `use` and returns its result; null when it is gone. */
  withFile: <Result>(use: (path: string) => Promise<Result>) => Promise<Result | null>
  saveText: (text: CheckedText) => Promise<void>
  /** Returns the text of the manuscript, which the first stage has saved. */
  text: () => Promise<CheckedText>
  /** Saves the records of entries; those of entries that have one stay as they are. */
  saveRecords: (records: ReadonlyMap<number, EntryRecord>) => Promise<void>
  /** Saves the identifiers of the works of entries; those of entries that have some stay as they are. */
  saveWorks: (works: readonly EntryWork[]) => Promise<void>
  /** Returns the records by the index of their entry; call it once the look-up is over. */
  records: () => Promise<ReadonlyMap<number, EntryRecord>>
}

/** What every stage of a check receives. */
export interface ManuscriptCheck {
  /** Context with the owner as actor, so that every look-up observes the owner's permissions. */
  ctx: Context
  file_name: string
  request: CheckRequest
  storage: CheckStorage
  /** Aborts when the check is cancelled or the process stops. */
  signal: AbortSignal
  /** Returns the present state, including all emitted events. */
  state: () => ManuscriptCheckState
}

type EventBody<Name extends ManuscriptCheckEvent['event']> = Omit<
  Extract<ManuscriptCheckEvent, { event: Name }>['data'],
  'check_id' | 'seq' | 'ts'
>

/** Creates an event of a check; the common fields, empty here, are filled in when it is stored. */
export const checkEvent = <Name extends ManuscriptCheckEvent['event']>(
  event: Name,
  data: EventBody<Name>,
): ManuscriptCheckEvent =>
  ({ event, data: { ...data, check_id: '', seq: 0, ts: '' } }) as unknown as ManuscriptCheckEvent

/** A reason, in Chinese, why a manuscript cannot be checked. */
export class ManuscriptFault extends Error {
  readonly retryable: boolean

  constructor(message: string, retryable = false) {
    super(message)
    this.retryable = retryable
  }
}

type FindingBody = Pick<ManuscriptFinding, 'kind' | 'severity' | 'message'> & Partial<ManuscriptFinding>

const GROUP_OF = new Map(
  Object.entries(manuscriptFindingKinds).flatMap(([group, kinds]) =>
    kinds.map((kind): [string, ManuscriptFinding['group']] => [kind, group as ManuscriptFinding['group']]),
  ),
)

/**
 * Creates a finding with defaults for what it does not have, and no more places than it may name; `key` tells it from
 * others of its kind.
 */
export const createFinding = (key: string | number, body: FindingBody): ManuscriptFinding => ({
  id: `${body.kind}:${key}`,
  group: GROUP_OF.get(body.kind) ?? 'list',
  entry: null,
  others: [],
  evidence: null,
  correction: null,
  ...body,
  places: body.places?.slice(0, MANUSCRIPT_CHECK_LIMITS.places) ?? [],
})

type Evidence = NonNullable<ManuscriptFinding['evidence']>

/** Creates the evidence of a finding, with defaults for what it does not have. */
export const createEvidence = (
  { ctx }: Pick<ManuscriptCheck, 'ctx'>,
  body: Pick<Evidence, 'source'> & Partial<Evidence>,
): Evidence => ({
  paper: null,
  outside: null,
  quote: null,
  document_id: null,
  page: null,
  url: null,
  fields: [],
  asked: [],
  asked_at: ctx.now().toISOString(),
  ...body,
})

/** Chinese characters and full-width marks, which have no blanks between them. */
const HAN_OR_WIDE = /[\p{Script=Han}（）「」《》]/u

/** Joins a Chinese sentence; a blank beside a value stays only where one of its neighbors is not Chinese. */
export const sentence = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [String(values[at - 1]), part])).reduce(joinPieces)

function joinPieces(text: string, piece: string): string {
  const joined = text + piece
  const at = text.endsWith(' ') ? text.length - 1 : text.length
  const isNeedless = [joined[at - 1], joined[at + 1]].every((sign) => HAN_OR_WIDE.test(sign ?? ''))
  return joined[at] === ' ' && isNeedless ? joined.slice(0, at) + joined.slice(at + 1) : joined
}

/** Returns the name by which a sentence calls an entry: its number in brackets, else its place in the list. */
export const entryName = ({ entries }: Pick<Manuscript, 'entries'>, index: number): string => {
  const number = entries[index]?.number
  return number ? `[${number}]` : `第 ${index + 1} 条`
}

/** Bounds the entries that one sentence names. */
const MAX_NAMED = 5

/** Returns the names by which a sentence calls several entries; of many, those of the first ones and their number. */
export const entryNames = (text: Pick<Manuscript, 'entries'>, entries: readonly number[]): string => {
  const names = entries.slice(0, MAX_NAMED).map((each) => entryName(text, each))
  return names.join('、') + (entries.length > MAX_NAMED ? ` 等 ${entries.length} 条` : '')
}

/** Returns the span of an entry's text without its number; that of the whole entry where it goes over several blocks. */
export function entryPlace(
  { blocks, entries }: Pick<Manuscript, 'blocks' | 'entries'>,
  index: number,
): ManuscriptPlace {
  const { block = 0, start = 0, end = 0, text = '' } = entries[index] ?? {}
  const entryText = blocks[block]?.text.slice(start, end) ?? ''
  return { block, start: entryText.endsWith(text) ? end - text.length : start, end }
}

/** Returns whether the span of an entry holds exactly its text, so that a correction can replace it. */
export function isWholeEntry(text: Pick<Manuscript, 'blocks' | 'entries'>, index: number): boolean {
  const { block, start, end } = entryPlace(text, index)
  return text.blocks[block]?.text.slice(start, end) === text.entries[index]?.text
}
