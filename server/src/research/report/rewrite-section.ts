import {
  applyResearchEvent,
  RESEARCH_LIMITS,
  type ReportSection,
  type ResearchEvent,
  type ResearchEvidence,
  type ResearchSource,
  type ResearchState,
} from '@scinav/contract'
import { searchStep } from '../gather/search-step.ts'
import type { Research } from '../run/research.ts'
import type { RevisionRow } from '../run/revision.store.ts'
import type { ReportBody } from './body.ts'
import { findSourcedSection, type SourcedSection } from './edit-section.ts'
import { stepEvidence } from './outline.ts'
import type { RevisionInput } from './section-task.ts'
import { writeSection } from './write-section.ts'

/** Thrown when a section cannot be rewritten; the message gives the reason in Chinese. */
export class NotRewritable extends Error {}

/** The result of rewriting a section. */
export interface SectionRewrite {
  rewritten: SourcedSection
  /** The sources that the run has read, and those read for the section. */
  read: ResearchSource[]
}

interface RewriteRequest extends Pick<RevisionRow, 'how' | 'instruction'> {
  section: ReportSection
  body: ReportBody
}

/** Reasons why a section stays as it is. */
const NOTHING_MESSAGES = {
  other: '没有找到别的可以摘录的原文，这一节没有改动',
  again: '重新检索没有找到可以摘录的原文，这一节没有改动',
  fewer: '这一节只引了一处原文，不能再精简',
  gone: '这一步已经不在计划里，不能重新检索',
  empty: '这一节没有引用，不能据此改写',
} as const

/** The wish that the model is given for a shorter section. */
const FEWER_WISH = 'At most half as many sentences, the most telling ones.'

/**
 * Rewrites a section of a report: from a new search, from other evidence, from less evidence, or according to the
 * reader's instruction.
 *
 * @param original the run of the report, with the user as actor.
 * @throws NotRewritable; the reason of the signal.
 */
export async function rewriteSection(original: Research, request: RewriteRequest): Promise<SectionRewrite> {
  const { section, body } = request
  const sandbox = createSandbox(original)
  const present =
    section.kind === 'agreement'
      ? allCurrentEvidence(body, sandbox.state())
      : currentEvidence(body, sandbox.state(), section.section_id)
  const chosen = await selectEvidence(sandbox, request, present)
  sandbox.set({ evidence: chosen, sections: [], fallbacks: [] })
  await sandbox.follow(writeSection(sandbox.research, section, revisionInput(sandbox.state(), request)))
  const [fallback] = sandbox.state().fallbacks.filter(({ task }) => task === 'section')
  if (fallback) throw new NotRewritable(`模型没有写成：${fallback.reason}。这一节没有改动`)
  const [written] = sandbox.state().sections
  if (!written || written.citations.length === 0) throw new NotRewritable(NOTHING_MESSAGES.empty)
  const sources = new Map(chosen.map(({ passage_id, source_id }) => [passage_id, source_id]))
  const { text, citations, written_by, removed } = written
  const marks = citations.map((citation) => ({
    citation,
    source_id: sources.get(citation.passage_id) ?? citation.passage_id,
  }))
  const origin = { ...(written_by && { written_by }), ...(removed && { removed }) }
  return { rewritten: { text, marks, ...origin }, read: sandbox.state().read }
}

/** Creates a copy of a run for a single task: its events change the copied state and are not stored. */
function createSandbox(original: Research) {
  // The rewriting has the model's whole budget again.
  let state: ResearchState = { ...original.state(), model_ms: 0, model_calls: 0, usage: null }
  const research: Research = { ...original, state: () => state }
  return {
    research,
    state: () => state,
    set: (change: Partial<ResearchState>) => {
      state = { ...state, ...change }
    },
    follow: async (events: AsyncIterable<ResearchEvent>) => {
      for await (const event of events) state = applyResearchEvent(state, event)
    },
  }
}

type RewriteSandbox = ReturnType<typeof createSandbox>

/**
 * Returns the evidence from which a section is rewritten, by the way in which the reader wants it changed.
 *
 * @throws NotRewritable when there is none.
 */
async function selectEvidence(
  sandbox: RewriteSandbox,
  { how, section }: RewriteRequest,
  present: ResearchEvidence[],
): Promise<ResearchEvidence[]> {
  if (how === 'fewer') return halveEvidence(present)
  if (section.kind === 'agreement') return present
  if (section.kind !== 'evidence' && how !== 'instruction') throw new NotRewritable(NOTHING_MESSAGES.gone)
  if (how !== 'instruction') return searchAgain(sandbox, section, how === 'other' ? present : [])
  if (present.length === 0) throw new NotRewritable(NOTHING_MESSAGES.empty)
  // An instruction may also need what the step found and the section does not quote.
  const quotes = new Set(present.map(({ quote }) => quote))
  const unused = sandbox
    .state()
    .evidence.filter(({ step_id, quote }) => step_id === section.step_id && !quotes.has(quote))
  return [...present, ...unused].slice(0, Math.max(present.length, RESEARCH_LIMITS.evidence_a_step))
}

/**
 * Returns half of the evidence in its order; first quotations of each source are kept rather than second
 * ones.
 *
 * @throws NotRewritable when there is only one piece.
 */
