import {
  type CheckedManuscript,
  type ManuscriptFinding,
  manuscriptKindNames,
  manuscriptSeverities,
} from '@scinav/contract'
import { changedSpans } from '@scinav/contract/changed-spans'
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { langOf } from '../../paper/paper.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import styles from './manuscript-check.module.css'
import { foldBlocks, type PlacedFinding, placesByBlock, type Stretch, segmentText } from './marked-text.ts'
import { FindingRail, PaneHead } from './pane-head.tsx'
import type { Decisions } from './use-check-run.ts'

interface Props {
  manuscript: CheckedManuscript
  /** In the order of the text. */
  findings: readonly ManuscriptFinding[]
  decisions: Decisions
  /** Id of the selected finding. */
  selected: string | undefined
  onSelect: (id: string) => void
  /** Selects the finding before or after the selected one. */
  onStep: (by: 1 | -1) => void
}

/** Renders the text of a manuscript with a mark at each place of a finding; long stretches without any are folded. */
export function ManuscriptPane({ manuscript, findings, decisions, selected, onSelect, onStep }: Props) {
  const { blocks } = manuscript
  const places = useMemo(() => placesByBlock(findings), [findings])
  const stretches = useMemo(() => foldBlocks(blocks.length, (block) => places.has(block)), [blocks, places])
  const entryBlocks = useMemo(() => listBlocks(manuscript), [manuscript])
  /** First blocks of the stretches that were unfolded. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const scroller = useRef<HTMLElement>(null)
  /** Unfolds, scrolls to and focuses the heading with this block number. */
  const showBlock = (index: number) => {
    const stretch = stretches.find(({ from, to }) => from <= index && index < to)
    if (stretch?.isFolded) setUnfolded((current) => new Set(current).add(stretch.from))
    requestAnimationFrame(() => {
      const heading = scroller.current?.querySelector<HTMLElement>(`[data-block="${index}"]`)
      heading?.scrollIntoView({ block: 'start' })
      heading?.focus({ preventScroll: true })
    })
  }
  /** Renders the block with this number. */
  const renderBlock = (index: number) => {
    const block = blocks[index]
    return (
      block && (
        <ManuscriptBlock
          key={index}
          block={block}
          index={index}
          isEntry={entryBlocks.has(index)}
          places={places.get(index) ?? []}
          decisions={decisions}
          selected={selected}
          onSelect={onSelect}
        />
      )
    )
  }
  return (
    <div className={styles.manuscript}>
      <PaneHead
        manuscript={manuscript}
        findings={findings}
        selected={selected}
        onStep={onStep}
        onBlock={showBlock}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached from the keyboard */}
      <section ref={scroller} className={styles.scroll} tabIndex={0} aria-label="文稿">
        {stretches.map((stretch) =>
          stretch.isFolded && !unfolded.has(stretch.from) ? (
            <div key={stretch.from} className={styles.fold}>
              {foldLabel(stretch, blocks)}
              <LinkButton
                name="展开"
                label={`展开${foldLabel(stretch, blocks)}`}
                onPress={() => setUnfolded((current) => new Set(current).add(stretch.from))}
              />
            </div>
          ) : (
            <article key={stretch.from} className={styles.paper}>
              {Array.from({ length: stretch.to - stretch.from }, (_, at) => renderBlock(stretch.from + at))}
            </article>
          ),
        )}
      </section>
      <FindingRail manuscript={manuscript} findings={findings} selected={selected} />
    </div>
  )
}

/** Returns the blocks that contain entries of the list of references. */
const listBlocks = ({ entries }: CheckedManuscript): Set<number> =>
  new Set(entries.map(({ place }) => place.block))

/** Names a folded stretch by its pages, or by its paragraphs in formats without pages. */
function foldLabel({ from, to }: Stretch, blocks: CheckedManuscript['blocks']): string {
  const [first, last] = [blocks[from]?.page ?? null, blocks[to - 1]?.page ?? null]
  if (first === null || last === null) return `${to - from} 段没有问题`
  return first === last ? `第 ${first} 页有 ${to - from} 段没有问题` : `第 ${first}–${last} 页没有问题`
}

