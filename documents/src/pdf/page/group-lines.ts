// Groups the words of a page into lines. An index is a superscript or subscript; names with `_EM` are multiples of the
// size of the text.
import { type Baseline, createLine, MAX_INDEX_SIZE_RATIO, type PdfLine } from './lines.ts'
import type { Word } from './words.ts'

/**
 * Groups the words of a page into lines without wide gaps, from top to bottom. Text side by side in two columns gives
 * two lines.
 */
export function groupLines(page: number, words: readonly Word[]): PdfLine[] {
  // The second pass merges runs that came near each other only by the first.
  const runs = mergeRuns(mergeRuns(groupRuns(words)))
  return runs.flatMap((run) => createLine(page, run.words) ?? []).toSorted((a, b) => a.y - b.y || a.x0 - b.x0)
}

/** Words on one line, while the lines of a page are built. */
interface WordRun {
  words: Word[]
  x0: number
  x1: number
  /** Baseline and size of the largest word. */
  y: number
  size: number
}

/** How many runs back, sorted by height, a neighbor is looked for. */
const MAX_RUNS_BACK = 60

/** Merges runs that were painted separately but are on one line; returns new runs. */
function mergeRuns(runs: readonly WordRun[]): WordRun[] {
  const merged: WordRun[] = []
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const neighbor = merged
      .slice(-MAX_RUNS_BACK)
      .findLast((other) => areOnSameLine(other, run) && areNear(other, run))
    if (neighbor) absorbRun(neighbor, run)
    else merged.push({ ...run, words: [...run.words] })
  }
  return merged
}

/** Baselines within this distance are one. */
const BASELINE_TOLERANCE_EM = 0.18

/** Returns whether two texts have one baseline, or one is an index of the other. */
function areOnSameLine(a: Baseline, b: Baseline): boolean {
  const size = Math.max(a.size, b.size)
  if (Math.abs(a.y - b.y) <= BASELINE_TOLERANCE_EM * size) return true
  return a.size >= b.size ? isIndex(a, b) : isIndex(b, a)
}

/** Height of digits and letters of an index above its baseline, in ems of the index. */
const INDEX_HEIGHT_EM = 0.75
/** How far indices reach above and below the baseline of their text, in ems of the text. */
const INDEX_ZONE_ABOVE_EM = 0.95
const INDEX_ZONE_BELOW_EM = 0.35
/** Share of the height of an index that lies in this zone. */
const MIN_INDEX_OVERLAP = 0.5

/** Returns whether small text is at the height of an index of large text. */
function isIndex(large: Baseline, small: Baseline): boolean {
  const height = small.size * INDEX_HEIGHT_EM
  const top = Math.max(large.y - large.size * INDEX_ZONE_ABOVE_EM, small.y - height)
  const bottom = Math.min(large.y + large.size * INDEX_ZONE_BELOW_EM, small.y)
  return small.size < large.size * MAX_INDEX_SIZE_RATIO && bottom - top > MIN_INDEX_OVERLAP * height
}

/** A wider gap on one baseline separates columns or cells; between a text and an index, a narrower one does. */
const WIDE_GAP_EM = 0.95
const INDEX_GAP_EM = 0.5
/** Largest overlap of runs on one line. */
const MAX_OVERLAP_EM = 1.2

/** Returns whether two runs of one line belong together: next to each other, or overlapping a little. */
function areNear(run: WordRun, other: WordRun): boolean {
  const gap = Math.max(run.x0, other.x0) - Math.min(run.x1, other.x1)
  const larger = Math.max(run.size, other.size)
  const smaller = Math.min(run.size, other.size)
  const isSameBaseline = Math.abs(run.y - other.y) <= BASELINE_TOLERANCE_EM * smaller
  const maxGap = (isSameBaseline ? WIDE_GAP_EM : INDEX_GAP_EM) * larger
  return gap <= maxGap && gap > -MAX_OVERLAP_EM * larger
}

/** Adds the words of another run to `run`. */
function absorbRun(run: WordRun, other: WordRun): void {
  if (other.size > run.size) {
    run.y = other.y
    run.size = other.size
  }
  run.words.push(...other.words)
  run.x0 = Math.min(run.x0, other.x0)
  run.x1 = Math.max(run.x1, other.x1)
}

/** How far a word may begin before the end of the word painted before it. */
const MAX_BACK_STEP_EM = 0.4

/** Groups consecutively painted words as long as they stay on one line. */
function groupRuns(words: readonly Word[]): WordRun[] {
  const runs: WordRun[] = []
  for (const word of words) {
    const run = runs.at(-1)
    const next = startRun(word)
    if (
      run &&
      next.x0 >= run.x1 - run.size * MAX_BACK_STEP_EM &&
      areOnSameLine(run, next) &&
      areNear(run, next)
    )
      absorbRun(run, next)
    else runs.push(next)
  }
  return runs
}

/** Returns a run of a single word. */
const startRun = (word: Word): WordRun => ({
  words: [word],
  x0: word.x0,
  x1: word.x1,
  y: word.y,
  size: word.style.size,
})
