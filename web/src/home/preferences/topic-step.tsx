import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import { FindField } from './find-field.tsx'
import type { StepProps } from './preferences.ts'
import { SubjectTabs, useSubject } from './subject-tabs.tsx'

const SHOWN = 40

/** Topics of the chosen disciplines, or found by name; a word that is not listed can be added. */
export function TopicStep({ chosen, onChange }: StepProps) {
  const [keyword, setKeyword] = useState('')
  const [subject, setSubject] = useSubject(chosen.subject_codes)
  const input = keyword ? { keyword } : subject ? { subject_code: subject } : {}
  const topics = useRead(api.preferences.topics, input, { keepPrevious: true })
  const { keywords } = chosen
  return (
    <>
      <FindField label="查找主题" onFind={setKeyword} />
      {!keyword && <SubjectTabs codes={chosen.subject_codes} shown={subject} onShow={setSubject} />}
      <ReadView of={topics} what="主题">
        {(list) => {
          const found = list.slice(0, SHOWN).map(({ name, count }) => ({ value: name, name, count }))
          const own = keyword && !found.some(({ value }) => value === keyword) ? [keyword] : []
          const rest = [...own, ...keywords.filter((word) => !own.includes(word))]
            .filter((word) => !found.some(({ value }) => value === word))
            .map((word) => ({ value: word, name: word }))
          return (
            <ChoiceChips
              label="主题"
              chips={[...rest, ...found]}
              chosen={keywords}
              onChange={(words) => onChange({ keywords: words })}
            />
          )
        }}
      </ReadView>
    </>
  )
}
