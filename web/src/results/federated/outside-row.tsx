import { type ReactNode, useId, useState } from 'react'
import { Highlighted, snippetOf } from '../../paper/highlight/highlighted.tsx'
import { plainText } from '../../paper/highlight/markup.ts'
import { pdfAddress, publisherAddress } from '../../paper/paper.ts'
import { PaperAuthors, PaperFacts } from '../../paper/rows/paper-facts.tsx'
import styles from '../../paper/rows/paper-row.module.css'
import { OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import type { FederatedHit } from './federated.ts'

interface Props {
  hit: FederatedHit
  selected: boolean
  onSelect: (on: boolean) => void
  /** Called to add the paper to the library. */
  onKeep: () => void
  /** Whether the keyboard shortcuts act on this row. */
  current: boolean
  /** Whether only the title and the facts are shown. */
  compact: boolean
  /** Which engines found it. */
  note: ReactNode
}

/** Renders a paper that the library does not have; its title links to the publisher. */
export function OutsideRow({ hit, selected, onSelect, onKeep, current, compact, note }: Props) {
  /** Whether the whole abstract is shown. */
  const [open, setOpen] = useState(false)
  const titleId = useId()
  // Rows identify a paper by its id, which this one receives only when it is saved.
  const paper = { ...hit, id: hit.key }
  const title = plainText(hit.title)
  const address = publisherAddress(hit)
  const pdf = pdfAddress(hit)
  return (
    <article
      className={styles.hit}
      data-row={hit.key}
      data-selected={selected}
      data-current={current}
      aria-labelledby={titleId}
    >
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`选择 ${title}`}
        checked={selected}
        onChange={({ target }) => onSelect(target.checked)}
      />
      <div className={styles.body}>
        <h3 className={styles.title}>
          {address ? (
            <a
              id={titleId}
              className={styles.fold}
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              title="在新标签页打开出版方页面"
            >
              <Highlighted text={hit.title} marks={[]} />
            </a>
          ) : (
            <span id={titleId} className={styles.fold}>
              <Highlighted text={hit.title} marks={[]} />
            </span>
          )}
        </h3>
        <PaperFacts paper={paper} />
        {!compact && <PaperAuthors paper={paper} />}
        {(!compact || open) && <Abstract paper={paper} open={open} />}
        <p className={styles.note}>{note}</p>
        <div className={styles.actions}>
          {pdf && (
            <OutsideLink to={pdf} icon="file" label={`PDF：${title}`}>
              PDF
            </OutsideLink>
          )}
          {(hit.abstract ?? hit.abstract_zh) && (
            <QuietButton
              onPress={() => setOpen((now) => !now)}
              expanded={open}
              label={`${open ? '收起' : '展开'}摘要：${title}`}
            >
              {open ? '收起' : '展开'}
            </QuietButton>
          )}
          <QuietButton icon="bookmark" onPress={onKeep} label={`收入本馆文献：${title}`}>
            收入本馆文献
          </QuietButton>
        </div>
      </div>
    </article>
  )
}

/** Renders the abstract, folded to a few lines unless `open`; nothing without one. */
function Abstract({ paper, open }: { paper: Parameters<typeof snippetOf>[0]; open: boolean }) {
  const text = snippetOf(paper, [])?.text
  if (!text) return null
  return (
    <p className={styles.abstract} data-folded={!open}>
      <Highlighted text={text} marks={[]} />
    </p>
  )
}
