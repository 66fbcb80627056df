import type { KeyboardEvent } from 'react'

/**
 * Handles the keys of an element with the role `tablist`: the arrows, Home and End focus and choose another tab. The tabs
 * are buttons, and only the chosen one is reached by Tab. Shortcuts of the browser, such as Alt with an arrow, stay its own.
 */
export function handleTabKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const focused = tabs.findIndex((tab) => tab.contains(event.target as Node))
  // Indexes for `at`: -1 is the last tab, and an index past the end wraps to the first.
  const targets: Record<string, number> = {
    ArrowRight: focused + 1,
    ArrowLeft: focused - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  const next = target === undefined ? undefined : tabs.at(target % tabs.length)
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}
