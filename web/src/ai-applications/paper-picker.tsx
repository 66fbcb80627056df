import { api } from '@scinav/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { plainText } from '../ui/paper/plain-text.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useSettled } from '../ui/use-settled.ts'
import styles from './applications.module.css'
import type { Field } from './input-field.tsx'

export interface PickedPaper {
  id: string
  title: string
}

interface Props {
  field: Field
  papers: readonly PickedPaper[]
  onChange: (papers: PickedPaper[]) => void
}

const OFFERED = 8

/** Chooses the papers that the chat is about: those looked at last, or by a word of the title. */
export function PaperPicker({ field: { label, max }, papers, onChange }: Props) {
  const [text, setText] = useState('')
  const query = useSettled(text.trim())
  const full = max > 0 && papers.length >= max
  const offered = useOffered(query).filter(({ id }) => !papers.some((paper) => paper.id === id))
  return (
    <fieldset className={styles.papers}>
      <legend>
        {label}
        {max > 0 && `（最多 ${max} 篇，已选 ${papers.length} 篇）`}
      </legend>
      {papers.length > 0 && (
        <ul className={styles.picked} aria-label="已选文献">
          {papers.map((paper) => (
            <li key={paper.id}>
              <span>{plainText(paper.title)}</span>
              <QuietButton
                icon="close"
                label={`去掉：${plainText(paper.title)}`}
                onPress={() => onChange(papers.filter(({ id }) => id !== paper.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {!full && (
        <>
          <Input
            aria-label="查找文献"
            placeholder="输入题名或作者；下面是最近看过的"
            allowClear
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <ul className={styles.found} aria-label="可选的文献">
            {offered.map((paper) => (
              <li key={paper.id}>
                <button type="button" onClick={() => onChange([...papers, paper])}>
                  {plainText(paper.title)}
                  <small>{paper.about}</small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}

/** Papers by a query, or without one those that were looked at last. */
function useOffered(query: string): (PickedPaper & { about: string })[] {
  const views = useRead(api.papers.views, { page_size: OFFERED }, { enabled: query === '' })
  const found = useRead(
    api.papers.search,
    { query, page_size: OFFERED, facets: false },
    { enabled: query !== '', keepPrevious: true },
  )
  const papers = query === '' ? (views.data?.list ?? []).map(({ paper }) => paper) : (found.data?.list ?? [])
  return papers.map(({ id, title, authors_short, publish_date }) => ({
    id,
    title,
    about: [authors_short.slice(0, 3).join('，'), publish_date?.slice(0, 4)].filter(Boolean).join(' · '),
  }))
}
