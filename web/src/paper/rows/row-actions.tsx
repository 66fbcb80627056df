import type { ReactNode } from 'react'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { usePaperAddress } from '../addresses.ts'
import { plainText } from '../highlight/markup.ts'
import { useQuickKeep } from '../keep/use-quick-keep.ts'
import { type Paper, pdfAddress } from '../paper.ts'
import { citePapers, findFullText } from '../paper-action.state.ts'
import styles from './paper-row.module.css'

interface Props {
  paper: Paper
  /** Whether the whole abstract is shown. */
  open: boolean
  onToggle: () => void
  compact: boolean
  children: ReactNode
}

/** Renders the actions on one paper; visible on hover, with the focus inside, and always on touch devices. */
export function PaperRowActions({ paper, open, onToggle, compact, children }: Props) {
  const address = usePaperAddress()
  const title = plainText(paper.title)
  const pdf = pdfAddress(paper)
  const isKept = paper.dataset_ids.length > 0
  const keep = useQuickKeep()
  const hasAbstract = Boolean(paper.abstract ?? paper.abstract_zh)
  return (
    <div className={styles.actions}>
      {children}
      {pdf && (
        <OutsideLink to={pdf} icon="file" label={`PDF：${title}`}>
          PDF
        </OutsideLink>
      )}
      {!pdf && (
        <QuietButton icon="library" onPress={() => findFullText(paper.id)} label={`查找全文：${title}`}>
          <span>
            <span className={styles.roomy}>查找</span>全文
          </span>
        </QuietButton>
      )}
      {hasAbstract && !compact && (
        <QuietButton onPress={onToggle} expanded={open} label={`${open ? '收起' : '展开'}摘要：${title}`}>
          {open ? '收起' : '展开'}
        </QuietButton>
      )}
      <QuietButton onPress={() => address.open(paper.id, 'related')} label={`相关文献：${title}`}>
        相关
      </QuietButton>
      <QuietButton icon="quote" onPress={() => citePapers([paper.id])} label={`引用：${title}`}>
        引用
      </QuietButton>
      <QuietButton
        icon={isKept ? 'bookmarked' : 'bookmark'}
        pressed={isKept}
        onPress={() => keep(paper)}
        label={`${isKept ? '已收藏，更改清单' : '收藏'}：${title}`}
      >
        {isKept ? '已收藏' : '收藏'}
      </QuietButton>
    </div>
  )
}
