import { plainText } from '../paper/highlight/markup.ts'
import { PaperRow } from '../paper/rows/paper-row.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type FileEdits, FileRow, type ListRowProps } from './files/file-row.tsx'
import styles from './list/view.module.css'
import { TagChips } from './tags/tag-chips.tsx'

/** The actions on one document; those of `FileEdits` apply to files. */
export interface DocumentRowActions extends FileEdits {
  onMove: () => void
  /** Takes the document out of the open folder; without one, moves it to the bin. */
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
}

interface Props extends ListRowProps {
  /** Absent when the user may only read. */
  actions?: DocumentRowActions
}

/** Renders one document of a list, as its paper or its file. */
export function DocumentRow({ document, menu, creator, onTag, actions, ...rest }: Props) {
  return (
    <li
      data-row={document.id}
      draggable={actions !== undefined}
      onDragStart={actions?.onDragStart}
      onDragEnd={actions?.onDragEnd}
    >
      {document.type === 'file' ? (
        <FileRow document={document} menu={menu} creator={creator} onTag={onTag} edits={actions} {...rest} />
      ) : (
        <RecordRow document={document} onTag={onTag} {...rest} {...(actions && { actions })} />
      )}
    </li>
  )
}

/** Renders a document that is the record of a paper. */
function RecordRow({
  document,
  selected,
  onSelect,
  current,
  onTag,
  actions,
}: Omit<Props, 'menu' | 'creator'>) {
  const name = plainText(document.title)
  const added = (
    <>
      <RelativeTime at={document.created_at} />
      加入
    </>
  )
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
  if (document.paper)
    return (
      <PaperRow
        paper={document.paper}
        selected={selected}
        onSelect={onSelect}
        current={current}
        note={
          <>
            {added}
            <TagChips tags={document.tags} onPress={onTag} />
          </>
        }
        actions={buttons}
      />
    )
  return (
    <div className={styles.file} data-selected={selected} data-current={current}>
      <input
        type="checkbox"
        aria-label={`选择 ${name}`}
        checked={selected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <Icon name="file" />
      <div className={styles.fileWords}>
        <h3>{name}</h3>
        <p>这篇已不在本馆文献中 · {added}</p>
      </div>
      {buttons}
    </div>
  )
}
