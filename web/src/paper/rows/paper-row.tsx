import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { usePaperAddress } from '../addresses.ts'
import { Highlighted, snippetOf } from '../highlight/highlighted.tsx'
import { plainText } from '../highlight/markup.ts'
import { useQuickKeep } from '../keep/use-quick-keep.ts'
import { langOf, type Mark, type Paper, pdfAddress } from '../paper.ts'
import { citePapers, findFullText } from '../paper-action.state.ts'
import { PaperAuthors, PaperFacts } from './paper-facts.tsx'
import styles from './paper-row.module.css'
import { TranslateButton, Translation, useTranslation } from './translation.tsx'

interface Props {
  paper: Paper
  /** Search hits, as offsets into the paper's fields. */
  highlights?: readonly Mark[]
  /** Whether only the title and the facts are shown. */
  compact?: boolean
  /** Whether the abstract is left out until the reader expands it. */
  brief?: boolean
  /** Called when the row is selected or not any more; when absent, it has no checkbox. */
  onSelect?: ((selected: boolean) => void) | undefined
  selected?: boolean
  /** Whether the keyboard shortcuts act on this row. */
  current?: boolean
  /** Whether it is marked as new. */
  isNew?: boolean
  /** Why it is listed. */
  note?: ReactNode
  /** Additional actions, shown before those that every row has. */
  actions?: ReactNode
  /** As in `PaperAuthors`. */
  askWhich?: ComponentProps<typeof PaperAuthors>['askWhich']
}

/** Renders one paper in a list. Its title opens the paper over the screen. */
export function PaperRow({ paper, highlights = [], compact = false, brief = compact, ...rest }: Props) {
  const { onSelect, selected = false, current = false, isNew = false, note, actions, askWhich } = rest
  const [open, setOpen] = useState(false)
  const translation = useTranslation(paper)
  const titleId = useId()
  const { searchOf, paper: shown } = usePaperAddress()
  const marksOf = (field: string) => highlights.filter((mark) => mark.field === field)
  return (
    <article
      className={styles.hit}
      data-paper={paper.id}
      data-selected={selected}
      data-current={current}
      data-open={shown === paper.id}
      data-quiet={paper.status === 'retracted'}
      aria-labelledby={titleId}
    >
      {onSelect && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={`选择 ${plainText(paper.title)}`}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      )}
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link
            id={titleId}
            className={styles.fold}
            to={{ search: searchOf(paper.id) }}
            lang={langOf(paper.title, paper.language)}
          >
            <Highlighted text={paper.title} marks={marksOf('title')} />
          </Link>
        </h3>
        {!compact && paper.title_zh && (
          <p className={styles.second} lang="zh">
            <Highlighted text={paper.title_zh} marks={marksOf('title_zh')} />
          </p>
        )}
        <PaperFacts paper={paper} isNew={isNew} />
        {!compact && <PaperAuthors paper={paper} askWhich={askWhich} />}
        {paper.status === 'retracted' && <p className={styles.say}>这篇文献已被撤稿，引用前请核对声明。</p>}
        {(!brief || open) && <AbstractLines paper={paper} marks={highlights} open={open} />}
        <Translation translation={translation} />
        {note && <p className={styles.note}>{note}</p>}
        <PaperRowActions paper={paper} open={open} onToggle={() => setOpen((now) => !now)} compact={compact}>
          {actions}
          {!compact && <TranslateButton paper={paper} translation={translation} />}
        </PaperRowActions>
      </div>
    </article>
  )
}

/** Renders two lines of the abstract around the first hit, or the whole abstract. */
function AbstractLines({ paper, marks, open }: { paper: Paper; marks: readonly Mark[]; open: boolean }) {
  if (open) {
    const texts = (['abstract_zh', 'abstract'] as const).filter((field) => paper[field])
    return texts.map((field) => (
      <p key={field} className={styles.abstract} lang={langOf(paper[field] ?? '', paper.language)}>
        <Highlighted text={paper[field] ?? ''} marks={marks.filter((mark) => mark.field === field)} />
      </p>
    ))
  }
  const snippet = snippetOf(paper, marks)
  if (!snippet) return null
  return (
    <p className={styles.abstract} data-folded="true" lang={langOf(snippet.text, paper.language)}>
      {snippet.from > 0 && '…'}
      <Highlighted text={snippet.text} marks={snippet.marks} from={snippet.from} />
    </p>
  )
}

interface PaperRowActionsProps {
  paper: Paper
  /** Whether the whole abstract is shown. */
  open: boolean
  onToggle: () => void
  compact: boolean
  children: ReactNode
}

/** Renders the actions on one paper; visible on hover, with the focus inside, and always on touch devices. */
function PaperRowActions({ paper, open, onToggle, compact, children }: PaperRowActionsProps) {
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
