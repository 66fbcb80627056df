import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '../../ui/enter.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { closePalette } from '../shell/palette.state.ts'
import styles from './palette.module.css'
import { usePaletteSearch } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import { usePaletteProviders } from './palette-providers.ts'

/** Renders the command palette: arrows move, Enter runs, Escape closes. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const groups = usePaletteSearch(usePaletteProviders(), text)
  const items = groups.flatMap((group) => group.items)
  const current = items[Math.min(at, items.length - 1)]

  useEffect(() => dialog.current?.showModal(), [])

  const run = (item = current) => {
    dialog.current?.close()
    item?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (isComposing(event.nativeEvent) || (target === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (target === undefined) run()
    else if (items.length > 0) setAt((target + items.length) % items.length)
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
            setAt(0)
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
