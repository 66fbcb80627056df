import type {
  ReportSection,
  ResearchEvent,
  ResearchEvidence,
  ResearchState,
  ResearchSynthesis,
} from '@scinav/contract'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { withModel } from '../model/with-model.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { dropUnsupportedCells, tableRows } from './comparison.ts'
import {
  draftSection,
  faultySentences,
  repairSentences,
  type SectionDraft,
  type SectionTask,
  type WrittenKind,
} from './model-draft.ts'
import { type DraftLine, draftMarks, type ModelSentence } from './model-sentences.ts'
import { outlineEntry, stepEvidence } from './outline.ts'
import type { SectionContext } from './section-context.ts'
import { notedEvidence } from './synthesis.ts'
import { verifyLines } from './verify-lines.ts'

const WRITTEN_KINDS: ReadonlySet<ReportSection['kind']> = new Set<WrittenKind>([
  'opening',
  'body',
  'evidence',
  'agreement',
  'open',
  'conclusion',
])
/** Minimum number of sources from which a model writes a section. */
const MIN_SOURCES = { evidence: 1, body: 1, agreement: 2, opening: 2, open: 2, conclusion: 2 }
/** Reason of a section whose sentences were all removed. */
const NOTHING_SUPPORTED = '模型写的句子都没有原文支持'

/**
 * Writes a section with the model of the run: a draft from the works that were read, in which the figures and names of
 * cited sentences are checked; faulty sentences are corrected once, and removed if the model gives them up.
 *
 * @returns the number of removed sentences; null when the model did not write the section and nothing was written.
 */
export async function* writeSectionByModel(
  research: Research,
  writing: SectionContext,
): AsyncGenerator<ResearchEvent, { removed: number } | null> {
  const sectionTask = toSectionTask(writing)
  if (!sectionTask) return null
  const { section_id: about, title } = writing.section
  const task = { task: 'section' as const, about, title }
  const draft = yield* withModel(research, task, async (call) => {
    if (call.model.external) await requireExternalModelAllowed(research, sectionTask)
    return draftSection(call, sectionTask)
  })
  if (!draft) return null
  const verified = { ...draft, lines: yield* requestVerdicts(research, writing, draft.lines) }
  const changes = yield* requestRepairs(research, sectionTask, { about, title, draft: verified })
  const { lines, removed } = applyRepairs(verified, changes)
  if (draftMarks(lines).length === 0) {
    yield researchEvent('fallback', { ...task, reason: NOTHING_SUPPORTED })
    return null
  }
  writeLines(writing, lines)
  return { removed }
}

/** Has the model verify the cited claims of lines, and returns the lines with its verdicts; unchanged when it fails. */
async function* requestVerdicts(
  research: Research,
  { section: { section_id: about, title } }: Pick<SectionContext, 'section'>,
  lines: DraftLine[],
): AsyncGenerator<ResearchEvent, DraftLine[]> {
  const task = { task: 'check' as const, about, title }
  return (yield* withModel(research, task, (call) => verifyLines(research, call, lines))) ?? lines
}

/**
 * Writes a table of the synthesis, its cells verified as the sentences of other sections are; what their sources do not
 * support is left out.
 *
 * @returns the number of cells left out; null when there is no table.
 */
export async function* writeTable(
  research: Research,
  writing: SectionContext,
): AsyncGenerator<ResearchEvent, { removed: number } | null> {
  const rows = tableRows(writing)
  if (rows.length === 0) return null
  const { lines, removed } = dropUnsupportedCells(yield* requestVerdicts(research, writing, rows))
  writeLines(writing, lines)
  return { removed }
}

/**
 * Checks the knowledge bases of the evidence again, since they may have been closed to external models after the
 * search.
 *
 * @throws AppError `model.closed`.
 */
async function requireExternalModelAllowed({ ctx }: Research, { evidence }: SectionTask): Promise<void> {
  const ids = [...new Set(evidence.flatMap(({ document_id }) => document_id ?? []))]
  if (ids.length > 0 && !(await areOpenToModels(ctx, ids))) throw new AppError('model.closed')
}

/** Returns the task of a section; null when the section is not written by a model or has too little evidence. */
function toSectionTask(writing: SectionContext): SectionTask | null {
  const { state, question, section, revising } = writing
  const { step_id, title } = section
  if (!WRITTEN_KINDS.has(section.kind)) return null
  const kind = section.kind as WrittenKind
  const evidence = sectionEvidence(writing)
  if (new Set(evidence.map(({ source_id }) => source_id)).size < MIN_SOURCES[kind]) return null
  const step = state.steps.find((each) => each.step_id === step_id)
  const goal = step?.goal ?? outlineEntry(state, section.section_id)?.purpose ?? ''
  return { state, language: question.language, kind, title: step?.title ?? title, goal, evidence, revising }
}

/** Returns the evidence of a section: that of its works, of its step, or of all works, most important works first. */
function sectionEvidence({ state, section, revising }: SectionContext): ResearchEvidence[] {
  const { kind, step_id, section_id } = section
  if (kind === 'evidence') return stepEvidence(state, step_id)
  // For a revision the state holds the evidence chosen for it.
  const all = state.synthesis && !revising ? notedEvidence(state) : interleaveSources(state.evidence)
  const works = revising ? undefined : outlineEntry(state, section_id)?.source_ids
  if (kind === 'body' && works)
    return putWorksFirst(all, works).filter(({ source_id }) => works.includes(source_id))
  if (!state.synthesis) return all
  const cited = putCitedFirst(all, state)
  const compared = comparedWorks(state.synthesis)
  if (kind === 'agreement' && compared.length > 0)
    return putWorksFirst(cited, compared).filter(({ source_id }) => compared.includes(source_id))
  return putWorksFirst(cited, centralWorks(state.synthesis))
}

