import { type api, MAX_REFERENCE_LIST_CHARS, type OutputOf } from '@scinav/contract'
import { splitManuscript } from '@scinav/contract/cited-text'
import { inTitleMarks } from '@scinav/contract/quoted'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { SearchSources } from '../search/search-sources.tsx'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LongWork } from '../ui/views/long-work.tsx'
import { Notice } from '../ui/views/notice.tsx'
import { setListText, setOutsideEngines, setParsedList, startCheck, useCheck } from './check.state.ts'
import { readFileText } from './manuscript/read-file.ts'
import { clearNamedList, useNamedList } from './named-list.state.ts'
import { type ReadingOptions, type ReadingProgress, readDocumentList, readFileList } from './read-list.ts'
import styles from './text-form/text-form.module.css'
import { TextForm } from './text-form/text-form.tsx'

const DocumentPicker = lazyPart(() =>
  import('../chat/attachments/document-picker.tsx').then((m) => m.DocumentPicker),
)

/** Renders the input of a reference list: pasted, typed, from a file, or of a document the user may read. */
export function CheckForm() {
  const { text, outside, isRunning, problem } = useCheck()
  const { progress, message, loadListing, loadFile, cancel, clearMessage } = useLoadList()
  /** The document whose list the address asks to check, until it has been read. */
  const namedDocument = useNamedList((state) => state.pending)
  const [isPicking, setPicking] = useState(false)
  const isReading = progress !== undefined
  const begin = () => {
    clearMessage()
    if (text.trim() !== '' && !isRunning && !isReading) void startCheck()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every document that the address names
  useEffect(() => {
    if (!namedDocument) return
    void loadListing((reading) => readDocumentList(namedDocument, reading)).then((isFinished) => {
      if (isFinished) clearNamedList(namedDocument)
    })
  }, [namedDocument])
  return (
    <>
      <TextForm
        label="参考文献清单"
        placeholder="粘贴参考文献，每条一行或用 [1] 编号；GB/T 7714、APA、IEEE 等格式都可以，也可以是 BibTeX、RIS 或一行一个 DOI"
        text={text}
        maxLength={MAX_REFERENCE_LIST_CHARS}
        onText={setListText}
        file={{
          note: '.pdf、.docx、.bib、.ris、.txt；论文和文稿里只取文末的参考文献，内容只用来核对，读完就删除',
          accept: '.pdf,.bib,.ris,.txt,.enw,.nbib,.rdf,.json,.xml,.ciw,.net,.md,.tex,.docx',
          onFile: (file) => void loadFile(file),
        }}
        action={{ name: '开始核对', busy: isRunning || isReading }}
        onSubmit={begin}
      >
        <div className={styles.pick}>
          <QuietButton icon="library" onPress={() => setPicking(true)}>
            从知识库选文件
          </QuietButton>
        </div>
        {progress && <LongWork title="正在读取参考文献" {...progress} onCancel={cancel} />}
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
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
        {problem && !message && <Notice tone="bad">{problem}</Notice>}
      </TextForm>
      {isPicking && (
        <Suspense>
          <DocumentPicker
            dataset_id={undefined} // of all datasets
            single
            action="读取清单"
            onChoose={([document]) => {
              if (document)
                void loadListing((reading) => readDocumentList({ document_id: document.id }, reading))
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type ReferenceListing = OutputOf<typeof api.reading.listed>

/** The result of reading a list, for the user. */
interface LoadMessage {
  tone: 'info' | 'warning' | 'bad'
  text: string
}

/** Shown until the reading reports progress. */
const INITIAL_PROGRESS: ReadingProgress = { progress: 0, note: '准备' }

/**
 * Loads reference lists into the field, one at a time: a new load replaces the running one, and leaving the form
 * cancels it. `progress` is undefined while none runs, `message` is the result of the last one.
 */
function useLoadList() {
  /** Undefined while nothing is being read. */
  const [progress, setProgress] = useState<ReadingProgress>()
  const [message, setMessage] = useState<LoadMessage>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  /** Replaces the running load. Resolves to whether it finished without being cancelled; `read` must not reject. */
  const load = async (
    read: (reading: ReadingOptions) => Promise<LoadMessage | undefined>,
  ): Promise<boolean> => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setMessage(undefined)
    setProgress(INITIAL_PROGRESS)
    const result = await read({ signal, onProgress: (now) => !signal.aborted && setProgress(now) })
    if (signal.aborted) return false
    setProgress(undefined)
    setMessage(result)
    return true
  }
  return {
    progress,
    message,
    /** Loads the list that a call returns. */
    loadListing: (read: (reading: ReadingOptions) => Promise<Answer<ReferenceListing>>) =>
      load(async (reading) => applyListing(await read(reading), reading.signal)),
    loadFile: (file: File) =>
      load(async (reading) =>
        /\.pdf$/i.test(file.name)
          ? applyListing(await readFileList(file, reading), reading.signal)
          : loadTextFile(file, reading.signal),
      ),
    cancel: () => {
      current.current?.abort()
      setProgress(undefined)
    },
    clearMessage: () => setMessage(undefined),
  }
}

/**
 * Puts a list into the field and returns the result; undefined when cancelled. When no list was found, the field is
 * unchanged.
 */
function applyListing(answer: Answer<ReferenceListing>, signal: AbortSignal): LoadMessage | undefined {
  if (signal.aborted) return undefined
  if (!answer.success) return { tone: 'bad', text: answer.issues?.[0]?.message ?? answer.message }
  const { title, list, left_out, note } = answer.data
  if (list.length === 0) return { tone: 'warning', text: note ?? '没有在文中找到参考文献清单' }
  setParsedList({ list, left_out })
  const read = `从${inTitleMarks(title)}读入 ${formatCount(list.length)} 条`
  return note ? { tone: 'warning', text: `${read}。${note}` } : { tone: 'info', text: read }
}

/**
 * Loads a text file: the reference list of a manuscript, otherwise the whole text, up to `MAX_REFERENCE_LIST_CHARS`.
 * Returns what the user should know of it; undefined when there is nothing.
 */
async function loadTextFile(file: File, signal: AbortSignal): Promise<LoadMessage | undefined> {
  const { text, problem } = await readFileText(file)
  if (problem !== undefined) return { tone: 'bad', text: problem }
  if (text === undefined || signal.aborted) return undefined
  const { references } = splitManuscript(text)
  const found = references.trim() === '' ? text : references
  setListText(found.slice(0, MAX_REFERENCE_LIST_CHARS))
  const cutOff = found.length - MAX_REFERENCE_LIST_CHARS
  return cutOff > 0
    ? { tone: 'warning', text: `文件过长，末尾的 ${formatCount(cutOff)} 字没有放入` }
    : undefined
}
