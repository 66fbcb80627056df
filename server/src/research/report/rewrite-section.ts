import type { ResearchSource, ResearchState } from '@scinav/contract'
import type { Research } from '../run/research.ts'
import { findSourcedSection, type SourcedSection } from './edit-section.ts'
import { allCurrentEvidence, currentEvidence, quoteKey, sectionMarks } from './present-evidence.ts'
import { selectEvidence } from './rewrite-evidence.ts'
import { NOTHING_MESSAGES, NotRewritable, type RewriteRequest } from './rewrite-request.ts'
import { createSandbox } from './rewrite-sandbox.ts'
import type { RevisionInput } from './section-task.ts'
import { writeSection } from './write-section.ts'

/** The result of rewriting a section. */
export interface SectionRewrite {
  rewritten: SourcedSection
  /** The sources that the run has read, and those read for the section. */
  read: ResearchSource[]
}

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

/** The wish that the model is given for a shorter section. */
const FEWER_WISH = 'At most half as many sentences, the most telling ones.'

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
