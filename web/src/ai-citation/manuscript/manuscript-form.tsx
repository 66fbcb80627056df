import { api, MAX_REFERENCE_LIST_CHARS } from '@scinav/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { BaseChoice } from '../../search/base-choice.tsx'
import { SearchSources } from '../../search/search-sources.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from '../text-form/text-form.module.css'
import { TextForm } from '../text-form/text-form.tsx'
import { setDraft, setWorks, useManuscript } from './manuscript.state.ts'
import { startMatching } from './match-sentences.ts'
import { readFileText } from './read-file.ts'
import { openSavedManuscript } from './saved-manuscripts.ts'

/** Maximum length of a manuscript, in characters; the rest of a longer file is cut off. */
const MAX_TEXT_CHARS = 200_000
/** Matches files of bibliographic records, which are works of the user's own rather than a manuscript: `own.bib`. */
const RECORD_FILE = /\.(?:bib|ris|enw|nbib)$/i

/**
 * Renders the input of a manuscript: pasted, typed, or from a file; files of records fill the user's own works instead.
 */
export function ManuscriptForm() {
  const { draft, engines } = useManuscript()
  const [refusal, setRefusal] = useState<string>()
  const [isReading, setReading] = useState(false)
  const navigate = useNavigate()
  const begin = () => {
    if (draft.trim() === '' || isReading) return
    void startMatching()
    void navigate('/aiCitation/citationResult')
  }
  const readFile = async (file: File) => {
    setReading(true)
    setRefusal(undefined)
    const { text, problem } = await readFileText(file)
    setReading(false)
    setRefusal(problem)
    if (text === undefined) return
    const [put, most] = RECORD_FILE.test(file.name)
      ? ([setWorks, MAX_REFERENCE_LIST_CHARS] as const)
      : ([setDraft, MAX_TEXT_CHARS] as const)
    put(text.slice(0, most))
    if (text.length > most) setRefusal(`文件过长，末尾的 ${formatCount(text.length - most)} 字没有放入`)
  }
  return (
    <>
      <TextForm
        label="文稿"
        placeholder="粘贴一段或一篇文稿，中文英文都可以。已有的 [1]、(Wang, 2020)、\cite{key} 会保持不动；文末若有参考文献，会一并编号"
        text={draft}
        maxLength={MAX_TEXT_CHARS}
        onText={setDraft}
        file={{
          note: '.docx、.md、.tex、.txt，或自己文献的 .bib、.ris；文件只用来读出文字，不会保存',
          accept: '.docx,.md,.markdown,.tex,.txt,.bib,.ris,.enw,.nbib,.rdf',
          onFile: (file) => void readFile(file),
        }}
        scope={<ScopeChoice />}
        action={{ name: '开始配引文', off: isReading }}
        onSubmit={begin}
      >
        <OwnWorks />
        {isReading && <Notice>正在读取文件…</Notice>}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <SearchSources chosen={engines} onChange={(chosen) => useManuscript.setState({ engines: chosen })} />
        {engines.some((id) => id !== 'local') && (
          <p className={styles.quiet}>
            需要出处的句子会发给选中的检索来源，每句约需几秒；采纳的会收入本馆文献。
          </p>
        )}
      </TextForm>
      <EarlierManuscripts />
    </>
  )
}

/** Renders the user's earlier manuscripts, from any tab or browser, to continue. */
function EarlierManuscripts() {
  const { data: list = [] } = useRead(api.citing.manuscripts, {})
  const { mutateAsync: removeManuscript } = useWrite(api.citing.removeManuscript, {
    refreshes: [api.citing.manuscripts],
  })
  const navigate = useNavigate()
  if (list.length === 0) return null
  const open = async (id: string) => {
    const problem = await openSavedManuscript(useManuscript, id)
    if (problem) return toast(`没有打开：${problem}`, { tone: 'bad' })
    void navigate('/aiCitation/citationResult')
  }
  const remove = async (id: string) => {
    const answer = await removeManuscript({ id })
    if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
  }
  return (
    <section className={styles.earlier} aria-label="以前的文稿">
      <h2>以前的文稿</h2>
      <ul>
        {list.map(({ id, title, updated_at }) => (
          <li key={id}>
            <QuietButton icon="file" label={`打开：${title}`} onPress={() => void open(id)}>
              {title}
            </QuietButton>
            <span className={styles.quiet}>{new Date(updated_at).toLocaleDateString('zh-CN')}</span>
            <QuietButton icon="trash" label={`删除：${title}`} onPress={() => void remove(id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders the input for works of the user's own, which can be cited whether or not the library has them. */
function OwnWorks() {
  const { works } = useManuscript()
  // Keeps the section open when the field is cleared, so that typing can continue.
  const [isTypedIn, setTypedIn] = useState(false)
  return (
    <details className={styles.own} open={isTypedIn || works !== ''}>
      <summary>自己的文献（可不填）</summary>
      <textarea
        className={styles.list}
        aria-label="自己的文献"
        value={works}
        maxLength={MAX_REFERENCE_LIST_CHARS}
        rows={6}
        placeholder="粘贴 BibTeX、RIS 或 EndNote 题录；本馆文献中没有的也会成为候选，按题录里的信息编入参考文献"
        onChange={({ target }) => {
          setTypedIn(true)
          setWorks(target.value)
        }}
      />
    </details>
  )
}

/** Renders where references are searched: the whole library, or chosen lists and knowledge bases. */
function ScopeChoice() {
  const { datasets } = useManuscript()
  return (
    <div className={styles.scope}>
      <span className={styles.quiet}>{datasets.length === 0 ? '全部本馆文献' : '只在'}</span>
      <BaseChoice
        chosen={datasets.map(({ id }) => id)}
        onChange={(bases) =>
          useManuscript.setState({ datasets: bases.map(({ id, name }) => ({ id, name })) })
        }
      />
    </div>
  )
}
