import { plainText } from '../paper/highlight/markup.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { fileSize } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { ListDocument } from './lists.ts'
import styles from './view.module.css'

interface Props {
  document: ListDocument
  selected: boolean
  onSelect: (selected: boolean) => void
  current: boolean
  /** Missing where the person may only read. */
  actions?: { onMove: () => void; onRemove: () => void; onDragStart: () => void; onDragEnd: () => void }
}

/** One document of a list: its paper, or the file it is. */
export function DocumentRow({ document, selected, onSelect, current, actions }: Props) {
  const name = plainText(document.paper?.title ?? document.name)
  const buttons = actions && (
    <>
      <QuietButton icon="folder" onPress={actions.onMove} label={`移动：${name}`}>
        移动
      </QuietButton>
      <QuietButton icon="trash" onPress={actions.onRemove} label={`移除：${name}`}>
        移除
      </QuietButton>
    </>
  )
  const added = (
    <>
      <RelativeTime at={document.created_at} />
      加入
    </>
  )
  return (
    <li
      data-row={document.id}
      draggable={actions !== undefined}
      onDragStart={actions?.onDragStart}
      onDragEnd={actions?.onDragEnd}
    >
      {document.paper ? (
        <PaperRow
          paper={document.paper}
          selected={selected}
          onSelect={onSelect}
          current={current}
          note={added}
          actions={buttons}
        />
      ) : (
        <div className={styles.file} data-selected={selected} data-current={current}>
          <input
            type="checkbox"
            aria-label={`选择 ${name}`}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
          <Icon name="file" />
          <div className={styles.fileWords}>
            <h3>{document.name}</h3>
            <p>
              {document.type === 'file' ? fileSize(document.size_bytes) : '这篇文献已不在文献库里'} · {added}
            </p>
          </div>
          {buttons}
        </div>
      )}
    </li>
  )
}
