import { api, type ReportSection, type ResearchReport } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './report.module.css'

interface Props {
  report: ResearchReport
  section: ReportSection
  /** Renders a text of the section as the report will. */
  preview: (text: string) => ReactNode
  onDone: () => void
}

/** Maximum length of a section that the server accepts, in characters. */
const MAX_SECTION_CHARS = 40_000

/**
 * Renders the manual editor of a section, with a preview: every `[n]` that is kept keeps its source. Ctrl+Enter saves,
 * which can be undone in a toast; Escape closes it while nothing is changed.
 */
export function SectionEditor({ report, section, preview, onDone }: Props) {
  const { report_id, version } = report
  const { section_id, title, text: before } = section
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const cache = useQueryClient()
  const { mutateAsync, isPending } = useWrite(api.deepResearch.editReport, {
    refreshes: [api.deepResearch.report, api.deepResearch.revisions],
  })
  useEffect(() => field.current?.focus(), [])

  const lostMarkers = citationMarkers(before).filter((marker) => !citationMarkers(text).includes(marker))
  const save = async () => {
    setProblem(undefined)
    const answer = await mutateAsync({ report_id, version, section_id, text })
    if (!answer.success) return setProblem(`没有保存：${answer.issues?.[0]?.message ?? answer.message}`)
    const undo = async () => {
      const input = { report_id, version: answer.data.version, section_id, text: before }
      const undone = await call(api.deepResearch.editReport, input)
      if (!undone.success) toast(`没有撤销：${undone.message}`, { tone: 'bad' })
      await cache.invalidateQueries({ queryKey: [api.deepResearch.report.path] })
    }
    toast(`已保存${inCorners(title)}`, { undo: () => void undo() })
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape' && text === before) onDone()
  }
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        aria-label={`${inCorners(title)}的内容`}
        maxLength={MAX_SECTION_CHARS}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.hint}>
        保留 [n] 就保留那处引用，保存后重新编号。
        {lostMarkers.length > 0 && ` 您删去了 ${lostMarkers.join('、')}。`}
      </p>
      <section className={styles.preview} aria-label="预览">
        {preview(text)}
      </section>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.row}>
        <ActionButton
          name="保存"
          primary
          busy={isPending}
          off={text.trim() === '' || text === before}
          onPress={() => void save()}
        />
        <ActionButton name="放弃改动" onPress={onDone} />
      </div>
    </div>
  )
}

/** Returns the distinct citation markers of a text, such as `[12]`, in order of first appearance. */
const citationMarkers = (text: string): string[] => [...new Set(text.match(/\[\d{1,3}\]/g) ?? [])]
