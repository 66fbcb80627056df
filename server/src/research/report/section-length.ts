import { RESEARCH_DEPTHS } from '@scinav/contract'
import { isMainKind, type OverviewKind, type SectionTask } from './section-task.ts'

/** Chinese characters that say as much as an English word. */
const CHARS_PER_WORD = 2

/** Returns the intended length as the prompt states it, in the unit of the language. */
export function lengthText(task: SectionTask): string {
  const chars = sectionChars(task)
  return task.language === 'zh'
    ? `about ${chars} Chinese characters`
    : `about ${Math.round(chars / CHARS_PER_WORD)} words`
}

/** Length of a section in the other styles, as a share of that in the academic one. */
const OTHER_STYLE_SHARE = 0.5
/** Smallest length of a main section in the academic style, in Chinese characters. */
const MIN_SECTION_CHARS = 250

/** Returns the intended length of a section, in Chinese characters; the main sections divide what the others leave. */
export function sectionChars({ kind, state }: SectionTask): number {
  const { chars } = RESEARCH_DEPTHS[state.depth]
  const styleFactor = state.report_style === 'academic' ? 1 : OTHER_STYLE_SHARE
  if (!isMainKind(kind)) return overviewChars(kind, chars) * styleFactor
  const overviewKinds = Object.keys(OVERVIEW_LENGTHS) as OverviewKind[]
  const mainChars = chars - overviewKinds.reduce((sum, each) => sum + overviewChars(each, chars), 0)
  const mainCount = kind === 'body' ? (state.synthesis?.outline.length ?? 1) : state.steps.length
  return Math.max(MIN_SECTION_CHARS, roundLength(mainChars / Math.max(1, mainCount))) * styleFactor
}

/**
 * Lengths of the sections around the main ones in the academic style: a share of the report's length, in percent, kept
 * between `min` and `max` Chinese characters, so that the sentences that the prompt asks for have room.
 */
const OVERVIEW_LENGTHS: Record<OverviewKind, { percent: number; min: number; max: number }> = {
  opening: { percent: 10, min: 250, max: 500 },
  agreement: { percent: 12, min: 200, max: 1_000 },
  open: { percent: 11, min: 200, max: 900 },
  conclusion: { percent: 8, min: 150, max: 400 },
}

/** Returns the length of an overview section in the academic style, in a report of `chars` characters. */
function overviewChars(kind: OverviewKind, chars: number): number {
  const { percent, min, max } = OVERVIEW_LENGTHS[kind]
  return Math.min(max, Math.max(min, roundLength((chars * percent) / 100)))
}

/** Lengths are asked for in multiples of this number of characters. */
const LENGTH_STEP_CHARS = 50

const roundLength = (chars: number) => Math.round(chars / LENGTH_STEP_CHARS) * LENGTH_STEP_CHARS
