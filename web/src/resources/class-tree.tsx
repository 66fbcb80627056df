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

/** Renders the classes to choose from, of one classification at a time, each with its number of journals. */
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

/** Renders classes of one level; `label` is the name of what they belong to. */
function ClassLevel({ classes, label }: { classes: JournalClass[]; label: string }) {
  return (
    <ul className={styles.level} aria-label={label}>
      {classes.map((journalClass) => (
        <ClassLine key={journalClass.code} journalClass={journalClass} />
      ))}
    </ul>
  )
}

/**
 * Renders one class, whose name chooses it or, when it is chosen, no class; and its children once expanded, which they
 * are at first where it or one of them is chosen.
 */
function ClassLine({ journalClass: { code, name, count, children } }: { journalClass: JournalClass }) {
  const { address, go } = useJournalAddress()
  const isChosen = address.class_code === code
  const holdsChosen = classPath(children, address.class_code).length > 0
  const [isExpanded, setExpanded] = useState(isChosen || holdsChosen)
  const hasChildren = children.length > 0
  return (
    <li>
      <div className={styles.class} data-chosen={isChosen} data-empty={count === 0}>
        {hasChildren ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isExpanded}
            aria-label={`${isExpanded ? '收起' : '展开'}：${name}`}
            onClick={() => setExpanded((before) => !before)}
          >
            <Icon name={isExpanded ? 'down' : 'right'} size={16} />
          </button>
        ) : (
          <span className={styles.fold} />
        )}
        <button
          type="button"
          className={styles.pick}
          aria-pressed={isChosen}
          onClick={() => go({ class_code: isChosen ? '' : code })}
        >
          <span>{name}</span>
          <span className={styles.count}>{formatCount(count)}</span>
        </button>
      </div>
      {hasChildren && isExpanded && <ClassLevel classes={children} label={name} />}
    </li>
  )
}

/** Returns the class with a code after its ancestors, from the top down; empty when there is none. */
export function classPath(classes: readonly JournalClass[], code: string): JournalClass[] {
  for (const journalClass of classes) {
    if (journalClass.code === code) return [journalClass]
    const pathInside = classPath(journalClass.children, code)
    if (pathInside.length > 0) return [journalClass, ...pathInside]
  }
  return []
}
