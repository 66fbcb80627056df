import { isRetryable } from '../documents/state/progress.ts'
import { citeDocuments, citePapers, exportPapers, openKeepDialog } from '../paper/paper-action.state.ts'
import { bottomBar } from '../ui/bottom-bar.ts'
import buttons from '../ui/buttons/buttons.module.css'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { ListDocument } from './list/lists.ts'
import styles from './list/view.module.css'
import type { Selection } from './use-selection.ts'

interface Props {
  selection: Selection<ListDocument>
  onCopy: (documents: ListDocument[]) => void
  /** Absent when the user may only read. */
  actions?: {
    onMove: (documents: ListDocument[]) => void
    onTag: (documents: ListDocument[]) => void
    onRetry: (documents: ListDocument[]) => void
    onRemove: (documents: ListDocument[]) => void
    /** Absent outside folders. */
    onTakeOut?: (documents: ListDocument[]) => void
  }
}

/**
 * Renders the actions on the selected documents at the bottom of the list; nothing while none is selected. Retrying,
 * taking out and removing clear the selection.
 */
export function DocumentSelectionBar({ selection, onCopy, actions }: Props) {
  const { items, clear } = selection
  if (items.length === 0) return null
  const papers = items.flatMap(({ paper_id }) => paper_id ?? [])
  const hasOnlyPapers = papers.length === items.length
  /** Opens the dialog of references with a format: as text to cite, or as RIS to export. */
  const openReferences = (format: 'text' | 'ris') => {
    const ids = items.map(({ id }) => id)
    if (!hasOnlyPapers) citeDocuments(ids, format)
    else if (format === 'text') citePapers(papers)
    else exportPapers(papers)
  }
  /** Creates a handler that runs an action and clears the selection. */
  const runAndClear = (run: (documents: ListDocument[]) => void) => () => {
    run(items)
    clear()
  }
  return (
    <section className={styles.chosen} aria-label="所选文献" ref={bottomBar}>
      <span className={styles.many} role="status">
        已选 {items.length} 篇
      </span>
      <QuietButton icon="quote" onPress={() => openReferences('text')}>
        引用
      </QuietButton>
      <QuietButton icon="export" onPress={() => openReferences('ris')}>
        导出
      </QuietButton>
      {papers.length > 0 && (
        <QuietButton icon="bookmark" onPress={() => openKeepDialog(papers)}>
          收藏到…
        </QuietButton>
      )}
      <QuietButton icon="copy" onPress={() => onCopy(items)}>
        复制到…
      </QuietButton>
      {actions && (
        <QuietButton icon="tag" onPress={() => actions.onTag(items)}>
          标签
        </QuietButton>
      )}
      {actions && (
        <QuietButton icon="folder" onPress={() => actions.onMove(items)}>
          移动
        </QuietButton>
      )}
      {actions && items.every(isRetryable) && (
        <QuietButton icon="retry" onPress={runAndClear(actions.onRetry)}>
          重新读取
        </QuietButton>
      )}
      {actions?.onTakeOut && (
        <QuietButton icon="close" onPress={runAndClear(actions.onTakeOut)}>
          移出文件夹
        </QuietButton>
      )}
      {actions && (
        <QuietButton icon="trash" onPress={runAndClear(actions.onRemove)}>
          删除
        </QuietButton>
      )}
      <button type="button" className={buttons.icon} aria-label="取消选择" onClick={clear}>
        <Icon name="close" size={16} />
      </button>
    </section>
  )
}
