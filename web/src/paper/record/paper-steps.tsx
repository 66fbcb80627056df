import { useEffect, useRef } from 'react'
import buttons from '../../ui/buttons/buttons.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { findRow, focusRow, isUnclaimedKey } from '../../ui/use-row-keys.ts'
import { usePaperAddress } from '../addresses.ts'
import { usePaperNavigation } from '../paper-navigation.state.ts'

/** The neighbors of the open paper in the list on the screen. */
export interface PaperSteps {
  /** Whether the open paper belongs to the list on the screen; otherwise it has no neighbors. */
  isWalked: boolean
  /** The id of the paper before it; undefined for the first one. */
  previous: string | undefined
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
  const isWalked = index >= 0
  const steps = { isWalked, previous: ids[index - 1], next: isWalked ? ids[index + 1] : undefined }
  const latest = useRef({ steps, step })
  latest.current = { steps, step }
  // Listens once; the handler reads the neighbors through the ref.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { steps, step } = latest.current
      const to = event.key === 'j' ? steps.next : event.key === 'k' ? steps.previous : undefined
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
export function StepButtons({ steps: { isWalked, previous, next } }: { steps: PaperSteps }) {
  const { step } = usePaperAddress()
  if (!isWalked) return null
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
