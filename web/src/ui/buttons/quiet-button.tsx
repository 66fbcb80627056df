import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './buttons.module.css'

interface Props {
  children?: ReactNode
  icon?: IconName
  /** Accessible name with action and object, where the visible text is ambiguous. */
  label?: string
}

interface ButtonProps extends Props {
  onPress: () => void
  /** Whether the element it controls is open. */
  expanded?: boolean
  /** Whether the option it toggles is on. */
  pressed?: boolean
}

/** Renders a visually unobtrusive button. */
export function QuietButton({ children, icon, label, onPress, expanded, pressed }: ButtonProps) {
  return (
    <button
      type="button"
      className={styles.quiet}
      aria-label={label}
      aria-expanded={expanded}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** Renders a link to another site that opens in a new tab. */
export function OutsideLink({ children, icon = 'external', label, to }: Props & { to: string }) {
  return (
    <a className={styles.quiet} href={to} target="_blank" rel="noopener noreferrer" aria-label={label}>
      <Icon name={icon} size={16} />
      {children}
    </a>
  )
}

interface LinkButtonProps {
  name: string
  /** Accessible name with action and object, where the visible text is ambiguous; begins with the visible text. */
  label?: string
  onPress: () => void
}

/** Renders an action within running text or a row: a button that looks like a link. */
export function LinkButton({ name, label, onPress }: LinkButtonProps) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onPress}>
      {name}
    </button>
  )
}
