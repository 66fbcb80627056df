import { api, type JournalClass } from '@scinav/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { type Scheme, useJournalAddress } from './journal-address.ts'
import styles from './resources.module.css'

/** Names short enough to fit on one line. */
const shortNames: Record<Scheme, string> = { jyb: '教育部', esi: 'ESI', clc: '中图法' }

/** Renders one classification at a time, each class with its number of journals. */
export function ClassTree() {
  const { address, go } = useJournalAddress()
  const classes = useRead(api.papers.journalClasses, {})
  return (
    <ReadView of={classes} what="分类">
      {(trees) => {
        const shown = trees.find(({ id }) => id === address.scheme) ?? trees[0]
        return (
          <>
            <Segmented
              block
              aria-label="分类法"
              options={trees.map(({ id, name }) => ({ value: id, label: shortNames[id], title: name }))}
              value={shown?.id ?? address.scheme}
              onChange={(scheme) => go({ scheme })}
            />
            {shown && <ClassLevel key={shown.id} classes={shown.children} label={shown.name} />}
          </>
        )
      }}
    </ReadView>
  )
}

function ClassLevel({ classes, label }: { classes: JournalClass[]; label: string }) {
  return (
    <ul className={styles.level} aria-label={label}>
      {classes.map((one) => (
        <ClassLine key={one.code} one={one} />
      ))}
    </ul>
  )
}

function ClassLine({ one }: { one: JournalClass }) {
  const { address, go } = useJournalAddress()
  const chosen = address.class_code === one.code
  const holdsChosen = classPath(one.children, address.class_code).length > 0
  const [open, setOpen] = useState(chosen || holdsChosen)
  const hasChildren = one.children.length > 0
  return (
    <li>
      <div className={styles.class} data-chosen={chosen} data-empty={one.count === 0}>
        {hasChildren ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            aria-label={`${open ? '收起' : '展开'}：${one.name}`}
            onClick={() => setOpen((now) => !now)}
          >
            <Icon name={open ? 'down' : 'right'} size={16} />
          </button>
        ) : (
          <span className={styles.fold} />
        )}
        <button
          type="button"
          className={styles.pick}
          aria-pressed={chosen}
          onClick={() => go({ class_code: chosen ? '' : one.code })}
        >
          <span>{one.name}</span>
          <span className={styles.count}>{formatCount(one.count)}</span>
        </button>
      </div>
      {hasChildren && open && <ClassLevel classes={one.children} label={one.name} />}
    </li>
  )
}

/** Returns a class with its ancestors, from the top down. */
export function classPath(classes: readonly JournalClass[], code: string): JournalClass[] {
  for (const one of classes) {
    if (one.code === code) return [one]
    const below = classPath(one.children, code)
    if (below.length > 0) return [one, ...below]
  }
  return []
}