function halveEvidence(present: ResearchEvidence[]): ResearchEvidence[] {
  if (present.length < 2) throw new NotRewritable(NOTHING_MESSAGES.fewer)
  const firsts = [...Map.groupBy(present, ({ source_id }) => source_id).values()].flatMap(
    ([first]) => first ?? [],
  )
  const others = present.filter((each) => !firsts.includes(each))
  const selected = new Set([...firsts, ...others].slice(0, Math.ceil(present.length / 2)))
  return present.filter((each) => selected.has(each))
}

/** Step id of evidence that must not be quoted again, while a step is searched. */
const EXCLUDED_STEP_ID = 'set-aside'
/** Number of hits of a search for other evidence, which ranks below the evidence already quoted. */
const MAX_DEEP_HITS = 30

/**
 * Repeats the searches of a section's step and returns the evidence without the excluded pieces.
 *
 * @throws NotRewritable when the plan no longer has the step, or nothing else is found.
 */
async function searchAgain(
  sandbox: RewriteSandbox,
  section: ReportSection,
  excluded: ResearchEvidence[],
): Promise<ResearchEvidence[]> {
  const before = sandbox.state()
  const step = before.steps.find(({ step_id }) => step_id === section.step_id)
  if (!step) throw new NotRewritable(NOTHING_MESSAGES.gone)
  const { step_id } = step
  const others = before.evidence.filter((each) => each.step_id !== step_id)
  const setAside = excluded.map((each) => ({ ...each, step_id: EXCLUDED_STEP_ID }))
  // The works of the step are read again.
  const notes = before.notes.filter((each) => each.step_id !== step_id)
  sandbox.set({ evidence: [...others, ...setAside], notes })
  const maxHits = excluded.length > 0 ? MAX_DEEP_HITS : RESEARCH_LIMITS.hits_a_query
  await sandbox.follow(searchStep(sandbox.research, { ...step, state: 'pending' }, maxHits))
  // Limitations of sources belong to another section.
  const found = stepEvidence(sandbox.state(), step_id)
  if (found.length === 0)
    throw new NotRewritable(excluded.length > 0 ? NOTHING_MESSAGES.other : NOTHING_MESSAGES.again)
  return found
}

/** Returns the present section as input of the model; undefined when it writes from new evidence. */
function revisionInput(
  state: ResearchState,
  { how, instruction, section, body }: RewriteRequest,
): RevisionInput | undefined {
  if (state.engine !== 'model' || (how !== 'instruction' && how !== 'fewer')) return undefined
  const wish = how === 'fewer' ? FEWER_WISH : (instruction ?? '')
  const ids = new Map(state.evidence.map((each) => [quoteKey(each), each.evidence_id]))
  const marks = sectionMarks(body, state, section.section_id).flatMap(({ start, end, evidence }) => {
    const evidence_id = ids.get(quoteKey(evidence))
    return evidence_id === undefined ? [] : [{ start, end, evidence_id }]
  })
  return { wish, text: findSourcedSection(body, section.section_id)?.text ?? '', marks }
}

/** Returns the key by which pieces of evidence with the same quotation of the same passage are one. */
const quoteKey = ({ passage_id, quote }: Pick<ResearchEvidence, 'passage_id' | 'quote'>): string =>
  `${passage_id} ${quote}`

/** A piece of evidence with the position of the marker that cites it. */
interface MarkedEvidence {
  start: number
  end: number
  evidence: ResearchEvidence
}

/** Returns the evidence of a section's present text by marker, including edits and earlier revisions. */
function sectionMarks(body: ReportBody, state: ResearchState, section_id: string): MarkedEvidence[] {
  const { marks } = findSourcedSection(body, section_id) ?? { marks: [] }
  const step_id = body.sections.find((each) => each.section_id === section_id)?.step_id ?? ''
  return marks.map(({ citation, source_id }, at) => {
    const { n: _n, start, end, support: _support, check: _check, key: _key, ...place } = citation
    const { passage_id, quote } = citation
    const known = state.evidence.find((each) => each.passage_id === passage_id && each.quote === quote)
    // Evidence of an earlier revision is no longer in the state of the run.
    const rebuilt = { evidence_id: `now-${at + 1}`, step_id, source_id, query: '', aspect: null, ...place }
    return { start, end, evidence: known ?? rebuilt }
  })
}

/** Returns the distinct evidence of a section. */
function currentEvidence(body: ReportBody, state: ResearchState, section_id: string): ResearchEvidence[] {
  const marks = sectionMarks(body, state, section_id)
  return [...new Map(marks.map(({ evidence }) => [quoteKey(evidence), evidence])).values()]
}

/** Kinds of sections whose evidence the section on agreement compares. */
const COMPARED_KINDS: ReadonlySet<ReportSection['kind']> = new Set(['evidence', 'body', 'limits'])

/** Returns the evidence that the present sections cite whose findings are compared. */
const allCurrentEvidence = (body: ReportBody, state: ResearchState): ResearchEvidence[] =>
  body.sections
    .filter(({ kind }) => COMPARED_KINDS.has(kind))
    .flatMap(({ section_id }) => currentEvidence(body, state, section_id))
