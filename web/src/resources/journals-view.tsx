import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import chips from '../ui/buttons/buttons.module.css'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { Panel } from '../ui/dialogs/panel.tsx'
import fields from '../ui/fields/field.module.css'
import { SearchField } from '../ui/fields/search-field.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import side from '../ui/side-screen.module.css'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { ClassTree, classPath } from './class-tree.tsx'
import { type JournalSort, journalSorts, useJournalAddress } from './journal-address.ts'
import { JournalRow, shownFigures, useFollowedJournals } from './journal-row.tsx'
import styles from './resources.module.css'

/** Number of journals on a page. */
const PAGE_SIZE = 20

/** Longest text that the search for journals accepts, in characters. */
const MAX_QUERY_CHARS = 300

/**
 * Renders the journals of the library, which can be narrowed by class, by the first letter of the title, and by words
 * of it or an ISSN. All choices are in the address. In narrow windows the classes are in a drawer.
 */
export function JournalsView() {
  const { address, go } = useJournalAddress()
  const [classesOpen, setClassesOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing a class closes the drawer
  useEffect(() => setClassesOpen(false), [address.class_code])
  return (
    <>
      <div className={side.columns}>
        <aside className={side.side} aria-label="期刊分类">
          <ClassTree />
        </aside>
        <div className={side.main}>
          <div className={styles.tools}>
            <span className={side.opener}>
              <QuietButton icon="filter" onPress={() => setClassesOpen(true)}>
                分类
              </QuietButton>
            </span>
            {/* The key replaces the typed text when the query changes elsewhere, as 清除条件 does. */}
            <SearchField
              key={address.query}
              className={styles.search}
              label="查找期刊"
              placeholder="刊名或 ISSN"
              maxLength={MAX_QUERY_CHARS}
              value={address.query}
              onSearch={(query) => go({ query })}
            />
            <SortChoice />
          </div>
          <LetterIndex />
          <JournalList />
        </div>
      </div>
      {classesOpen && (
        <Panel title="期刊分类" width={360} side onClose={() => setClassesOpen(false)}>
          <ClassTree />
        </Panel>
      )}
    </>
  )
}

/** Renders the choice of the order of the journals. */
function SortChoice() {
  const { address, go } = useJournalAddress()
  return (
    <select
      className={fields.choice}
      aria-label="排序"
      value={address.sort}
      // The options are exactly these sort orders.
      onChange={({ target }) => go({ sort: target.value as JournalSort })}
    >
      {journalSorts.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Renders how many journals there are, what narrows them, and one page of them. */
function JournalList() {
  const { address, go } = useJournalAddress()
  const { query, class_code, letter, sort, page } = address
  const journals = useRead(
    api.papers.journals,
    { query, class_code, letter, sort, page_num: page, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  const { isFollowed, toggle } = useFollowedJournals()
  const isNarrowed = query !== '' || class_code !== '' || letter !== ''
  const clear = () => go({ query: '', class_code: '', letter: '' })
  return (
    <>
      <div className={styles.state}>
        <span className={styles.total}>{journals.data ? `${formatCount(journals.data.total)} 种` : ''}</span>
        <ChosenClass />
        {isNarrowed && <QuietButton onPress={clear}>清除条件</QuietButton>}
      </div>
      <ReadView
        of={journals}
        what="期刊"
        isEmpty={({ total }) => total === 0}
        empty={
          isNarrowed
            ? { title: '没有找到符合条件的期刊', action: { name: '清除条件', run: clear } }
            : { title: '本馆文献中还没有期刊', note: '管理员导入文献后，期刊会列在这里' }
        }
      >
        {({ list, total }) => (
          <>
            {list.map((journal) => (
              <JournalRow
                key={journal.id}
                journal={journal}
                shown={shownFigures(list)}
                followed={isFollowed(journal.title)}
                onFollow={() => toggle(journal.title)}
              />
            ))}
            <Pages page={page} size={PAGE_SIZE} total={total} onPage={(to) => go({ page: to })} />
          </>
        )}
      </ReadView>
    </>
  )
}

/**
 * Renders the class that narrows the list as a button, which removes that filter: the class with its ancestors, 工学 /
 * 计算机科学与技术, or its code until the classes are loaded. Renders nothing when no class is chosen.
 */
function ChosenClass() {
  const { address, go } = useJournalAddress()
  const classes = useRead(api.papers.journalClasses, {})
  if (!address.class_code) return null
  // A code belongs to one classification only, so that all others add nothing to the path.
  const path = (classes.data ?? []).flatMap(({ children }) => classPath(children, address.class_code))
  const name = path.map((journalClass) => journalClass.name).join(' / ') || address.class_code
  return (
    <button
      type="button"
      className={chips.chip}
      aria-label={`去掉分类：${name}`}
      onClick={() => go({ class_code: '' })}
    >
      {name}
      <Icon name="close" size={14} />
    </button>
  )
}

/** The first letters of titles; of Chinese titles those of their pinyin. `#` stands for titles that begin otherwise. */
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']

/** Renders the first letters of titles; pressing one lists only its journals, pressing it again or 全部 lists all. */
function LetterIndex() {
  const { address, go } = useJournalAddress()
  return (
    <fieldset className={styles.letters}>
      <legend className="sr-only">刊名首字母（中文按拼音）</legend>
      <Letter name="全部" chosen={address.letter === ''} onChoose={() => go({ letter: '' })} />
      {LETTERS.map((letter) => (
        <Letter
          key={letter}
          name={letter}
          chosen={address.letter === letter}
          onChoose={() => go({ letter: address.letter === letter ? '' : letter })}
        />
      ))}
    </fieldset>
  )
}

/** Renders an initial as a button; `#` stands for all titles that begin with no letter. */
function Letter({ name, chosen, onChoose }: { name: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={name === '#' ? '其他' : undefined}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}
