import { type EngineId, RESEARCH_LIMITS, type ResearchDepth } from '@scinav/contract'
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { EXTRACTIVE } from '../../api/outside-models.ts'
import { useDeepResearchState } from '../../api/specified.state.ts'
import { AttachButton } from '../../chat/attachments/attach-button.tsx'
import { AttachmentList } from '../../chat/attachments/attachment-list.tsx'
import { attachFiles, isSending, useChatAttachments } from '../../chat/attachments/attachments.state.ts'
import box from '../../chat/composer/composer.module.css'
import { ModelChoice, useModels } from '../../chat/composer/model-choice.tsx'
import { PendingNotice } from '../../chat/composer/pending-notice.tsx'
import { useOutsideNotice } from '../../chat/composer/use-outside-notice.ts'
import { isEngine } from '../../search/use-search.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { isSendKey, useSendWhenFree } from '../../ui/enter.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { useResearchAddress } from '../state/address.ts'
import { FreeCount } from '../state/free-count.tsx'
import { DEEP_RESEARCH, depthBudget, depths, styles as reportStyles } from '../state/research-labels.ts'
import { ScopeChoice } from './scope-choice.tsx'
import styles from './start.module.css'
import { ToolChoice } from './tool-choice.tsx'
import { useStartResearch } from './use-start-research.ts'

/** The key under which the attachments of the next research run are stored. */
const ATTACHMENT_KEY = DEEP_RESEARCH

/** The settings of the form in the address, and their setters. */
type ResearchAddress = ReturnType<typeof useResearchAddress>

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
}

