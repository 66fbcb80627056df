import { api } from '@scinav/contract'
import type { ReactNode } from 'react'
import { useRead } from '../api/use-read.ts'
import chips from '../ui/buttons/buttons.module.css'
import { MenuButton } from '../ui/buttons/menu-button.tsx'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import styles from './search-sources.module.css'

/** A knowledge base that can be searched. */
interface BaseOption {
  id: string
  name: string
}

interface Props {
  /** Ids of the chosen bases. */
  chosen: readonly string[]
  /** Called with all chosen bases when one is added or removed. */
  onChange: (bases: BaseOption[]) => void
  /** Shown between the chosen bases and the menu. */
  children?: ReactNode
}

/** Renders the choice of the knowledge bases to search, any number of them; none for the whole library. */
export function BaseChoice({ chosen, onChange, children }: Props) {
  const bases = useBases()
  const chosenBases = bases.filter(({ id }) => chosen.includes(id))
  return (
    <>
      {chosenBases.map(({ id, name }) => (
        <ChosenChip
          key={id}
          name={name}
          onRemove={() => onChange(chosenBases.filter((other) => other.id !== id))}
        />
      ))}
      {children}
      <ScopeAdder
        label="只在知识库里找"
        name="知识库"
        head="只在选中的知识库里找"
        icon="library"
        others={bases.filter(({ id }) => !chosen.includes(id))}
        onAdd={(id) => onChange(bases.filter((base) => base.id === id || chosen.includes(base.id)))}
      />
    </>
  )
}

interface ScopeAdderProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  name: string
  /** Heading of the list. */
  head: string
  icon: IconName
  /** What can still be added. */
  others: readonly { id: string; name: string }[]
  onAdd: (id: string) => void
}

/** Renders a menu of what can still be added to the scope of a search; nothing when everything has been. */
export function ScopeAdder({ label, name, head, icon, others, onAdd }: ScopeAdderProps) {
  if (others.length === 0) return null
  return (
    <MenuButton
      label={label}
      button={
        <span className={styles.opener}>
          <Icon name="plus" size={16} />
          {name}
        </span>
      }
      head={head}
      actions={others.map((other) => ({ name: other.name, icon, run: () => onAdd(other.id) }))}
    />
  )
}

/** Renders a chosen item as a button that removes it. */
export function ChosenChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" className={chips.chip} aria-label={`移除：${name}`} onClick={onRemove}>
      {name}
      <Icon name="close" size={14} />
    </button>
  )
}

/** Returns every knowledge base and list the user may read, once each. */
function useBases(): { id: string; name: string }[] {
  const all = useRead(api.datasets.all, {})
  const { readingDataset = [], projectDataset = [], aiDataset = [] } = all.data ?? {}
  const list = [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
  return [...new Map(list.map((base) => [base.id, base])).values()]
}
