import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchSources } from '../../search/search-sources.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { EarlierManuscripts } from './earlier-manuscripts.tsx'
import styles from './form.module.css'
import { setDraft, setWorks, useManuscript } from './manuscript.state.ts'
import { startMatching } from './match-sentences.ts'
import { OwnWorks } from './own-works.tsx'
import { readFileText } from './read-file.ts'
import { ScopeChoice } from './scope-choice.tsx'

const MAX_TEXT_CHARS = 200_000
/** Files with bibliographic records are not manuscripts; they are works of one's own. */
const RECORD_FILE = /\.(?:bib|ris|enw|nbib)$/i

/** Renders the input of a manuscript: pasted, typed, or from a file. */
export function ManuscriptForm() {
  const { draft, engines } = useManuscript()
  const [refusal, setRefusal] = useState<string>()
  const [isReading, setReading] = useState(false)
  const navigate = useNavigate()
  const begin = (event?: FormEvent) => {
    event?.preventDefault()
    if (draft.trim() === '' || isReading) return
    void startMatching()
    void navigate('/aiCitation/citationResult')
  }
  const read = async ([file]: File[]) => {
    if (!file) return
    setReading(true)
    setRefusal(undefined)
    const { text, problem } = await readFileText(file)
    setReading(false)
    setRefusal(problem)
    if (text !== undefined && RECORD_FILE.test(file.name)) setWorks(text)
    else if (text !== undefined) setDraft(text.slice(0, MAX_TEXT_CHARS))
  }
  return (
    <>
      <form className={styles.form} onSubmit={begin}>
        <textarea
          className={styles.list}
          aria-label="文稿"
          value={draft}
          maxLength={MAX_TEXT_CHARS}
          rows={14}
          placeholder="粘贴一段或一篇文稿，中文英文都可以。已有的 [1]、(Wang, 2020)、\cite{key} 会保持不动；文末若有参考文献，会一并编号"
          onChange={({ target }) => setDraft(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) begin(event)
          }}
        />
        <FileDrop
          note=".docx、.md、.tex、.txt，或自己文献的 .bib、.ris；文件只用来读出文字，不会保存"
          accept=".docx,.md,.markdown,.tex,.txt,.bib,.ris,.enw,.nbib,.rdf"
          multiple={false}
          onFiles={(files) => void read(files)}
        />
        <OwnWorks />
        {isReading && <Notice>正在读取文件…</Notice>}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <SearchSources chosen={engines} onChange={(chosen) => useManuscript.setState({ engines: chosen })} />
        {engines.some((id) => id !== 'local') && (
          <p className={styles.quiet}>
            需要出处的句子会发给选中的检索来源，每句约需几秒；采纳的会收入本馆文献。
          </p>
        )}
        <div className={styles.foot}>
          <ScopeChoice />
          <span className={styles.quiet}>{draft.length > 0 && `${formatCount(draft.length)} 字`}</span>
          <ActionButton
            name="开始配引文"
            primary
            off={draft.trim() === '' || isReading}
            onPress={() => begin()}
          />
        </div>
      </form>
      <EarlierManuscripts />
    </>
  )
}
