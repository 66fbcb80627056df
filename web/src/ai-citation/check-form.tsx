import { splitManuscript } from '@scinav/contract/cited-text'
import { type FormEvent, useState } from 'react'
import { SearchSources } from '../search/search-sources.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { count } from '../ui/figures.ts'
import { Notice } from '../ui/views/notice.tsx'
import { askOutside, beginCheck, useCheck, writeList } from './check.state.ts'
import styles from './manuscript/form.module.css'
import { textOf } from './manuscript/read-file.ts'

const MOST = 400_000

/** Takes a list of references: pasted, typed, or from a text file. */
export function CheckForm() {
  const { text, outside, isRunning, problem } = useCheck()
  const [refusal, setRefusal] = useState<string>()
  const [isReading, setReading] = useState(false)
  const begin = (event?: FormEvent) => {
    event?.preventDefault()
    setRefusal(undefined)
    if (text.trim() !== '' && !isRunning) void beginCheck()
  }
  const read = async ([file]: File[]) => {
    if (!file) return
    setReading(true)
    const { text: whole, problem } = await textOf(file)
    setReading(false)
    setRefusal(problem)
    if (whole === undefined) return
    const { references } = splitManuscript(whole)
    writeList((references.trim() === '' ? whole : references).slice(0, MOST))
  }
  return (
    <form className={styles.form} onSubmit={begin}>
      <textarea
        className={styles.list}
        aria-label="参考文献清单"
        value={text}
        maxLength={MOST}
        rows={14}
        placeholder={
          '粘贴参考文献，每条一行或用 [1] 编号；GB/T 7714、APA、IEEE 等格式都可以，也可以是 BibTeX、RIS 或一行一个 DOI'
        }
        onChange={({ target }) => writeList(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) begin(event)
        }}
      />
      <FileDrop
        note=".bib、.ris、.txt、.docx；文稿里只取文末的参考文献，内容只用来核对，不会保存"
        accept=".bib,.ris,.txt,.enw,.nbib,.md,.tex,.docx"
        multiple={false}
        onFiles={(files) => void read(files)}
      />
      <SearchSources
        chosen={['local', ...outside]}
        always="local"
        onChange={(chosen) => askOutside(chosen.filter((id) => id !== 'local'))}
      />
      {outside.length > 0 && (
        <p className={styles.quiet}>
          馆藏没有的条目会把题名或标识符发给选中的外部来源，每条约需几秒；清单其余内容不会发出。
        </p>
      )}
      {(refusal ?? problem) && <Notice tone="bad">{refusal ?? problem}</Notice>}
      <div className={styles.foot}>
        <span className={styles.quiet}>{text.length > 0 && `${count(text.length)} 字`}</span>
        <ActionButton
          name="开始核对"
          primary
          busy={isRunning || isReading}
          off={text.trim() === ''}
          onPress={() => begin()}
        />
      </div>
    </form>
  )
}
