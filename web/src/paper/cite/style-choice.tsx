import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'

interface Props {
  /** Undefined for the default, the current numeric edition of GB/T 7714. */
  style: string | undefined
  onStyle: (style: string) => void
  quiet?: boolean
}

/** The style of a check for which none was chosen. */
export const DEFAULT_STYLE = 'gb-2025-numeric'

/** Returns whether a style follows the options of GB/T 7714. */
export function useIsNational(style = DEFAULT_STYLE): boolean {
  const { data } = useRead(api.citation.styles, {})
  return data?.styles.find(({ id }) => id === style)?.national ?? false
}

/** Renders the choice of the style, one of the product or an installed one, that a manuscript has to follow. */
export function StyleChoice({ style = DEFAULT_STYLE, onStyle, quiet = false }: Props) {
  const { data } = useRead(api.citation.styles, {})
  const styles = data?.styles ?? []
  const isKnown = styles.some(({ id }) => id === style)
  const all = isKnown ? styles : [{ id: style, name: data ? '已移除的格式' : '格式' }, ...styles]
  return (
    <select
      className={fields.choice}
      data-quiet={quiet}
      aria-label="要求的格式"
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
