import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './quiet-button.module.css'

interface Props {
  children?: ReactNode
  icon?: IconName
  /** What it does and to what, where the words on it leave that open. */
  label?: string
}

interface ButtonProps extends Props {
  onPress: () => void
  /** Whether what it opens is open. */
  expanded?: boolean
  /** Whether what it switches is on. */
  pressed?: boolean
}

/** A button that stays in the background until it is looked at. */
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

/** A quiet link that leaves the site, in a tab of its own. */
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
  /** What it does and to what, where the word on it leaves that open; begins with the word. */
  label?: string
  onPress: () => void
}

/** An action within running text or a row: looks like a link, is a button. */
export function LinkButton({ name, label, onPress }: LinkButtonProps) {
  return (
    <button type="button" className={styles.link} aria-label={label} onClick={onPress}>
      {name}
    </button>
  )
}