/** Puts what the sections written so far cite first, so that a section about all of them can cite it too. */
function putCitedFirst(evidence: ResearchEvidence[], { sections }: ResearchState): ResearchEvidence[] {
  const cited = new Set(
    sections.flatMap(({ citations }) => citations.map(({ passage_id, quote }) => `${passage_id} ${quote}`)),
  )
  const isCited = ({ passage_id, quote }: ResearchEvidence) => cited.has(`${passage_id} ${quote}`)
  return [...evidence.filter(isCited), ...evidence.filter((each) => !isCited(each))]
}

/** Returns the works of disagreements and agreements. */
const comparedWorks = ({ agreements, disagreements }: ResearchSynthesis): string[] => [
  ...disagreements.flatMap(({ sides }) => sides.flatMap(({ source_ids }) => source_ids)),
  ...agreements.flatMap(({ source_ids }) => source_ids),
]

/** Number of works of each main section that a section about all works is offered before any others. */
const LEADING_WORKS = 2

/**
 * Returns the most important works of every main section, then the works of disagreements and agreements, then the
 * others of the main sections in turns.
 */
function centralWorks(synthesis: ResearchSynthesis): string[] {
  const { outline } = synthesis
  const longest = Math.max(0, ...outline.map(({ source_ids }) => source_ids.length))
  const inTurns = Array.from({ length: longest }, (_, at) =>
    outline.flatMap(({ source_ids }) => source_ids[at] ?? []),
  )
  const leading = inTurns.slice(0, LEADING_WORKS).flat()
  return [...leading, ...comparedWorks(synthesis), ...inTurns.flat()]
}

/** Puts the evidence of some works first, in the order of the works. */
function putWorksFirst(evidence: ResearchEvidence[], source_ids: string[]): ResearchEvidence[] {
  const first = [...new Set(source_ids)].flatMap((id) => evidence.filter(({ source_id }) => source_id === id))
  return [...first, ...evidence.filter(({ source_id }) => !source_ids.includes(source_id))]
}

/** Orders evidence in rounds: the first piece of every source, then the second pieces. */
function interleaveSources(evidence: ResearchEvidence[]): ResearchEvidence[] {
  const counts = new Map<string, number>()
  return evidence
    .map((each) => {
      const at = counts.get(each.source_id) ?? 0
      counts.set(each.source_id, at + 1)
      return { each, at }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** The corrected sentence for each faulty one; null for one to be removed. */
type SentenceRepairs = ReadonlyMap<ModelSentence, ModelSentence | null>

/** Requests corrections of faulty sentences; a draft from a second attempt is not corrected again. */
async function* requestRepairs(
  research: Research,
  sectionTask: SectionTask,
  { about, title, draft }: { about: string; title: string; draft: SectionDraft },
): AsyncGenerator<ResearchEvent, SentenceRepairs> {
  if (draft.isSecondAttempt || faultySentences(draft).length === 0) return new Map()
  const task = { task: 'repair' as const, about, title }
  const repairs = yield* withModel(research, task, (call) => repairSentences(call, sectionTask, draft))
  return repairs ?? new Map()
}

/**
 * Applies the corrections: sentences that the model gave up, and those with a web address, are removed; others that it
 * did not correct are kept with their marks. A subheading without text goes with its text.
 */
function applyRepairs(
  { lines }: SectionDraft,
  changes: SentenceRepairs,
): { lines: DraftLine[]; removed: number } {
  /** The number of removed sentences. */
  let removed = 0
  const repairedLines = lines.map(({ kind, sentences }) => ({
    kind,
    sentences: sentences.flatMap((sentence) => {
      const repaired = changes.has(sentence) ? changes.get(sentence) : sentence
      const isKept = repaired && repaired.fault?.kind !== 'address'
      if (!isKept) removed += 1
      return isKept ? [repaired] : []
    }),
  }))
  const nonEmpty = repairedLines.filter(({ sentences }) => sentences.length > 0)
  return {
    lines: nonEmpty.filter(
      ({ kind }, at) => kind !== 'heading' || (nonEmpty[at + 1]?.kind ?? 'heading') !== 'heading',
    ),
    removed,
  }
}

/** What a line of each kind begins with in Markdown. */
const LINE_LEADS: Record<DraftLine['kind'], string> = { text: '', item: '- ', row: '', heading: '### ' }

/** Writes lines as Markdown: paragraphs apart, items of a list and rows of a table together. */
function writeLines({ question, out }: Pick<SectionContext, 'question' | 'out'>, lines: DraftLine[]): void {
  const gap = question.language === 'en' ? ' ' : ''
  for (const [at, { kind, sentences }] of lines.entries()) {
    const isContinued = kind === lines[at - 1]?.kind && (kind === 'item' || kind === 'row')
    if (at > 0) out.write(isContinued ? '\n' : '\n\n')
    out.write(LINE_LEADS[kind])
    writeSentences(out, sentences, gap)
  }
  out.write('\n')
}

function writeSentences(out: SectionContext['out'], sentences: ModelSentence[], gap: string): void {
  for (const [at, { parts }] of sentences.entries()) {
    if (at > 0) out.write(gap)
    for (const part of parts) {
      if (typeof part === 'string') out.write(part)
      else out.cite(part)
    }
  }
}
