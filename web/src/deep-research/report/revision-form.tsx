import { inCorners } from '@scinav/contract/quoted'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useModels } from '../../chat/composer/model-choice.tsx'
import { useOutsideNotice } from '../../chat/composer/use-outside-notice.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { DEEP_RESEARCH } from '../state/research-labels.ts'
import styles from './report.module.css'
import type { RevisionKind } from './use-revisions.ts'

const OutsideNotice = lazyPart(() =>
  import('../../chat/composer/outside-notice.tsx').then((m) => m.OutsideNotice),
)

/** Maximum length of an instruction that the server accepts, in characters. */
const MAX_INSTRUCTION_CHARS = 500

interface Props {
  title: string
  /** The revisions that need no model. */
  others: readonly { how: RevisionKind; name: string }[]
  busy: boolean
  /** Resolves to why the revision could not start, or null. */
  onRevise: (how: RevisionKind, instruction?: string) => Promise<string | null>
  /** Opens the manual editor instead. */
  onEdit: () => void
  /** Called when the revision has started, and when the user cancels. */
  onDone: () => void
}

/** Renders the form for an instruction to rewrite a section; without a model, the other revisions. */
export function RevisionForm({ title, others, busy, onRevise, onEdit, onDone }: Props) {
  const [instruction, setInstruction] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { choices, known } = useModels(DEEP_RESEARCH, '')
  const { pass, notice } = useOutsideNotice({
    application_id: DEEP_RESEARCH,
    model: '',
    onModel: () => undefined,
  })
  const lacksModel = known && !choices.some(({ id }) => id !== 'extractive')
  useEffect(() => field.current?.focus(), [])
  const begin = async (how: RevisionKind, instructionText?: string) => {
    setProblem(undefined)
    const failure = await onRevise(how, instructionText)
    if (failure) setProblem(`没有开始：${failure}`)
    else onDone()
  }
  const send = () =>
    void pass({
      send: () => void begin('instruction', instruction.trim()),
      hold: () => field.current?.focus(),
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && instruction === '') onDone()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && instruction.trim() !== '') send()
  }
  if (lacksModel)
    return (
      <div className={styles.editor}>
        <Notice>按要求改写需要语言模型，现在没有配置，管理员可以在「语言模型」中添加。不用模型可以：</Notice>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.row}>
          {others.map(({ how, name }) => (
            <ActionButton key={how} name={name} busy={busy} onPress={() => void begin(how)} />
          ))}
          <ActionButton name="自己修改" onPress={onEdit} />
          <ActionButton name="取消" onPress={onDone} />
        </div>
      </div>
    )
  return (
    <div className={styles.editor}>
      <textarea
        ref={field}
        aria-label={`怎样改写${inCorners(title)}`}
        rows={3}
        maxLength={MAX_INSTRUCTION_CHARS}
        placeholder="例如：只留有具体数字的结论；先写分歧再写一致；更短"
        value={instruction}
        onChange={({ target }) => setInstruction(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.hint}>只依据这一节已有的证据改写，每句仍要有出处；改写后可以恢复。</p>
      {notice && (
        <Suspense>
          <OutsideNotice {...notice} />
        </Suspense>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.row}>
        <ActionButton name="改写" primary busy={busy} off={instruction.trim() === ''} onPress={send} />
        <ActionButton name="取消" onPress={onDone} />
      </div>
    </div>
  )
}
