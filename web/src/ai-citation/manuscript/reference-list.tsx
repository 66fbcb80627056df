import { api, type NationalOptions } from '@scinav/contract'
import { useState } from 'react'
import { callFile } from '../../api/call-file.ts'
import { useRead } from '../../api/use-read.ts'
import { NationalOptionFields } from '../../paper/cite/national-options.tsx'
import { copyText } from '../../ui/copy-text.ts'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './manuscript.module.css'
import { removePaperEverywhere } from './manuscript.state.ts'
import {
  type CitedList,
  type CitedListState,
  type CitedSource,
  DEFAULT_IN_TEXT_WORDS,
  type InTextWords,
  inTextWordsOptions,
} from './use-cited-list.ts'

interface Props extends CitedListState {
  /** Id of the citation style. */
  style: string
  onStyle: (style: string) => void
}

/** Renders the formatted reference list, with the ways to copy it or export it with the text. */
export function ReferenceList({
  composed,
  sources,
  list,
  failure,
  style,
  onStyle,
  inTextWords,
  chooseInTextWords,
  national,
  chooseNational,
}: Props) {
  const entries = mergeSameEntries(list?.list ?? [])
  const missingCount = list?.missing.length ?? 0
  return (
    <section className={styles.references} aria-label="参考文献">
      <div className={styles.row}>
        <h2>
          参考文献 <span className={styles.quiet}>{formatCount(entries.length)} 条，按首次出现编号</span>
        </h2>
        <StyleChoice style={style} onStyle={onStyle} />
        {AUTHOR_DATE_STYLE.test(style) && (
          <InTextWordsChoice words={inTextWords} onWords={chooseInTextWords} />
        )}
        {entries.length > 0 && (
          <button type="button" className={styles.link} onClick={() => void copyEntries(entries)}>
            复制
          </button>
        )}
        <Exports text={composed} sources={sources} style={style} words={inTextWords} national={national} />
      </div>
      {style.startsWith('gb-') && (
        <details className={styles.quiet}>
          <summary>国标选项</summary>
          <NationalOptionFields style={style} options={national} onChange={chooseNational} />
        </details>
      )}
      {failure && <Notice tone="bad">参考文献没有排出来：{failure}</Notice>}
      {missingCount > 0 && (
        <Notice tone="warning">{missingCount} 篇已不在本馆文献中，文中保留了原来的标记。</Notice>
      )}
      {entries.length === 0 && !failure && (
        <p className={styles.quiet}>采纳文献后，这里按首次出现编号列出。</p>
      )}
      <EntryList entries={entries} sources={sources} />
    </section>
  )
}

/** The entries of the printed list. */
type ListEntries = CitedList['list']

/** Copies the entries to the clipboard, one a line, and says whether that succeeded. */
async function copyEntries(entries: ListEntries): Promise<void> {
  const copied = await copyText(entries.map(({ entry }) => entry).join('\n'))
  if (copied) toast(`已复制 ${entries.length} 条`)
  else toast('浏览器不允许复制，请选中文字后按 Ctrl C', { tone: 'bad' })
}

/** Renders the choice of the citation style. */
function StyleChoice({ style, onStyle }: Pick<Props, 'style' | 'onStyle'>) {
  const { data } = useRead(api.citation.styles, {})
  return (
    <select
      className={fields.choice}
      aria-label="引用格式"
      value={style}
      onChange={({ target }) => onStyle(target.value)}
    >
      {(data?.styles ?? [{ id: style, name: '默认格式' }]).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Renders the entries in their order, each with a button that removes its citations from the text. */
function EntryList({ entries, sources }: { entries: ListEntries; sources: CitedSource[] }) {
  const sourcesByKey = new Map(sources.map((source) => [source.key, source]))
  return (
    <ol>
      {entries.map(({ key, entry }) => {
        // An entry of the manuscript's own list (see `ownKey`) can be removed only in the text itself.
        const isOwn = key.startsWith('own-')
        return (
          <li key={key}>
            <span>{entry}</span>
            {isOwn ? (
              <span className={styles.quiet}>原有</span>
            ) : (
              <button
                type="button"
                className={styles.link}
                aria-label={`移除：${entry}`}
                onClick={() => removePaperEverywhere(sourcesByKey.get(key)?.paper_id ?? key)}
              >
                移除
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Matches the styles of GB/T 7714 that name authors in the text: `gb-2015-author-date`. */
const AUTHOR_DATE_STYLE = /^gb-.*author-date$/

/** Keeps one of several keys with the same mark and entry, such as a paper that the manuscript cited already. */
const mergeSameEntries = (list: CitedList['list']): CitedList['list'] => [
  ...new Map(list.map((each) => [`${each.mark} ${each.entry}`, each])).values(),
]

/** The formats of an export, each with the name of the saved file. */
const exportFormats = [
  { id: 'docx', name: 'DOCX', file: '文稿.docx' },
  { id: 'md', name: 'Markdown', file: '文稿.md' },
  { id: 'tex', name: 'TeX', file: '文稿.tex' },
  { id: 'bibtex', name: 'BibTeX', file: '参考文献.bib' },
  { id: 'ris', name: 'RIS', file: '参考文献.ris' },
] as const

interface InTextWordsChoiceProps {
  words: InTextWords
  onWords: (words: InTextWords) => void
}

/** Renders the choice of the wording of citations that name authors in the text. */
function InTextWordsChoice({ words, onWords }: InTextWordsChoiceProps) {
  return (
    <select
      className={fields.choice}
      aria-label="文中引用的用词"
      value={words}
      onChange={({ target }) =>
        onWords(inTextWordsOptions[target.selectedIndex]?.value ?? DEFAULT_IN_TEXT_WORDS)
      }
    >
      {inTextWordsOptions.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface ExportsProps {
  /** The text with its citations as `[@key]`. */
  text: string
  sources: CitedSource[]
  style: string
  words: InTextWords
  national: NationalOptions
}

/** Renders the buttons that save the cited text, or its reference list, as a file. */
function Exports({ text, sources, style, words, national }: ExportsProps) {
  /** Id of the format being exported. */
  const [exportedFormat, setExportedFormat] = useState<string>()
  const exportText = async ({ id: format, file }: (typeof exportFormats)[number]) => {
    setExportedFormat(format)
    const answer = await callFile(api.citing.write, {
      text,
      sources,
      style,
      national,
      in_text_words: words,
      format,
    })
    setExportedFormat(undefined)
    if (!answer.success) return toast(`没有导出：${answer.message}`, { tone: 'bad' })
    saveFile(answer.data instanceof Blob ? answer.data : answer.data.text, file)
    toast(`已导出 ${file}`)
  }
  return (
    <>
      {exportFormats.map((format) => (
        <button
          key={format.id}
          type="button"
          className={styles.link}
          disabled={exportedFormat !== undefined}
          onClick={() => void exportText(format)}
        >
          {format.name}
        </button>
      ))}
    </>
  )
}
