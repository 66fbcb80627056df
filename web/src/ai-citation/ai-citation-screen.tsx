import { api } from '@scinav/contract'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useIsChecker } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { hasKeyboard, useInitialFocus, useRestoredFocus } from '../ui/focus.ts'
import { handleTabKeys } from '../ui/tab-keys.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import styles from './ai-citation.module.css'
import { resetCheck, useCheck } from './check.state.ts'
import { CheckForm } from './check-form.tsx'
import { CheckResult } from './check-result.tsx'
import { restoreManuscript, takePendingText, useManuscript } from './manuscript/manuscript.state.ts'
import { ManuscriptForm } from './manuscript/manuscript-form.tsx'
import { BatchExport } from './manuscript-batch/batch-export.tsx'
import { ManuscriptBatches } from './manuscript-batch/manuscript-batches.tsx'
import { batchAddress, checkAddress } from './manuscript-check/check-address.ts'
import { ExportMenu } from './manuscript-check/export-menu.tsx'
import { ManuscriptCheck } from './manuscript-check/manuscript-check.tsx'
import { setNamedList } from './named-list.state.ts'

/** What the screen can do, by the name in the address, with the title of its tab and the note below the heading. */
const modes = {
  cite: { name: '给文字配引文', note: '给文稿里需要出处的句子找文献；没有把握就说没有' },
  check: {
    name: '核对参考文献',
    note: '逐条与本馆题录对照，指出有出入的字段；没有把握就说没有',
  },
  manuscript: {
    name: '稿件核对',
    note: '核对整份稿件的引文、参考文献表和格式，每一处都写明与什么对照',
  },
}
/** A way to use the screen. */
type Mode = keyof typeof modes
/** The modes in the order of their tabs. */
const modeOrder: Mode[] = ['cite', 'check', 'manuscript']
/** Returns the mode of a name in the address; `cite` for any other name. */
const modeOf = (name: string | null): Mode => modeOrder.find((mode) => mode === name) ?? 'cite'

/**
 * Renders finding references for a text, checking a reference list against the library, or checking a whole manuscript,
 * by `?mode=`. `?engines=` chooses the engines to search, `?document_id=` or `?paper_id=` a list to check, `?check_id=`
 * the check of a manuscript, `?batch_id=` a batch of them.
 */
export function AiCitationScreen() {
  const [params, setParams] = useSearchParams()
  const { entries, text, isRunning } = useCheck()
  useEffect(restoreManuscript, [])
  useEffect(() => takePendingText(params.getAll('engines')), [params])
  const mode = modeOf(params.get('mode'))
  const batch_id = params.get('batch_id')
  useEffect(() => {
    if (mode === 'check') setNamedList(params)
  }, [mode, params])
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const findField = () => panel.current?.querySelector('textarea')
  useInitialFocus(findField)
  // What has the focus disappears when the mode changes, when a list replaces its field or the field a list, and when a
  // check begins or ends.
  useRestoredFocus(
    () => (hasKeyboard() && findField()) || heading.current,
    [mode, entries.length === 0, isRunning].join(),
  )
  const choose = (to: Mode) => setParams(to === 'cite' ? {} : { mode: to }, { replace: true })
  return (
    <>
      <PageHeader
        title="AI 引文"
        heading={heading}
        note={modes[mode].note}
        actions={<Actions mode={mode} params={params} />}
      />
      <Tabs mode={mode} onMode={choose} />
      <div ref={panel} id="citation-mode" role="tabpanel" aria-labelledby={`citation-${mode}`}>
        {mode === 'cite' && <ManuscriptForm />}
        {mode === 'manuscript' &&
          (batch_id === null ? <ManuscriptCheck /> : <ManuscriptBatches batch_id={batch_id} />)}
        {mode === 'check' && (entries.length === 0 ? <CheckForm /> : <CheckResult key={text} />)}
      </div>
    </>
  )
}

/** Renders the actions of the present mode beside the heading, such as starting over or exporting. */
function Actions({ mode, params }: { mode: Mode; params: URLSearchParams }) {
  const { entries, text } = useCheck()
  const manuscript = useManuscript((state) => state.text)
  const navigate = useNavigate()
  if (mode === 'manuscript') return <ManuscriptActions params={params} />
  if (mode === 'check')
    return entries.length > 0 && <ActionButton name="换一份清单" onPress={() => resetCheck(text)} />
  if (manuscript === '') return null
  return <ActionButton name="回到上次的结果" onPress={() => void navigate('/aiCitation/citationResult')} />
}

/**
 * Renders the ways between single checks and batches, and the exports of what is open; `batch_id` `''` is their list.
 */
function ManuscriptActions({ params }: { params: URLSearchParams }) {
  const navigate = useNavigate()
  const isChecker = useIsChecker()
  const hasBatches = useHasBatches(!isChecker)
  const check_id = params.get('check_id')
  const batch_id = params.get('batch_id')
  const open = (address: string) => () => void navigate(address)
  if (batch_id !== null)
    return (
      <>
        <ActionButton name="单份核对" onPress={open(checkAddress())} />
        {batch_id && <ActionButton name="全部批次" onPress={open(batchAddress())} />}
        {batch_id && isChecker && <BatchExport batch_id={batch_id} />}
      </>
    )
  return (
    <>
      {isChecker && <ActionButton name="批量核对" onPress={open(batchAddress())} />}
      {hasBatches && <ActionButton name="以前的批次" onPress={open(batchAddress())} />}
      {check_id && <ActionButton name="换一份稿件" onPress={open(checkAddress())} />}
      {check_id && <ExportMenu check_id={check_id} />}
    </>
  )
}

/** Returns whether the user has batches, such as somebody who was 核对员 before; false unless `enabled`. */
function useHasBatches(enabled: boolean): boolean {
  const { data } = useRead(api.manuscriptBatches.batches, { page_num: 1, page_size: 1 }, { enabled })
  return enabled && data !== undefined && data.total > 0
}

/** Renders the tabs of the modes; the arrow keys move between them. */
function Tabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  return (
    <div className={styles.tabs} role="tablist" aria-label="AI 引文的用法" onKeyDown={handleTabKeys}>
      {modeOrder.map((each) => (
        <button
          key={each}
          id={`citation-${each}`}
          type="button"
          role="tab"
          aria-selected={each === mode}
          aria-controls="citation-mode"
          tabIndex={each === mode ? 0 : -1}
          onClick={() => onMode(each)}
        >
          {modes[each].name}
        </button>
      ))}
    </div>
  )
}
