import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import styles from './preferences.module.css'
import type { StepProps } from './preferences.ts'

/** 学科门类, and the 一级学科 of the one that is open. */
export function DisciplineStep({ chosen, onChange }: StepProps) {
  const disciplines = useRead(api.preferences.disciplines, {})
  const [opened, setOpened] = useState<string>()
  const { subject_codes } = chosen
  return (
    <ReadView of={disciplines} what="学科">
      {(tree) => {
        const open = tree.find(({ code }) => code === (opened ?? subject_codes[0]?.slice(0, 2))) ?? tree[0]
        const names = new Map(
          [...tree, ...tree.flatMap(({ children }) => children)].map(({ code, name }) => [code, name]),
        )
        return (
          <>
            <nav className={styles.classes} aria-label="学科门类">
              {tree.map(({ code, name }) => (
                <button
                  key={code}
                  type="button"
                  aria-current={code === open?.code ? 'true' : undefined}
                  onClick={() => setOpened(code)}
                >
                  {name}
                </button>
              ))}
            </nav>
            {open && (
              <ChoiceChips
                label={`${open.name}的一级学科`}
                chips={open.children.map(({ code, name }) => ({ value: code, name }))}
                chosen={subject_codes}
                onChange={(codes) => onChange({ subject_codes: codes })}
              />
            )}
            <p className={styles.note}>
              {subject_codes.length > 0
                ? `已选：${subject_codes.map((code) => names.get(code) ?? code).join('、')}`
                : '可以选几个，也可以不选'}
            </p>
          </>
        )
      }}
    </ReadView>
  )
}
