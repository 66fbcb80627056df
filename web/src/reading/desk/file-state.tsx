import { api } from '@scinav/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { usePolling } from '../../api/use-polling.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { useUploadList } from '../../documents/upload/uploads.state.ts'
import { readingAddress } from '../../paper/addresses.ts'
import { FullTextButton } from '../../paper/dialogs/full-text-button.tsx'
import { findFullText } from '../../paper/paper-action.state.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import styles from '../bar/desk.module.css'
import { isParsing, type ReadableText, type ReadingTarget } from '../state/target.ts'

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/** Renders what replaces a text that cannot be read: the progress of its file, its failure, or how to obtain one. */
export function FileState({ target, readable }: Props) {
  const { text } = readable
  if (isParsing(readable)) return <FileProgress readable={readable} />
  if (text.state === 'failed' || text.state === 'cancelled')
    return <FailedFile target={target} readable={readable} />
  if (text.state === 'available') return <AvailableFile target={target} readable={readable} />
  return <NoFile target={target} readable={readable} />
}

/**
 * Renders notices on a text: a parse is running or has failed, or some pages are scanned or garbled and may contain
 * errors.
 */
export function TextNotices({ target, readable }: Props) {
  const { text, pages, version } = readable
  const unreliablePages = pages.filter(({ scanned, garbled }) => scanned || garbled).length
  const notices = [
    isParsing(readable) && <FileProgress key="progress" readable={readable} />,
    text.state === 'failed' && <FailedFile key="failed" target={target} readable={readable} />,
    version !== null && unreliablePages > 0 && (
      <Notice key="unreliable">{unreliablePages} 页是扫描或编码不全的页面，文字由识别得到，可能有误。</Notice>
    ),
  ].filter(Boolean)
  if (notices.length === 0) return null
  return <div className={styles.notices}>{notices}</div>
}

/** What the server is doing with a file, by the stage of its parse. */
const STAGE_TEXTS: Readonly<Record<string, string>> = {
  read: '正在读取文件',
  layout: '正在分析版面',
  ocr: '正在识别文字',
  split: '正在分段',
  index: '正在建立索引',
}

/** Time without progress after which a file is reported as stuck, in seconds. */
const STUCK_AFTER_S = 60

/** Renders the parsing progress that the server reports. */
function FileProgress({ readable: { text, document } }: { readable: ReadableText }) {
  const parse_id = text.parse_id ?? ''
  const parseState = useRead(api.ingestion.parseState, { parse_id }, { enabled: parse_id !== '' })
  usePolling(parse_id !== '', () => void parseState.refetch())
  const parse = parseState.data ?? document?.parsing
  const isStuck =
    parse !== undefined &&
    parse !== null &&
    Date.now() - Date.parse(parse.progress_at) > STUCK_AFTER_S * 1_000
  const stageText = STAGE_TEXTS[parse?.stage ?? ''] ?? '正在处理'
  return (
    <section className={styles.progress} aria-label="文件的处理">
      <p role="status">
        {parse?.place ? `排队中，前面还有 ${parse.place} 个文件` : stageText}
        {parse && parse.total > 0 && `，${parse.done} / ${parse.total}`}
        {isStuck && `。${STUCK_AFTER_S} 秒没有进展`}
      </p>
      <ProgressBar label={stageText} progress={parse?.progress ?? 0} />
    </section>
  )
}

/** Returns the function that starts the parse of the file, and why it could not be started. */
function useParsing(target: ReadingTarget) {
  const parse = useWrite(api.ingestion.parseFile, { refreshes: [api.reading.open] })
  return {
    isStarting: parse.isPending,
    failure: parse.data && !parse.data.success ? parse.data : undefined,
    start: () => void parse.mutateAsync(target),
  }
}

/** Renders why a parse failed or was cancelled, and offers another attempt, or another file where that is no use. */
function FailedFile({ target, readable: { text, document } }: Props) {
  const navigate = useNavigate()
  const { start, isStarting, failure } = useParsing(target)
  const reason = failure?.message ?? text.message ?? '没有说明原因'
  const needsOtherFile = document?.is_retryable === false
  const action = needsOtherFile ? (
    <ActionButton name="去知识库换一个文件" onPress={() => void navigate('/knowledgeBase')} />
  ) : (
    <ActionButton name="重试" busy={isStarting} onPress={start} />
  )
  return (
    <Notice tone="bad" action={action}>
      {text.state === 'cancelled' ? '文件的处理已取消。' : `文件没有处理成功：${reason}`}
    </Notice>
  )
}

/** Names of the sources of an open-access file. */
const SOURCE_NAMES: Readonly<Record<string, string>> = {
  pdf_url: '出版者的开放获取页面',
  arxiv: 'arXiv',
  pmc: 'PubMed Central',
}

/** Offers to fetch an open-access file that the server has found. */
function AvailableFile({ target, readable: { text, paper } }: Props) {
  const { start, isStarting, failure } = useParsing(target)
  return (
    <section className={styles.offer} aria-label="获取全文">
      <h2>有开放获取的全文</h2>
      <p>
        来自{SOURCE_NAMES[text.source ?? ''] ?? '开放获取'}
        。取回后只放进「我的文献」，可以在这里阅读、标注和提问。
      </p>
      {failure && <Notice tone="warning">获取失败：{failure.message}</Notice>}
      <div className={styles.actions}>
        <ActionButton name="获取开放获取全文" primary busy={isStarting} onPress={start} />
        {text.url && <OutsideLink to={text.url}>在原站打开</OutsideLink>}
        {paper && <FullTextButton paper_id={paper.id} />}
        {paper && (
          <QuietButton icon="library" onPress={() => findFullText(paper.id)}>
            查找全文
          </QuietButton>
        )}
      </div>
    </section>
  )
}

/** Says that there is no file, and offers to upload or look for one. */
function NoFile({ target, readable: { text, paper } }: Props) {
  const navigate = useNavigate()
  useFollowReplacement(target, paper?.id)
  return (
    <section className={styles.offer} aria-label="没有全文">
      <h2>这里没有它的全文</h2>
      <p>{text.message ?? '没有找到可公开获取的全文。可以从图书馆等渠道下载后在这里上传。'}</p>
      <div className={styles.actions}>
        {paper ? (
          <FullTextButton paper_id={paper.id} primary />
        ) : (
          <ActionButton name="去知识库上传" primary onPress={() => void navigate('/knowledgeBase')} />
        )}
        {paper && (
          <QuietButton icon="library" onPress={() => findFullText(paper.id)}>
            查找全文
          </QuietButton>
        )}
        {text.url && <OutsideLink to={text.url}>在原站打开</OutsideLink>}
      </div>
    </section>
  )
}

/** Opens the file that was uploaded as the full text of the paper, in place of the document without one. */
function useFollowReplacement({ document_id }: ReadingTarget, paper_id: string | undefined): void {
  const navigate = useNavigate()
  const uploaded_id = useUploadList(({ uploads }) =>
    uploads.findLast(
      (upload) => upload.state === 'arrived' && paper_id !== undefined && upload.paper_id === paper_id,
    ),
  )?.document_id
  useEffect(() => {
    if (document_id && uploaded_id && uploaded_id !== document_id)
      void navigate(readingAddress({ document_id: uploaded_id }), { replace: true })
  }, [document_id, uploaded_id, navigate])
}
