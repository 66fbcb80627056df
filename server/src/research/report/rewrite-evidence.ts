import { RESEARCH_LIMITS, type ReportSection, type ResearchEvidence } from '@scinav/contract'
import { searchStep } from '../gather/search-step.ts'
import { stepEvidence } from './outline.ts'
import { NOTHING_MESSAGES, NotRewritable, type RewriteRequest } from './rewrite-request.ts'
import type { RewriteSandbox } from './rewrite-sandbox.ts'

/**
 * Returns the evidence from which a section is rewritten, by the way in which the reader wants it changed.
 *
 * @throws NotRewritable when there is none.
 */
export async function selectEvidence(
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
