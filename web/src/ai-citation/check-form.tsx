import { type FormEvent, useState } from 'react'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { count } from '../ui/figures.ts'
import { Notice } from '../ui/views/notice.tsx'
import { beginCheck, useCheck, writeList } from './check.state.ts'
import styles from './manuscript/form.module.css'

const MOST = 400_000

/** Takes a list of references: pasted, typed, or from a text file. */
export function CheckForm() {
  const { text, isRunning, problem } = useCheck()
  const [refusal, setRefusal] = useState<string>()
  const begin = (event?: FormEvent) => {
    event?.preventDefault()
    setRefusal(undefined)
    if (text.trim() !== '' && !isRunning) void beginCheck()
  }
  const read = async ([file]: File[]) => {
    if (!file) return
    if (file.size > MOST * 2) return setRefusal('文件超过 800 KB，请分几次核对')
    writeList((await file.text()).slice(0, MOST))
    setRefusal(undefined)
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
        note=".bib、.ris、.txt 等文本文件；内容只用来核对，不会保存"
        accept=".bib,.ris,.txt,.enw,.nbib"
        multiple={false}
        onFiles={(files) => void read(files)}
      />
      {(refusal ?? problem) && <Notice tone="bad">{refusal ?? problem}</Notice>}
      <div className={styles.foot}>
        <span className={styles.quiet}>{text.length > 0 && `${count(text.length)} 字`}</span>
        <ActionButton
          name="开始核对"
          primary
          busy={isRunning}
          off={text.trim() === ''}
          onPress={() => begin()}
        />
      </div>
    </form>
  )
}
