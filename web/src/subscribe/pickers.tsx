import { api, type OutputOf } from '@scinav/contract'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { useDebounced } from '../ui/timing.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { Preview } from './preview.tsx'
import styles from './subscribe.module.css'
import type { SubscriptionDraft } from './subscriptions.ts'

/** The props that all pickers have in common; a picker is the choice of subscriptions of one kind. */
export interface PickerProps {
  /** Whether the user has this subscription already. */
  isSubscribed: (draft: SubscriptionDraft) => boolean
  /** Whether a draft is among those to be added. */
  isChosen: (draft: SubscriptionDraft) => boolean
  /** Adds a draft to the choice, or removes it. */
  toggleDraft: (draft: SubscriptionDraft) => void
}

interface DraftChoiceProps extends PickerProps {
  draft: SubscriptionDraft
  /** Shown next to the name, such as the number of papers. */
  note?: ReactNode
}

/** Renders one item to subscribe to: pressed when chosen, disabled when subscribed already. */
function DraftChoice({ draft, note, isSubscribed, isChosen, toggleDraft }: DraftChoiceProps) {
  const subscribed = isSubscribed(draft)
  const chosen = isChosen(draft)
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={chosen}
      disabled={subscribed}
      onClick={() => toggleDraft(draft)}
    >
      {(chosen || subscribed) && <Icon name="check" size={16} />}
      <span>{draft.name}</span>
      <span className={styles.quiet}>{subscribed ? '已订阅' : note}</span>
    </button>
  )
}

/** Number of suggestions among which authors are sought. */
const MAX_SUGGESTIONS = 50

/** Longest name of an author that can be sought, in characters. */
const MAX_AUTHOR_CHARS = 200

/** Renders the choice of authors, found by name and spelled as in the library; the typed name can be chosen too. */
export function AuthorPicker(picking: PickerProps) {
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const found = useRead(
    api.papers.suggest,
    { keyword, limit: MAX_SUGGESTIONS },
    { enabled: keyword !== '', keepPrevious: true },
  )
  return (
    <>
      <Input
        aria-label="查找作者"
        allowClear
        maxLength={MAX_AUTHOR_CHARS}
        placeholder="姓名，可用汉字、拼音或缩写"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {keyword !== '' && (
        <ReadView of={found} what="作者">
          {(list) => (
            <div className={styles.choices}>
              {authorNames(list, keyword).map((name) => (
                <DraftChoice key={name} draft={{ kind: 'author', value: name, name }} {...picking} />
              ))}
            </div>
          )}
        </ReadView>
      )}
    </>
  )
}

/** Returns suggested authors once each, then the typed text. */
function authorNames(list: { type: string; text: string }[], typed: string): string[] {
  const authors = list.filter(({ type }) => type === 'author').map(({ text }) => text)
  return [...new Set([...authors, typed])]
}

/** Number of journals shown at a time. */
const MAX_JOURNALS = 30

/** Longest title of a journal that can be sought, in characters. */
const MAX_TITLE_CHARS = 300

/** Renders the choice of journals, found by title or ISSN; before anything is typed, those with most papers. */
export function JournalPicker(picking: PickerProps) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const journals = useRead(
    api.papers.journals,
    { query, sort: 'papers', page_num: 1, page_size: MAX_JOURNALS },
    { keepPrevious: true },
  )
  return (
    <>
      <Input
        aria-label="查找期刊"
        allowClear
        maxLength={MAX_TITLE_CHARS}
        placeholder="刊名或 ISSN"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ReadView
        of={journals}
        what="期刊"
        isEmpty={(page) => page.total === 0}
        empty={{ title: '没有找到这种期刊', note: '换一个名称，或用 ISSN 查找' }}
      >
        {(page) => (
          <div className={styles.choices}>
            {page.list.map(({ id, title, paper_count }) => (
              <DraftChoice
                key={id}
                draft={{ kind: 'journal', value: title, name: title }}
                note={`${formatCount(paper_count)} 篇`}
                {...picking}
              />
            ))}
          </div>
        )}
      </ReadView>
    </>
  )
}

/** The longest name of a subscription that the server accepts, in characters. */
const MAX_NAME_CHARS = 100

/** Longest query that the server accepts, in characters. */
const MAX_QUERY_CHARS = 2_000

/** Renders the field for a query in the query language, with how many papers it would find. */
export function QueryField({ isSubscribed, isChosen, toggleDraft }: PickerProps) {
  const [text, setText] = useState('')
  const value = text.trim()
  const draft = { kind: 'query' as const, value, name: value.slice(0, MAX_NAME_CHARS) }
  const isTaken = isSubscribed(draft) || isChosen(draft)
  const pickQuery = () => {
    toggleDraft(draft)
    setText('')
  }
  return (
    <>
      <Input.TextArea
        aria-label="要订阅的检索式"
        maxLength={MAX_QUERY_CHARS}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="与检索框里的写法相同，如 固态电解质 AND PY>=2020"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.tools}>
        <Preview kind="query" value={value} />
        <Button className={styles.take ?? ''} disabled={value === '' || isTaken} onClick={pickQuery}>
          {isTaken ? '已在订阅里' : '选用'}
        </Button>
      </div>
    </>
  )
}

type Disciplines = OutputOf<typeof api.preferences.disciplines>
type Topics = OutputOf<typeof api.preferences.topics>

/** Maximum number of topics shown at a time. */
const MAX_TOPICS = 60

/** Longest topic that can be sought, in characters. */
const MAX_TOPIC_CHARS = 100

/** Renders the choice of topics of the dictionary, by discipline or word; a word that it lacks can be chosen too. */
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
          maxLength={MAX_TOPIC_CHARS}
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

/** Returns the subscription to a topic. */
const topicDraft = (name: string) => ({ kind: 'topic' as const, value: name, name })

/** Whether a word is the Chinese or English name of one of the topics. */
const hasTopic = (list: Topics, word: string) =>
  list.some(({ name, name_en }) =>
    [name, name_en].some((known) => known?.toLowerCase() === word.toLowerCase()),
  )

/** Returns the choices of the disciplines, grouped by broad field. */
function disciplineOptions(disciplines: Disciplines) {
  return disciplines.map(({ name, children }) => ({
    label: name,
    title: name,
    options: children.map((child) => ({ value: child.code, label: child.name })),
  }))
}