interface BlockProps extends Pick<Props, 'decisions' | 'selected' | 'onSelect'> {
  block: CheckedManuscript['blocks'][number]
  /** Its number in the manuscript. */
  index: number
  isEntry: boolean
  places: readonly PlacedFinding[]
}

/**
 * Renders a block: its text with the marks of its findings or, once a correction of one is accepted, the whole text
 * with that correction and all marks at its end.
 */
function ManuscriptBlock({ block, index, isEntry, places, ...marking }: BlockProps) {
  const { kind, text } = block
  if (text === '') return null
  const { decisions, selected } = marking
  const corrected = places.find(({ finding }) => isCorrected(finding, decisions))
  const content = corrected ? (
    <>
      {correctedText(text, corrected)}
      <Marks findings={places.map(({ finding }) => finding)} {...marking} />
    </>
  ) : (
    segmentText(text, places).map(({ start, text, findings, ending }) => (
      <Fragment key={start}>
        <span
          data-severity={severest(findings)}
          data-selected={findings.some(({ id }) => id === selected)}
          className={findings.length > 0 ? styles.marked : undefined}
        >
          {text}
        </span>
        <Marks findings={ending} {...marking} />
      </Fragment>
    ))
  )
  if (kind === 'heading')
    return (
      <h3 lang={langOf(text)} data-block={index} tabIndex={-1}>
        {content}
      </h3>
    )
  return (
    <p
      lang={langOf(text)}
      data-entry={isEntry}
      data-kind={kind}
      data-selected={isEntry && places.some(({ finding }) => finding.id === selected)}
    >
      {content}
    </p>
  )
}

/** Returns whether the user has accepted the correction of a finding. */
const isCorrected = ({ id, correction }: ManuscriptFinding, decisions: Decisions): boolean =>
  correction !== null && decisions.get(id)?.decision === 'corrected'

/** Returns the text of a block with the correction of a finding in it. */
function correctedText(text: string, { start, end, finding }: PlacedFinding): ReactNode {
  return (
    <>
      {text.slice(0, start)}
      <ChangedText before={text.slice(start, end)} after={finding.correction?.text ?? ''} />
      {text.slice(end)}
    </>
  )
}

interface ChangedTextProps {
  before: string
  after: string
  /** Shows only this side, with its changes marked; by default both are merged into one line. */
  only?: 'before' | 'after'
}

/** Renders a text with what changes in it: struck out (`del`) and inserted (`ins`). */
export function ChangedText({ before, after, only }: ChangedTextProps) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end, text } of changedSpans(before, after)) {
    parts.push(before.slice(at, start))
    if (end > start && only !== 'after')
      parts.push(<del key={`del-${start}`}>{before.slice(start, end)}</del>)
    if (text !== '' && only !== 'before') parts.push(<ins key={`ins-${start}`}>{text}</ins>)
    at = end
  }
  return (
    <>
      {parts}
      {before.slice(at)}
    </>
  )
}

/** Returns the highest severity of findings; undefined for none. */
const severest = (findings: readonly ManuscriptFinding[]) =>
  manuscriptSeverities.find((severity) => findings.some((finding) => finding.severity === severity))

/** Maximum number of marks shown at one place; the rest are counted. */
const MAX_MARKS = 6

interface MarksProps extends Pick<Props, 'decisions' | 'selected' | 'onSelect'> {
  findings: readonly ManuscriptFinding[]
}

/** Renders the marks at a place: the kinds of its findings, each a button that opens the finding. */
function Marks({ findings, decisions, selected, onSelect }: MarksProps) {
  const distinct = [...new Set(findings)]
  return (
    <>
      {distinct.slice(0, MAX_MARKS).map((finding) => (
        <button
          key={finding.id}
          type="button"
          className={styles.mark}
          data-mark={finding.id}
          data-severity={finding.severity}
          data-decided={(decisions.get(finding.id)?.decision ?? 'open') !== 'open'}
          aria-pressed={finding.id === selected}
          title={finding.message}
          onClick={() => onSelect(finding.id)}
        >
          {isCorrected(finding, decisions) ? '已改正' : manuscriptKindNames[finding.kind]}
        </button>
      ))}
      {distinct.length > MAX_MARKS && (
        <span className={styles.quiet}> 另有 {distinct.length - MAX_MARKS} 处</span>
      )}
    </>
  )
}
