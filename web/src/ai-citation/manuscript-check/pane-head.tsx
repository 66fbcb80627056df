import {
  type CheckedManuscript,
  type ManuscriptFinding,
  manuscriptSeverities,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { findingPage } from './finding-labels.ts'
import styles from './manuscript-check.module.css'

interface Props {
  manuscript: CheckedManuscript
  /** In the order of the text. */
  findings: readonly ManuscriptFinding[]
  selected: string | undefined
  /** Selects the finding before or after the selected one. */
  onStep: (by: 1 | -1) => void
  /** Shows a block, by its index. */
  onBlock: (index: number) => void
}

/** Renders the head of the text of a manuscript: its outline, the page, the way from finding to finding, a legend. */
export function PaneHead({ manuscript, findings, selected, onStep, onBlock }: Props) {
  const at = findings.findIndex(({ id }) => id === selected)
  const finding = findings[at]
  const page = finding ? findingPage(manuscript, finding) : null
  const pages = manuscript.blocks.at(-1)?.page ?? null
  return (
    <div className={styles.paneHead}>
      <Outline manuscript={manuscript} onBlock={onBlock} />
      {pages !== null && (
        <span>{page === null ? `共 ${formatCount(pages)} 页` : `第 ${page} / ${formatCount(pages)} 页`}</span>
      )}
      {findings.length > 0 && (
        <span className={styles.stepper}>
          <QuietButton icon="up" label="上一处" onPress={() => onStep(-1)} />
          <span role="status">
            {finding
              ? `第 ${at + 1} / ${formatCount(findings.length)} 处`
              : `共 ${formatCount(findings.length)} 处`}
            {finding && <span className="sr-only">：{finding.message}</span>}
          </span>
          <QuietButton icon="down" label="下一处" onPress={() => onStep(1)} />
        </span>
      )}
      <span className={styles.severities}>
        {manuscriptSeverities.map((severity) => (
          <span key={severity} className={styles.severity} data-severity={severity}>
            {manuscriptSeverityNames[severity]}
          </span>
        ))}
      </span>
    </div>
  )
}

/** Maximum number of headings that the outline lists. */
const MAX_OUTLINE_HEADINGS = 200

/** Renders a menu of the manuscript's headings; nothing without any. */
function Outline({ manuscript: { blocks }, onBlock }: Pick<Props, 'manuscript' | 'onBlock'>) {
  const headings = blocks.flatMap(({ kind, text }, index) =>
    kind === 'heading' && text !== '' ? [{ text, index }] : [],
  )
  if (headings.length === 0) return null
  return (
    <MenuButton
      label="目录"
      button={<Icon name="outline" size={16} />}
      wide
      actions={headings.slice(0, MAX_OUTLINE_HEADINGS).map(({ text, index }) => ({
        id: String(index),
        name: text,
        icon: 'right' as const,
        run: () => onBlock(index),
      }))}
    />
  )
}

/** Number of heights that ticks of the rail may have. */
const RAIL_SLOTS = 200

/**
 * Renders where in the manuscript the findings are, as ticks beside its text. Of findings at the same height the
 * selected one is shown, otherwise the most severe.
 */
export function FindingRail({
  manuscript,
  findings,
  selected,
}: Pick<Props, 'manuscript' | 'findings' | 'selected'>) {
  const count = Math.max(1, manuscript.blocks.length)
  const ticks = new Map<number, ManuscriptFinding>()
  for (const finding of findings)
    for (const { block } of finding.places) {
      const slot = Math.floor((block / count) * RAIL_SLOTS)
      const shown = ticks.get(slot)
      if (!shown || finding.id === selected || (shown.id !== selected && isMoreSevere(finding, shown)))
        ticks.set(slot, finding)
    }
  return (
    <div className={styles.rail} aria-hidden="true">
      {[...ticks].map(([slot, { id, severity }]) => (
        <i
          key={slot}
          data-severity={severity}
          data-current={id === selected}
          style={{ top: `${(slot / RAIL_SLOTS) * 100}%` }}
        />
      ))}
    </div>
  )
}

/** Returns whether the first finding is more severe than the second. */
const isMoreSevere = (a: ManuscriptFinding, b: ManuscriptFinding): boolean =>
  manuscriptSeverities.indexOf(a.severity) < manuscriptSeverities.indexOf(b.severity)
