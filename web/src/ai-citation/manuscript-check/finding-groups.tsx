import { type ManuscriptCheckState, manuscriptFindingGroups, manuscriptGroupNames } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { FindingFilter } from './finding-labels.ts'
import styles from './manuscript-check.module.css'

interface Props {
  state: ManuscriptCheckState
  filter: FindingFilter
  onFilter: (filter: FindingFilter) => void
}

/** Renders the groups of findings with their counts, as a filter, and the composition of the list. */
export function FindingGroups({ state, filter, onFilter }: Props) {
  const byGroup = Map.groupBy(state.findings, ({ group }) => group)
  const groups = manuscriptFindingGroups.filter((group) => byGroup.has(group))
  const button = (group: FindingFilter['group'], name: string, count: number) => (
    <li key={name}>
      <button
        type="button"
        aria-pressed={filter.group === group}
        onClick={() => onFilter({ ...filter, group })}
      >
        {name}
        <span>{formatCount(count)}</span>
      </button>
    </li>
  )
  return (
    <nav className={styles.groups} aria-label="类别">
      <h2>类别</h2>
      <ul>
        {button(undefined, '全部', state.findings.length)}
        {groups.map((group) => button(group, manuscriptGroupNames[group], byGroup.get(group)?.length ?? 0))}
      </ul>
      <Balance state={state} />
    </nav>
  )
}

/** Renders the composition of the list of references, and whether it meets the rules of the school. */
export function Balance({ state: { balance } }: { state: ManuscriptCheckState }) {
  if (!balance) return null
  const { entries, foreign, ages, self_citations, preprints, journal, requirements } = balance
  const figures = [
    { name: '总数', count: entries },
    { name: '外文', count: foreign },
    { name: `近 ${ages.recent_years} 年`, count: ages.recent },
    { name: '自引', count: self_citations },
    { name: '预印本', count: preprints },
    { name: '同一刊最多', count: journal?.count ?? 0 },
  ]
  return (
    <section className={styles.balance} aria-label="参考文献的构成">
      <h2>构成</h2>
      <dl>
        {figures.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {requirements.length > 0 && (
        <ul>
          {requirements.map(({ name, required, actual, is_met }) => (
            <li key={name} data-met={is_met}>
              <Icon name={is_met ? 'check' : 'warning'} size={16} />
              {name}：要求{required}，实际 {actual}，{is_met ? '达到' : '没有达到'}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
