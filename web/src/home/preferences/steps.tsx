import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './preferences.module.css'
import { ChoiceChips, FindField, type StepProps, SubjectTabs, useShownSubject } from './step-parts.tsx'

const MAX_JOURNALS = 40

/** Renders the journals of the chosen disciplines, or found by title. */
export function JournalStep({ chosen, onChange }: StepProps) {
  const [query, setQuery] = useState('')
  const [subject, setSubject] = useShownSubject(chosen.subject_codes)
  const input = { query, page_size: MAX_JOURNALS, ...(subject && !query && { class_code: `jyb:${subject}` }) }
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

/** Renders the 学科门类, and the 一级学科 of the open one. */
export function DisciplineStep({ chosen, onChange }: StepProps) {
  const disciplines = useRead(api.preferences.disciplines, {})
  const [opened, setOpened] = useState<string>()
  const { subject_codes } = chosen
  return (
    <ReadView of={disciplines} what="学科">
      {(tree) => {
        const open = tree.find(({ code }) => code === (opened ?? subject_codes[0]?.slice(0, 2)))
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
                : open
                  ? '可以选几个，也可以不选'
                  : '先点一个学科门类，再选其中的一级学科；可以选几个，也可以不选'}
            </p>
          </>
        )
      }}
    </ReadView>
  )
}

const MAX_TOPICS = 40

/** Renders the topics of the chosen disciplines, or found by name; an unlisted word can be added. */
export function TopicStep({ chosen, onChange }: StepProps) {
  const [keyword, setKeyword] = useState('')
  const [subject, setSubject] = useShownSubject(chosen.subject_codes)
  const input = keyword ? { keyword } : subject ? { subject_code: subject } : {}
  const topics = useRead(api.preferences.topics, input, { keepPrevious: true })
  const { keywords } = chosen
  return (
    <>
      <FindField label="查找主题" onFind={setKeyword} />
      {!keyword && <SubjectTabs codes={chosen.subject_codes} shown={subject} onShow={setSubject} />}
      <ReadView of={topics} what="主题">
        {(list) => {
          const found = list.slice(0, MAX_TOPICS).map(({ name, count }) => ({ value: name, name, count }))
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
