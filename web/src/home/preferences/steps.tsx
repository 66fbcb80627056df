// The steps of the wizard in which users choose what recommendations are based on: disciplines, topics and journals.
import { api, type OutputOf } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './preferences.module.css'
import { ChoiceChips, DisciplineTabs, FindField, useShownDiscipline } from './step-parts.tsx'

/** The preferences as the server stores them, and whether the user has chosen or postponed them. */
export type StoredPreferences = OutputOf<typeof api.preferences.preferences>

/** The preferences that recommendations are based on. */
export type Preferences = Pick<StoredPreferences, 'subject_codes' | 'keywords' | 'journals' | 'authors'>

/** Props of one step of the wizard. */
interface StepProps {
  /** The choices of all steps. */
  chosen: Preferences
  /** Called with the choices of this step when one is made. */
  onChange: (changes: Partial<Preferences>) => void
}

/** Number of journals offered at a time, besides the chosen ones. */
const MAX_JOURNALS = 40
/** Prefix of the class codes of journals that are disciplines of the Ministry of Education (教育部). */
const DISCIPLINE_CLASS_PREFIX = 'jyb:'

/** Renders the choice of journals: those of the chosen disciplines, or found by title. */
export function JournalStep({ chosen, onChange }: StepProps) {
  const [query, setQuery] = useState('')
  const [discipline, setDiscipline] = useShownDiscipline(chosen.subject_codes)
  // A search by title is not limited to the discipline.
  const class_code = discipline && !query ? DISCIPLINE_CLASS_PREFIX + discipline : undefined
  const input = { query, page_size: MAX_JOURNALS, ...(class_code && { class_code }) }
  const journals = useRead(api.papers.journals, input, { keepPrevious: true })
  return (
    <>
      <FindField label="查找期刊" onFind={setQuery} />
      {!query && <DisciplineTabs codes={chosen.subject_codes} shown={discipline} onShow={setDiscipline} />}
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
          const otherChosen = chosen.journals
            .filter((title) => !found.some(({ value }) => value === title))
            .map((title) => ({ value: title, name: title }))
          return (
            <ChoiceChips
              label="期刊"
              chips={[...otherChosen, ...found]}
              chosen={chosen.journals}
              onChange={(titles) => onChange({ journals: titles })}
            />
          )
        }}
      </ReadView>
    </>
  )
}

/** Number of digits of the code of a broad field, with which the codes of its disciplines begin. */
const FIELD_DIGITS = 2

/**
 * Renders the choice of disciplines: the 13 broad fields (学科门类) as tabs, and the disciplines (一级学科) of the open
 * one.
 */
export function DisciplineStep({ chosen, onChange }: StepProps) {
  const disciplines = useRead(api.preferences.disciplines, {})
  /** Code of the broad field opened last; until one is, that of the first chosen discipline is open. */
  const [openedCode, setOpenedCode] = useState<string>()
  const { subject_codes } = chosen
  return (
    <ReadView of={disciplines} what="学科">
      {(tree) => {
        const open = tree.find(
          ({ code }) => code === (openedCode ?? subject_codes[0]?.slice(0, FIELD_DIGITS)),
        )
        const names = new Map(
          [...tree, ...tree.flatMap(({ children }) => children)].map(({ code, name }) => [code, name]),
        )
        const hint = open
          ? '可以选几个，也可以不选'
          : '先点一个学科门类，再选其中的一级学科；可以选几个，也可以不选'
        return (
          <>
            <nav className={styles.classes} aria-label="学科门类">
              {tree.map(({ code, name }) => (
                <button
                  key={code}
                  type="button"
                  aria-current={code === open?.code ? 'true' : undefined}
                  onClick={() => setOpenedCode(code)}
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
                : hint}
            </p>
          </>
        )
      }}
    </ReadView>
  )
}

/** Number of topics offered at a time, besides the chosen ones. */
const MAX_TOPICS = 40

/** Renders the choice of topics: those of the chosen disciplines, or found by name; an unlisted word can be added. */
export function TopicStep({ chosen, onChange }: StepProps) {
  const [keyword, setKeyword] = useState('')
  const [discipline, setDiscipline] = useShownDiscipline(chosen.subject_codes)
  // A search by name is not limited to the discipline.
  const disciplineInput = discipline ? { subject_code: discipline } : {}
  const topics = useRead(api.preferences.topics, keyword ? { keyword } : disciplineInput, {
    keepPrevious: true,
  })
  const { keywords } = chosen
  return (
    <>
      <FindField label="查找主题" onFind={setKeyword} />
      {!keyword && <DisciplineTabs codes={chosen.subject_codes} shown={discipline} onShow={setDiscipline} />}
      <ReadView of={topics} what="主题">
        {(list) => {
          const found = list.slice(0, MAX_TOPICS).map(({ name, count }) => ({ value: name, name, count }))
          const unlisted = keyword && !found.some(({ value }) => value === keyword) ? [keyword] : []
          const otherChosen = [...unlisted, ...keywords.filter((word) => !unlisted.includes(word))]
            .filter((word) => !found.some(({ value }) => value === word))
            .map((word) => ({ value: word, name: word }))
          return (
            <ChoiceChips
              label="主题"
              chips={[...otherChosen, ...found]}
              chosen={keywords}
              onChange={(words) => onChange({ keywords: words })}
            />
          )
        }}
      </ReadView>
    </>
  )
}
