import { inCorners } from '@scinav/contract/quoted'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fileIcon } from '../../documents/file-icon.ts'
import { DocumentState } from '../../documents/state/document-state.tsx'
import { isRetryable } from '../../documents/state/progress.ts'
import { recordFacts } from '../../paper/file-record/record.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { StatusMark } from '../../paper/rows/status-mark.tsx'
import { type MenuAction, MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { fileSize, formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import rows from '../../ui/list-row.module.css'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { documentAddress, type ListDocument } from '../list/lists.ts'
import styles from '../list/view.module.css'
import { TagChips } from '../tags/tag-chips.tsx'

/** The actions by which a user settles a file: one that could not be read, or one that resembles a library paper. */
export interface FileEdits {
  /** Has the file parsed again. */
  onRetry: () => void
  /** Replaces the file by another one, which the user chooses. */
  onReplace: () => void
  /** Discards a newer version that could not be read, and keeps the present one. */
  onDiscard: () => void
  /** Confirms that the file is the library paper that it resembles. */
  onAccept: () => void
  /** Denies that the file is the library paper that it resembles. */
  onDecline: () => void
}

/** The common props of a list's rows. */
export interface ListRowProps {
  document: ListDocument
  selected: boolean
  onSelect: (selected: boolean) => void
  /** Whether the shortcut keys act on this row. */
  current: boolean
  /** Name of the user who added the document; `''` when unknown. */
  creator: string
  /** The actions on the document; readers without edit permission have fewer. */
  menu: MenuAction[]
  /** Filters the list by a tag. */
  onTag: (tag_id: string) => void
}

interface Props extends ListRowProps {
  /** Absent when the user may only read. */
  edits?: FileEdits | undefined
}

/** Renders a document that is a file: its facts, its state, and the decisions it needs. */
export function FileRow({ document, selected, onSelect, current, creator, menu, edits, onTag }: Props) {
  const { name, title, page_count, size_bytes, created_at, tags, paper, record } = document
  const status = paper?.status ?? record?.status ?? 'normal'
  const facts: ReactNode[] = [
    ...(title === name
      ? []
      : [
          <span key="name" className={styles.fileLine} title={name}>
            {name}
          </span>,
        ]),
    ...recordFacts(document),
    ...(status === 'normal'
      ? []
      : [<StatusMark key="status" status={status} status_notice={paper?.status_notice ?? null} />]),
    ...(page_count ? [`${formatCount(page_count)} 页`] : []),
    fileSize(size_bytes),
    <RelativeTime key="at" at={created_at} />,
    ...(creator ? [`${creator}加入`] : []),
  ]
  return (
    <article
      className={styles.row}
      data-selected={selected}
      data-current={current}
      data-state={document.state}
    >
      <input
        type="checkbox"
        aria-label={`选择 ${plainText(title)}`}
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <Icon name={fileIcon(name)} />
      <div className={styles.words}>
        <h3>
          <Link className={rows.name} to={documentAddress(document)} title={name}>
            {plainText(title)}
          </Link>
        </h3>
        <p className={styles.facts}>
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts never change places
            <span key={index}>{fact}</span>
          ))}
        </p>
        <TagChips tags={tags} onPress={onTag} />
      </div>
      <div className={styles.state}>
        <DocumentState
          progress={document}
          name={plainText(title)}
          // With a problem, `FileDetails` offers the retry beside the reason.
          {...(problemText(document) === undefined && { onRetry: edits?.onRetry })}
        />
      </div>
      <MenuButton label={`更多操作：${plainText(title)}`} button={<Icon name="more" />} actions={menu} />
      <FileDetails document={document} edits={edits} />
    </article>
  )
}

/** Returns why a file, or a newer version of it, is not searchable; undefined when nothing failed. */
function problemText({ state, error, failed_file }: ListDocument): string | undefined {
  if (failed_file)
    return `没有换成新文件${inCorners(failed_file)}，仍用原来的：${error ?? '没有读成，原因不明'}`
  if (state === 'failed') return error ?? '没有读成，原因不明'
  return state === 'ready' && error ? `新的一版没有读成，仍用原来的：${error}` : undefined
}

/** Renders why a file failed, which paper it may be, and warnings on its text. */
function FileDetails({ document, edits }: Pick<Props, 'document' | 'edits'>) {
  const { state, proposed_paper, warnings } = document
  const name = plainText(document.title)
  const problem = problemText(document)
  return (
    <>
      {problem && (
        <div className={styles.why} data-tone="bad">
          <span>{problem}</span>
          {edits && (
            <span className={styles.answers}>
              {isRetryable(document) && (
                <QuietButton icon="retry" label={`重试：${name}`} onPress={edits.onRetry}>
                  重试
                </QuietButton>
              )}
              <QuietButton icon="upload" label={`替换文件：${name}`} onPress={edits.onReplace}>
                替换文件
              </QuietButton>
              {document.failed_file && (
                <QuietButton icon="close" label={`放弃新文件：${name}`} onPress={edits.onDiscard}>
                  放弃
                </QuietButton>
              )}
            </span>
          )}
        </div>
      )}
      {proposed_paper && (
        <div className={styles.why} data-tone="ask">
          <span>这是本馆文献{inCorners(plainText(proposed_paper.title))}吗？</span>
          {edits && (
            <span className={styles.answers}>
              <QuietButton icon="check" label={`是本馆文献：${name}`} onPress={edits.onAccept}>
                是
              </QuietButton>
              <QuietButton label={`不是本馆文献：${name}`} onPress={edits.onDecline}>
                不是
              </QuietButton>
            </span>
          )}
        </div>
      )}
      {warnings.length > 0 && state === 'ready' && (
        <p className={styles.mind}>
          <Icon name="info" size={16} />
          {warnings.join('；')}
        </p>
      )}
    </>
  )
}
