import { api, joinRepeatedMarkers } from '@scinav/contract'
import { Suspense, useState } from 'react'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type ChatRecord, type ShownCitation, toShownAnswer, wasAnsweredWithoutSearch } from '../run/run.ts'
import type { AskRequest } from '../start/addresses.ts'
import { useResearch } from '../start/use-start.ts'
import styles from './answer.module.css'

const StyledExport = lazyPart(() => import('../../paper/cite/styled-export.tsx').then((m) => m.StyledExport))

interface Props {
  record: ChatRecord
  /** Repeats the question. */
  onAgain: () => void
  /** Edits the question. */
  onEdit: () => void
  /** Shows another answer to the same question, by the id of its record. */
  onSibling: (id: string) => void
}

/** Renders the actions on an answer that has ended. */
export function AnswerActions({ record, onAgain, onEdit, onSibling }: Props) {
  // `sibling_index` counts from 1, the positions in `sibling_ids` from 0.
  const { id, status, sibling_index: number, sibling_count: count, sibling_ids } = record
  const { answer, citations } = toShownAnswer(record)
  const isFailed = status === 'failed'
  const [isStyling, setStyling] = useState(false)
  const research = useResearch()
  const copy = async () => {
    const isCopied = await copyText(joinRepeatedMarkers(answer, citations))
    toast(isCopied ? '已复制回答' : '没有复制成功')
  }
  const showSibling = (siblingNumber: number) => {
    const target = sibling_ids[siblingNumber - 1]
    if (target) onSibling(target)
  }
  return (
    <div className={styles.actions}>
      {count > 1 && (
        <>
          <QuietButton icon="left" label="上一个回答" onPress={() => showSibling(number - 1)} />
          <span>
            {number}/{count}
          </span>
          <QuietButton icon="right" label="下一个回答" onPress={() => showSibling(number + 1)} />
        </>
      )}
      {answer && (
        <QuietButton icon="copy" onPress={() => void copy()}>
          复制
        </QuietButton>
      )}
      {!isFailed && (
        <QuietButton icon="retry" onPress={onAgain}>
          重新回答
        </QuietButton>
      )}
      <QuietButton icon="edit" onPress={onEdit}>
        改问题
      </QuietButton>
      {answer && (
        <MenuButton
          label="导出回答"
          button={
            <span className={styles.opener}>
              <Icon name="export" size={16} />
              导出
            </span>
          }
          actions={[
            ...(['md', 'docx', 'html'] as const).map((format) => ({
              name: exportFormats[format],
              icon: 'file' as const,
              run: () => void downloadAnswer(id, format),
            })),
            ...(citations.length > 0
              ? [{ name: '按引用格式导出…', icon: 'quote' as const, run: () => setStyling(true) }]
              : []),
          ]}
        />
      )}
      {isStyling && (
        <Suspense>
          <StyledExport
            what="回答"
            save={(format, style) => downloadAnswer(id, format, style)}
            onClose={() => setStyling(false)}
          />
        </Suspense>
      )}
      {research && answer && !isFailed && !wasAnsweredWithoutSearch(record) && (
        <QuietButton icon="compass" label="转为深度研究" onPress={() => research(researchRequest(record))}>
          深度研究
        </QuietButton>
      )}
      {answer && !isFailed && <FeedbackButtons record={record} />}
    </div>
  )
}

/** Returns the question of an answer with the papers it was asked about. */
const researchRequest = ({ question, attachments }: ChatRecord): AskRequest => ({
  question,
  paper_id_list: attachments.flatMap(({ kind, id }) => (kind === 'paper' ? [id] : [])),
})

/** Names of the formats in which an answer can be saved. */
const exportFormats = { md: 'Markdown', docx: 'Word', html: '网页' }

/** Saves an answer as a file. Returns whether that succeeded; the reason of a failure is shown in a toast. */
async function downloadAnswer(
  chat_record_id: string,
  format: keyof typeof exportFormats,
  style?: string,
): Promise<boolean> {
  const answer = await callFile(api.chat.download, { chat_record_id, format, ...(style && { style }) })
  if (!answer.success) toast(`没有导出：${answer.message}`, { tone: 'bad' })
  else if (answer.data) saveFile(answer.data, `回答.${format}`)
  return answer.success
}

/** A rating of an answer: 1 helpful · 0 none · −1 not helpful. */
type Rating = 1 | 0 | -1

/** Renders the buttons to rate an answer and, once it is rated, the reasons to choose from. */
function FeedbackButtons({ record: { id, thumbs_flag } }: { record: ChatRecord }) {
  /** The rating whose reasons are shown. */
  const [ratingToExplain, setRatingToExplain] = useState<Exclude<Rating, 0>>()
  const reasons = useRead(api.chat.thumbsReasons, {}, { enabled: ratingToExplain !== undefined })
  const { mutateAsync } = useWrite(api.chat.thumbs, { refreshes: [api.chat.records] })
  const rate = async (rating: Rating, chosenReasons: string[] = []) => {
    const input = { chat_record_id: id, thumbs_flag: rating, reasons: chosenReasons }
    const answer = await mutateAsync(input)
    if (!answer.success) return toast(`没有记下：${answer.message}`, { tone: 'bad' })
    setRatingToExplain(rating === 0 || chosenReasons.length > 0 ? undefined : rating)
  }
  const offeredReasons = (ratingToExplain === 1 ? reasons.data?.up : reasons.data?.down) ?? []
  return (
    <>
      <span className={styles.thumbs}>
        <QuietButton pressed={thumbs_flag === 1} onPress={() => void rate(thumbs_flag === 1 ? 0 : 1)}>
          有帮助
        </QuietButton>
        <QuietButton pressed={thumbs_flag === -1} onPress={() => void rate(thumbs_flag === -1 ? 0 : -1)}>
          没有帮助
        </QuietButton>
      </span>
      {ratingToExplain && (
        <fieldset className={styles.reasons}>
          <legend>为什么？可以不选</legend>
          {offeredReasons.map((reason) => (
            <ActionButton key={reason} name={reason} onPress={() => void rate(ratingToExplain, [reason])} />
          ))}
        </fieldset>
      )}
    </>
  )
}

/**
 * Returns two actions on a finished answer: `redact` removes a statement that its source does not support, `restore`
 * brings back all such statements. Both report failures in a toast.
 */
export function useRedaction(record: ChatRecord | undefined) {
  const { mutateAsync } = useWrite(api.chat.redact, { refreshes: [api.chat.records] })
  /**
   * Redacts or restores the statement before the citation marker that starts at offset `mark` of the stored answer.
   * Returns whether it succeeded.
   */
  const setRedacted = async (mark: number, isRedacted: boolean): Promise<boolean> => {
    if (!record) return false
    const { id: chat_record_id, application_id, chat_id } = record
    const answer = await mutateAsync({ application_id, chat_id, chat_record_id, mark, struck: isRedacted })
    if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const redact = async ({ origin, start }: ShownCitation) => {
    const mark = origin ?? start
    if (await setRedacted(mark, true)) toast('已删去这半句', { undo: () => void setRedacted(mark, false) })
  }
  const restoreAll = async () => {
    const { citations = [], struck = [] } = record ?? {}
    const redactedCitations = citations.filter(({ start, support }) => {
      const isRedacted = struck.some((part) => part.start <= start && start < part.end)
      return isRedacted && support === 'unsupported'
    })
    for (const { start } of redactedCitations) if (!(await setRedacted(start, false))) return
  }
  return {
    redact: (citation: ShownCitation) => void redact(citation),
    restore: () => void restoreAll(),
  }
}
