import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { hasKeyboard, useInitialFocus, useRestoredFocus } from '../ui/focus.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import styles from './ai-citation.module.css'
import { resetCheck, useCheck } from './check.state.ts'
import { CheckForm } from './check-form.tsx'
import { CheckResult } from './check-result.tsx'
import { restoreManuscript, takePendingText, useManuscript } from './manuscript/manuscript.state.ts'
import { ManuscriptForm } from './manuscript/manuscript-form.tsx'
import { setNamedList } from './named-list.state.ts'

const modes = {
  cite: { name: '给文字配引文', note: '给文稿里需要出处的句子找文献；没有把握就说没有' },
  check: {
    name: '核对参考文献',
    note: '逐条与本馆题录对照，指出有出入的字段；没有把握就说没有',
  },
}
type Mode = keyof typeof modes
const modeOrder: Mode[] = ['cite', 'check']

/**
 * Renders finding references for a text, or checking a reference list against the library, by `?mode=`. `?engines=`
 * chooses the engines to search, `?document_id=` or `?paper_id=` a list to check.
 */
export function AiCitationScreen() {
  const [params, setParams] = useSearchParams()
  const { entries, text, isRunning } = useCheck()
  useEffect(restoreManuscript, [])
  useEffect(() => takePendingText(params.getAll('engines')), [params])
  const mode: Mode = params.get('mode') === 'check' ? 'check' : 'cite'
  useEffect(() => {
    if (mode === 'check') setNamedList(params)
  }, [mode, params])
  const heading = useRef<HTMLHeadingElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const findField = () => panel.current?.querySelector('textarea')
  useInitialFocus(findField)
  // Restores the focus when a list replaces its field, or the field a list.
  useRestoredFocus(
    () => (hasKeyboard() && findField()) || heading.current,
    [mode, entries.length === 0, isRunning].join(),
  )
  const choose = (to: Mode) => setParams(to === 'check' ? { mode: to } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title="AI 引文"
        heading={heading}
        note={modes[mode].note}
        actions={<Actions mode={mode} />}
      />
      <Tabs mode={mode} onMode={choose} />
      <div ref={panel} id="citation-mode" role="tabpanel" aria-labelledby={`citation-${mode}`}>
        {mode === 'cite' && <ManuscriptForm />}
        {mode === 'check' && (entries.length === 0 ? <CheckForm /> : <CheckResult key={text} />)}
      </div>
    </>
  )
}

function Actions({ mode }: { mode: Mode }) {
  const { entries, text } = useCheck()
  const manuscript = useManuscript((state) => state.text)
  const navigate = useNavigate()
  if (mode === 'check')
    return entries.length > 0 && <ActionButton name="换一份清单" onPress={() => resetCheck(text)} />
  if (manuscript === '') return null
  return <ActionButton name="回到上次的结果" onPress={() => void navigate('/aiCitation/citationResult')} />
}

function Tabs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const to: Mode = mode === 'cite' ? 'check' : 'cite'
    onMode(to)
    document.getElementById(`citation-${to}`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="AI 引文的两种用法" onKeyDown={onKeyDown}>
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
