import type { ResearchPlan } from '@scinav/contract'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './plan.module.css'

interface Props {
  plans: readonly ResearchPlan[]
  plan: ResearchPlan
  changes: number
  /** The earlier version that changes are shown against, if one is selected. */
  against: number | undefined
  onAgainst: (version: number | undefined) => void
  onRestore: (plan: ResearchPlan) => void
}

/**
 * Renders the version number with the number of changes, and a menu to compare with earlier versions or restore one.
 */
export function PlanVersions({ plans, plan, changes, against, onAgainst, onRestore }: Props) {
  const earlier = plans.filter(({ version }) => version !== plan.version)
  const words = changes > 0 ? `第 ${plan.version} 版，改动 ${changes} 处` : `第 ${plan.version} 版`
  const title = against ? `${words}（与第 ${against} 版对照）` : words
  if (earlier.length === 0 && changes === 0) return <span className={styles.faint}>{title}</span>
  return (
    <MenuButton
      label={`计划的版本：${title}`}
      button={
        <span className={styles.versions}>
          {title}
          <Icon name="down" size={14} />
        </span>
      }
      actions={[
        ...earlier.map((old) => ({
          name: `与第 ${old.version} 版对照`,
          icon: 'columns' as const,
          run: () => onAgainst(old.version),
        })),
        ...(against ? [{ name: '不对照', icon: 'hide' as const, run: () => onAgainst(undefined) }] : []),
        ...[...earlier, ...(changes > 0 ? [plan] : [])].map((old, at) => ({
          name: `改回第 ${old.version} 版`,
          icon: 'history' as const,
          apart: at === 0,
          run: () => onRestore(old),
        })),
      ]}
    />
  )
}
