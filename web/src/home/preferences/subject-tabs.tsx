import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import styles from './preferences.module.css'

/** Which of the chosen disciplines is looked at: the first until another one is chosen. */
export function useSubject(codes: readonly string[]) {
  const [shown, setShown] = useState<string>()
  const subject = shown && codes.includes(shown) ? shown : codes[0]
  return [subject, setShown] as const
}

interface Props {
  codes: readonly string[]
  shown: string | undefined
  onShow: (code: string) => void
}

/** The chosen disciplines, to look at one after the other. Nothing where there is no choice. */
export function SubjectTabs({ codes, shown, onShow }: Props) {
  const { data = [] } = useRead(api.preferences.disciplines, {})
  if (codes.length < 2) return null
  const all = [...data, ...data.flatMap(({ children }) => children)]
  return (
    <nav className={styles.classes} aria-label="已选的学科">
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          aria-current={code === shown ? 'true' : undefined}
          onClick={() => onShow(code)}
        >
          {all.find((one) => one.code === code)?.name ?? code}
        </button>
      ))}
    </nav>
  )
}
