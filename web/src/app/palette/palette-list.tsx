import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './palette.module.css'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

interface Props {
  groups: PaletteGroup[]
  current: PaletteItem | undefined
  onRun: (item: PaletteItem) => void
}

/** Renders the palette's results by source. The input keeps the focus; `current` is marked. */
export function PaletteList({ groups, current, onRun }: Props) {
  return (
    <div id="palette-list" className={styles.list} role="listbox" aria-label="结果">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox has no element
        <div key={group.id} role="group" aria-label={group.name}>
          <div className={styles.group} aria-hidden="true">
            {group.name}
          </div>
          {group.items.map((item) => (
            <PaletteLine key={item.id} item={item} selected={item === current} onRun={onRun} />
          ))}
        </div>
      ))}
      {groups.length === 0 && <p className={styles.none}>没有找到相应的页面或操作</p>}
    </div>
  )
}

interface PaletteLineProps {
  item: PaletteItem
  selected: boolean
  onRun: (item: PaletteItem) => void
}

function PaletteLine({ item, selected, onRun }: PaletteLineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles every key
    <div
      ref={line}
      id={`palette-${item.id}`}
      className={styles.line}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={() => onRun(item)}
    >
      <Icon name={item.icon} />
      <span lang={item.lang}>{item.name}</span>
    </div>
  )
}
