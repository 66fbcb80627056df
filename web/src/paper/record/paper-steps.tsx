import { useEffect, useRef } from 'react'
import buttons from '../../ui/buttons/buttons.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { findRow, focusRow, isUnclaimedKey } from '../../ui/use-row-keys.ts'
import { usePaperAddress } from '../addresses.ts'
import { usePaperNavigation } from '../paper-navigation.state.ts'

/** The neighbors of the open paper in the list on the screen. */
export interface PaperSteps {
  /** Whether the open paper belongs to the list on the screen; otherwise it has no neighbors. */
  isInList: boolean
  /** The id of the paper before it; undefined for the first one. */
  previous: string | undefined
  /** The id of the paper after it; undefined for the last one. */
  next: string | undefined
}

/**
 * Returns the papers before and after the open one in the list on the screen; `j` and `k` step to them, and the list
 * scrolls along.
 */
export function usePaperSteps(id: string): PaperSteps {
  const ids = usePaperNavigation((state) => state.ids)
  const { step } = usePaperAddress()
  const index = ids.indexOf(id)
  const isInList = index >= 0
  const steps = { isInList, previous: ids[index - 1], next: isInList ? ids[index + 1] : undefined }
  const latest = useRef({ steps, step })
  latest.current = { steps, step }
  // Listens once; the handler reads the neighbors through the ref.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { steps, step } = latest.current
      const targets: Readonly<Record<string, string | undefined>> = { j: steps.next, k: steps.previous }
      const to = targets[event.key]
      if (to === undefined || !isUnclaimedKey(event)) return
      event.preventDefault()
      step(to)
      focusRow(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return steps
}

/** Renders 上一篇 and 下一篇 of the list. */
export function StepButtons({ steps: { isInList, previous, next } }: { steps: PaperSteps }) {
  const { step } = usePaperAddress()
  if (!isInList) return null
  const choices = [
    { name: '上一篇', key: 'k', icon: 'up', to: previous },
    { name: '下一篇', key: 'j', icon: 'down', to: next },
  ] as const
  return choices.map(({ name, key, icon, to }) => (
    <button
      key={name}
      type="button"
      className={buttons.icon}
      aria-label={name}
      title={`${name} (${key})`}
      aria-disabled={to === undefined}
      onClick={() => {
        if (to === undefined) return
        step(to)
        findRow(to)?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <Icon name={icon} />
    </button>
  ))
}
