import { MAX_REFERENCE_LIST_CHARS } from '@scinav/contract'
import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { SearchSources } from '../search/search-sources.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { formatCount } from '../ui/figures.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LongWork } from '../ui/views/long-work.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { setListText, setOutsideEngines, startCheck, useCheck } from './check.state.ts'
import styles from './manuscript/form.module.css'
import { clearNamedList, useNamedList } from './named-list.state.ts'
import { readDocumentList } from './read-list.ts'
import { useLoadList } from './use-load-list.ts'

const DocumentPicker = lazyPart(() =>
  import('../chat/attachments/document-picker.tsx').then((m) => m.DocumentPicker),
)

/** Renders the input of a reference list: pasted, typed, from a file, or of a document the user may read. */
export function CheckForm() {
  const { text, outside, isRunning, problem } = useCheck()
  const { progress, told, takeListed, takeFile, cancel, forget } = useLoadList()
  const wanted = useNamedList((named) => named.wanted)
  const [picks, setPicks] = useState(false)
  const isReading = progress !== undefined
  const begin = (event?: FormEvent) => {
    event?.preventDefault()
    forget()
    if (text.trim() !== '' && !isRunning && !isReading) void startCheck()
  }
  const takeDocument = (document_id: string) =>
    void takeListed((reading) => readDocumentList({ document_id }, reading))
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every list that the address names
  useEffect(() => {
    if (!wanted) return
    void takeListed((reading) => readDocumentList(wanted, reading)).then((isOver) => {
      if (isOver) clearNamedList(wanted)
    })
  }, [wanted])
  return (
    <>
      <form className={styles.form} onSubmit={begin}>
        <textarea
          className={styles.list}
          aria-label="参考文献清单"
          value={text}
          maxLength={MAX_REFERENCE_LIST_CHARS}
          rows={14}
          placeholder={
            '粘贴参考文献，每条一行或用 [1] 编号；GB/T 7714、APA、IEEE 等格式都可以，也可以是 BibTeX、RIS 或一行一个 DOI'
          }
          onChange={({ target }) => setListText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) begin(event)
          }}
        />
        <FileDrop
          note=".pdf、.docx、.bib、.ris、.txt；论文和文稿里只取文末的参考文献，内容只用来核对，读完就删除"
          accept=".pdf,.bib,.ris,.txt,.enw,.nbib,.rdf,.json,.xml,.ciw,.net,.md,.tex,.docx"
          multiple={false}
          onFiles={([file]) => file && void takeFile(file)}
        />
        <div className={styles.pick}>
          <QuietButton icon="library" onPress={() => setPicks(true)}>
            从知识库选文件
          </QuietButton>
        </div>
        {progress && <LongWork title="正在读取参考文献" {...progress} onCancel={cancel} />}
        {told && <Notice tone={told.tone}>{told.text}</Notice>}
        <SearchSources
          chosen={['local', ...outside]}
          always="local"
          onChange={(chosen) => setOutsideEngines(chosen.filter((id) => id !== 'local'))}
        />
        {outside.length > 0 && (
          <p className={styles.quiet}>
            本馆文献中没有的条目会把题名或标识符发给选中的检索来源，每条约需几秒；清单其余内容不会发出。
          </p>
        )}
        {problem && !told && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.foot}>
          <span className={styles.quiet}>{text.length > 0 && `${formatCount(text.length)} 字`}</span>
          <ActionButton
            name="开始核对"
            primary
            busy={isRunning || isReading}
            off={text.trim() === ''}
            onPress={() => begin()}
          />
        </div>
      </form>
      {picks && (
        <Suspense>
          <DocumentPicker
            dataset_id={undefined}
            single
            action="读取清单"
            onChoose={([document]) => document && takeDocument(document.id)}
            onClose={() => setPicks(false)}
          />
        </Suspense>
      )}
    </>
  )
}
