import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { recordFacts } from '../../paper/file-record/record.ts'
import { plainText } from '../../paper/highlight/markup.ts'
import { langOf } from '../../paper/paper.ts'
import { PaperPicker, type PickedPaper } from '../../paper/rows/paper-picker.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { PlainPanel } from '../../ui/dialogs/plain-panel.tsx'
import { useReading } from '../state/reading.state.ts'
import { MAX_TEXTS, useReadingAddress } from '../state/reading-address.ts'
import { isSame, type ReadingTarget } from '../state/target.ts'
import styles from './list.module.css'
import { type ReadingItem, UNREADABLE_TITLE } from './use-reading-items.ts'

interface Props {
  items: readonly ReadingItem[]
  current: ReadingTarget
}

/** Renders the reading list: one text is open, all can be compared, others can be added. */
export function ReadingList({ items, current }: Props) {
  const { address, compare } = useReadingAddress()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <h2>
          正在阅读<span>{items.length}</span>
        </h2>
        {items.length > 1 && (
          <QuietButton
            icon="columns"
            label="按方面对照"
            pressed={address.compares}
            onPress={() => compare(!address.compares)}
          />
        )}
        {items.length < MAX_TEXTS && (
          <QuietButton icon="plus" label="添加文献" onPress={() => setAdding(true)} />
        )}
      </header>
      <ul className={styles.rows}>
        {items.map((item) => (
          <ItemRow key={item.key} item={item} isOpen={!address.compares && isSame(item.target, current)} />
        ))}
      </ul>
      {isAdding && <AddDialog items={items} onClose={() => setAdding(false)} />}
    </div>
  )
}

function ItemRow({ item, isOpen }: { item: ReadingItem; isOpen: boolean }) {
  const { address, open, remove } = useReadingAddress()
  const page = useReading((state) => (isOpen ? state.page : 0))
  const { target } = item
  // A document given only by its id gets its title from the opened text.
  const read = useRead(api.reading.open, target, { enabled: item.title === '' && !target.paper_id })
  const title = item.title || plainText(read.data?.title ?? '') || (read.error ? UNREADABLE_TITLE : '…')
  const document = read.data?.document
  const about = item.about || (document ? recordFacts(document).slice(0, 2).join(' · ') : '')
  // Documents of a dataset that the address names as a whole cannot be removed one by one.
  const isNamed = address.list.some((other) => isSame(other, target))
  return (
    <li className={styles.row} data-open={isOpen}>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => {
          useReading.setState({ pane: 'desk' })
          open(target)
        }}
      >
        <strong lang={langOf(title)}>{title}</strong>
        <span className={styles.about}>
          {[about, page > 0 && !read.error && `第 ${page} 页`].filter(Boolean).join(' · ')}
        </span>
      </button>
      {isNamed && address.list.length > 1 && (
        <QuietButton icon="close" label={`从清单里拿走：${title}`} onPress={() => remove(target)} />
      )}
    </li>
  )
}

/** Renders the dialog that adds papers to the reading list. */
function AddDialog({ items, onClose }: { items: readonly ReadingItem[]; onClose: () => void }) {
  const { add } = useReadingAddress()
  const [papers, setPapers] = useState<PickedPaper[]>([])
  const addAndClose = () => {
    add(papers.map(({ id }) => ({ paper_id: id })))
    onClose()
  }
  return (
    <PlainPanel title="添加文献" width={560} onClose={onClose}>
      <PaperPicker
        label="一起阅读的文献"
        max={MAX_TEXTS - items.length}
        papers={papers}
        onChange={setPapers}
      />
      <ActionButton
        name={papers.length > 0 ? `添加这 ${papers.length} 篇` : '添加'}
        primary
        off={papers.length === 0}
        onPress={addAndClose}
      />
    </PlainPanel>
  )
}
