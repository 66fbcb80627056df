import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'

interface Props {
  /** Undefined for the default, the current numeric edition of GB/T 7714. */
  style: string | undefined
  onStyle: (style: string) => void
  /** What the style is for, to screen readers. */
  label?: string
  /** Whether the choice has no frame. */
  quiet?: boolean
}

/** The default style, the current numeric edition of GB/T 7714. */
export const DEFAULT_STYLE = 'gb-2025-numeric'

/** Returns whether a style follows the options of GB/T 7714. */
export function useIsNational(style = DEFAULT_STYLE): boolean {
  const { data } = useRead(api.citation.styles, {})
  return data?.styles.find(({ id }) => id === style)?.national ?? false
}

/** Renders the choice of a citation style, built in or installed; a chosen one that was removed stays in the list. */
export function StyleChoice({ style = DEFAULT_STYLE, onStyle, label = '要求的格式', quiet = false }: Props) {
  const { data } = useRead(api.citation.styles, {})
  const styles = data?.styles ?? []
  const isKnown = styles.some(({ id }) => id === style)
  const all = isKnown ? styles : [{ id: style, name: data ? '已移除的格式' : '格式' }, ...styles]
  return (
    <select
      className={fields.choice}
      data-quiet={quiet}
      aria-label={label}
      value={style}
      onChange={({ target }) => onStyle(target.value)}
    >
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
