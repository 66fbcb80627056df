import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../ui/enter.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { closePalette } from '../shell/palette.state.ts'
import styles from './palette.module.css'
import { type PaletteGroup, type PaletteItem, usePaletteSearch } from './palette-items.ts'
import { usePaletteProviders } from './palette-providers.ts'

/** Renders the command palette: arrows move, Enter runs, Escape closes. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  /** Position of the marked item among the items of all groups, from 0; may exceed a list that has become shorter. */
  const [position, setPosition] = useState(0)
  const groups = usePaletteSearch(usePaletteProviders(), text)
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(position, items.length - 1)]

  useEffect(() => dialog.current?.showModal(), [])

  const run = (item = current) => {
    dialog.current?.close()
    item?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: position + 1, ArrowUp: position - 1, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (isComposing(event.nativeEvent) || (target === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (target === undefined) run()
    else if (items.length > 0) setPosition((target + items.length) % items.length)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="命令面板"
      onClose={closePalette}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={styles.box}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="快速检索"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={current && `palette-${current.id}`}
          placeholder="文献、页面或操作"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setPosition(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <PaletteList groups={groups} current={current} onRun={run} />
      <div className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 选择
        </span>
        <span>
          <kbd>Enter</kbd> 打开
        </span>
      </div>
    </dialog>
  )
}

interface Props {
  groups: PaletteGroup[]
  current: PaletteItem | undefined
  onRun: (item: PaletteItem) => void
}

/** Renders the palette's results by source. The input keeps the focus; `current` is marked. */
function PaletteList({ groups, current, onRun }: Props) {
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

/** Renders one item of the palette; the selected one is scrolled into view. */
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
