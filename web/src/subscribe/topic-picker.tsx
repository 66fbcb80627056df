import { api, type OutputOf } from '@scinav/contract'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { formatCount } from '../ui/figures.ts'
import { useDebounced } from '../ui/timing.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { DraftChoice, type PickerProps } from './pickers.tsx'
import styles from './subscribe.module.css'

type Disciplines = OutputOf<typeof api.preferences.disciplines>
type Topics = OutputOf<typeof api.preferences.topics>

/** Maximum number of topics shown; the dictionary has hundreds. */
const MAX_TOPICS = 60

/** Renders topics of the dictionary, by discipline or by word; a word that it lacks can be followed too. */
export function TopicPicker(picking: PickerProps) {
  const [subject_code, setSubject] = useState<string>()
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const disciplines = useRead(api.preferences.disciplines, {})
  const topics = useRead(api.preferences.topics, { subject_code, keyword }, { keepPrevious: true })
  return (
    <>
      <div className={styles.tools}>
        <Select
          className={styles.discipline ?? ''}
          aria-label="学科"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="全部学科"
          loading={disciplines.isPending}
          options={disciplineOptions(disciplines.data ?? [])}
          value={subject_code}
          onChange={setSubject}
        />
        <Input
          className={styles.words ?? ''}
          aria-label="查找主题"
          allowClear
          maxLength={100}
          placeholder="查找主题，如 固态电解质"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <ReadView of={topics} what="主题">
        {(list) => (
          <div className={styles.choices}>
            {list.slice(0, MAX_TOPICS).map((topic) => (
              <DraftChoice
                key={topic.name}
                draft={topicDraft(topic.name)}
                note={`${formatCount(topic.count)} 篇`}
                {...picking}
              />
            ))}
            {keyword && !hasTopic(list, keyword) && (
              <DraftChoice draft={topicDraft(keyword)} note="不在主题词表里，也可以订阅" {...picking} />
            )}
            {list.length > MAX_TOPICS && (
              <p className={styles.quiet}>
                还有 {formatCount(list.length - MAX_TOPICS)} 个主题，选择学科或输入词语可以找到
              </p>
            )}
          </div>
        )}
      </ReadView>
    </>
  )
}

const topicDraft = (name: string) => ({ kind: 'topic' as const, value: name, name })

const hasTopic = (list: Topics, word: string) =>
  list.some(({ name, name_en }) => [name, name_en].some((one) => one?.toLowerCase() === word.toLowerCase()))

function disciplineOptions(disciplines: Disciplines) {
  return disciplines.map(({ name, children }) => ({
    label: name,
    title: name,
    options: children.map((child) => ({ value: child.code, label: child.name })),
  }))
}
