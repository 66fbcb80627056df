import type { ReportSection, ResearchEvidence, ResearchState } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import type { SectionForm } from '../../models/prompts/index.ts'

/** The kinds of sections that a model writes. */
export type WrittenKind = Extract<ReportSection['kind'], SectionForm>

/** The kinds of the main sections, each about some of the works; the others, around them, are about all. */
type MainKind = 'body' | 'evidence'
/** The kinds of the other sections. */
export type OverviewKind = Exclude<WrittenKind, MainKind>

/** Returns whether sections of a kind are main ones, each about some of the works. */
export const isMainKind = (kind: WrittenKind): kind is MainKind => kind === 'body' || kind === 'evidence'

/** The task of writing one section with a language model. */
export interface SectionTask {
  state: ResearchState
  language: Language
  kind: WrittenKind
  title: string
  /** What the section is for. */
  goal: string
  evidence: ResearchEvidence[]
  /** The present section and the requested change; undefined when the section is written for the first time. */
  revising?: RevisionInput | undefined
}

/** A section that the reader wants changed. */
export interface RevisionInput {
  wish: string
  text: string
  /** Positions of its citations in order, with the evidence they cite. */
  marks: { start: number; end: number; evidence_id: string }[]
}