/** Renders the form with the question and the settings of a research run. */
export function StartForm({ field, text, onText }: Props) {
  const attached = useChatAttachments(ATTACHMENT_KEY)
  const { isOver, dropProps } = useFileDrop(({ files }) => attachFiles(ATTACHMENT_KEY, [...files]))
  const { scope, choice } = useResearchScope(useResearchAddress())
  /** Id of the chosen model; `''` for the application's default. */
  const [model, setModel] = useState('')
  const [auto_accept_plan, setAutoAccept] = useState(false)
  const [depth, setDepth] = useState<ResearchDepth>('standard')
  const { choices, chosen } = useModels(DEEP_RESEARCH, model)
  const { begin, isPending, problem } = useStartResearch(ATTACHMENT_KEY)
  const { pass, notice } = useOutsideNotice({ application_id: DEEP_RESEARCH, model, onModel: setModel })

  const hasModel = chosen !== undefined && chosen.id !== EXTRACTIVE
  const question = text.trim()
  const isUploading = isSending(attached)
  const isIncomplete = question === '' || isUploading
  const start = () => {
    if (isIncomplete || isPending) return
    const input = { question, ...scope, depth, auto_accept_plan }
    void pass({
      send: (model_id = model) => void begin({ ...input, model: model_id }),
      hold: () => field.current?.focus(),
    })
  }
  const { isWaiting, withdraw, onSubmit, onKeyDown } = useStartKeys(start, { question, isUploading })
  const editText = (written: string) => {
    withdraw()
    onText(written)
  }
  return (
    <form className={box.box} data-over={isOver} onSubmit={onSubmit} {...dropProps}>
      <QuestionField field={field} text={text} onText={editText} onKeyDown={onKeyDown} />
      <dl className={styles.settings}>
        <StyleChoice />
        {hasModel && <DepthChoice depth={depth} onDepth={setDepth} />}
        <dt>检索来源</dt>
        <dd>
          <ScopeChoice {...choice} />
        </dd>
        <Attachments attached={attached} />
        <ToolChoice />
      </dl>
      {isWaiting && <Notice>附件传完后就开始</Notice>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={`${box.bar} ${styles.bar}`}>
        <ModelChoice choices={choices} chosen={chosen} onModel={setModel} />
        <AutoAccept checked={auto_accept_plan} onChange={setAutoAccept} />
        <span className={box.gap} />
        <span className={styles.free}>
          <FreeCount />
        </span>
        <ActionButton
          name="开始研究"
          primary={!isIncomplete}
          off={isIncomplete}
          busy={isPending}
          onPress={start}
        />
      </div>
      <PendingNotice notice={notice} />
    </form>
  )
}

interface QuestionFieldProps extends Props {
  onKeyDown: (event: KeyboardEvent) => void
}

/** Renders the field of the question. */
function QuestionField({ field, text, onText, onKeyDown }: QuestionFieldProps) {
  return (
    <textarea
      ref={field}
      className={styles.question}
      aria-label="要研究的问题"
      rows={3}
      maxLength={RESEARCH_LIMITS.question_length}
      placeholder="写下要研究的问题，越具体越好，例如：固态电池中锂金属负极的界面失效，有哪些共识与分歧？"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Renders the attached files as a row of the settings. */
function Attachments({ attached }: { attached: ReturnType<typeof useChatAttachments> }) {
  return (
    <>
      <dt>附件</dt>
      <dd>
        <AttachmentList
          chat_id={ATTACHMENT_KEY}
          attached={attached}
          note="附件会和本馆文献一起读；移除后不再依据"
        />
        <AttachButton chat_id={ATTACHMENT_KEY} dataset_id={undefined} onlyFiles />
      </dd>
    </>
  )
}

/** Renders the choice to start the searches without approving the plan. */
function AutoAccept({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className={box.switch} title="计划拟好后不等确认，直接开始检索">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      不必确认，直接开始
    </label>
  )
}

/**
 * Returns the handlers that start the research: pressing the key while files upload starts it once they are complete.
 */
function useStartKeys(
  start: () => void,
  { question, isUploading }: { question: string; isUploading: boolean },
) {
  const { isWaiting, request, withdraw } = useSendWhenFree(isUploading, start)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    start()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    if (question !== '') request()
  }
  return { isWaiting, withdraw, onSubmit, onKeyDown }
}

/** Returns the sources of the research: those in the address, until the user chooses. */
function useResearchScope({
  engines: named,
  dataset_id,
  folder_id,
  paper_ids,
  withoutPapers,
}: ResearchAddress) {
  const [engines, onEngines] = useState<readonly EngineId[]>(() => parseEngines(named))
  const [dataset_ids, setDatasets] = useState(() => (dataset_id ? [dataset_id] : []))
  const [folder_ids, onFolders] = useState(() => (folder_id ? [folder_id] : []))
  const onDatasets = (ids: string[]) => {
    setDatasets(ids)
    onFolders([])
  }
  const scope = { engines, dataset_ids, folder_ids, paper_ids }
  const changes = { onEngines, onDatasets, onFolders, onWithoutPapers: withoutPapers }
  return { scope, choice: { ...scope, ...changes } }
}

/** Returns the known engines named in the address, or the library when there are none. */
function parseEngines(named: readonly string[]): EngineId[] {
  const engines = named.filter(isEngine)
  return engines.length > 0 ? engines : ['local']
}

/** Renders the choice of the report's style. */
function StyleChoice() {
  const chosen = useDeepResearchState((state) => state.reportStyle)
  return (
    <>
      <dt>文体</dt>
      <dd>
        <div className={styles.choices} role="radiogroup" aria-label="文体">
          {reportStyles.map(({ style, name, note }) => (
            <label key={style} className={styles.choice} title={note}>
              <input
                type="radio"
                name="report-style"
                className="sr-only"
                checked={style === chosen}
                onChange={() => useDeepResearchState.setState({ reportStyle: style })}
              />
              {name}
            </label>
          ))}
        </div>
      </dd>
    </>
  )
}

/** Renders the choice of the depth with the budget of the chosen one. */
function DepthChoice({ depth, onDepth }: { depth: ResearchDepth; onDepth: (depth: ResearchDepth) => void }) {
  const chosen = depths.find((option) => option.depth === depth)
  return (
    <>
      <dt>深度</dt>
      <dd>
        <div className={styles.choices} role="radiogroup" aria-label="深度">
          {depths.map(({ depth: option, name, note }) => (
            <label key={option} className={styles.choice} title={note}>
              <input
                type="radio"
                name="research-depth"
                className="sr-only"
                checked={option === depth}
                onChange={() => onDepth(option)}
              />
              {name}
            </label>
          ))}
        </div>
        <p className={styles.budget}>
          {chosen?.note}；{depthBudget(depth)}
        </p>
      </dd>
    </>
  )
}
