import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import { FindField } from './find-field.tsx'
import type { StepProps } from './preferences.ts'
import { SubjectTabs, useSubject } from './subject-tabs.tsx'

const SHOWN = 40

/** Journals of the chosen disciplines, or found by title. */
export function JournalStep({ chosen, onChange }: StepProps) {
  const [query, setQuery] = useState('')
  const [subject, setSubject] = useSubject(chosen.subject_codes)
  const input = { query, page_size: SHOWN, ...(subject && !query && { class_code: `jyb:${subject}` }) }
  const journals = useRead(api.papers.journals, input, { keepPrevious: true })
  return (
    <>
      <FindField label="查找期刊" onFind={setQuery} />
      {!query && <SubjectTabs codes={chosen.subject_codes} shown={subject} onShow={setSubject} />}
      <ReadView
        of={journals}
        what="期刊"
        isEmpty={({ list }) => list.length === 0 && chosen.journals.length === 0}
        empty={{ title: '没有找到期刊', note: '换一个刊名，或者跳过这一步' }}
      >
        {({ list }) => {
          const found = list.map(({ title, paper_count }) => ({
            value: title,
            name: title,
            count: paper_count,
          }))
          const rest = chosen.journals
            .filter((title) => !found.some(({ value }) => value === title))
            .map((title) => ({ value: title, name: title }))
          return (
            <ChoiceChips
              label="期刊"
              chips={[...rest, ...found]}
              chosen={chosen.journals}
              onChange={(titles) => onChange({ journals: titles })}
            />
          )
        }}
      </ReadView>
    </>
  )
}
