import { api } from '@scinav/contract'
import { EXTRACTIVE } from '../../api/outside-models.ts'
import { useRead } from '../../api/use-read.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { AttachButton } from '../attachments/attach-button.tsx'
import styles from './composer.module.css'
import { type ApplicationModels, ModelChoice } from './model-choice.tsx'

/** How a question is to be answered. */
export interface AnswerOptions {
  /** Whether the model may answer from general knowledge when there is no evidence. */
  general_knowledge: boolean
  /** Whether the answer is quoted from the texts by rules, whatever model the chat has chosen. */
  without_model: boolean
}

interface Props {
  chat_id: string
  scope: { dataset_id?: string }
  /** Number of papers the chat is about. */
  papers?: number
  models: ApplicationModels
  onModel: (model: string) => void
  options: AnswerOptions
  onOptions: (options: AnswerOptions) => void
  /** Whether the field is empty. */
  empty: boolean
  /** Whether attachments are still being uploaded. */
  uploading: boolean
  /** Whether an answer is being written. */
  running: boolean
  onSend: () => void
  /** Stops the answer that is being written. */
  onStop: () => void
  /** Called with the text of the prompt that was chosen from the library. */
  onPrompt: (content: string) => void
}

/** Renders the answering options of a question and the send button. */
export function ComposerBar(props: Props) {
  const { papers = 0, models, onModel, options, onOptions, running, onSend, onStop, empty } = props
  const { choices, chosen } = models
  // `EXTRACTIVE` is among the choices, but answers by quoting, without a language model.
  const hasModel = chosen !== undefined && chosen.id !== EXTRACTIVE
  return (
    <div className={styles.bar}>
      {papers > 0 && (
        <span className={styles.chip} title={`只依据这 ${papers} 篇文献回答`}>
          限 {papers} 篇
        </span>
      )}
      {!options.without_model && <ModelChoice choices={choices} chosen={chosen} onModel={onModel} />}
      <AttachButton chat_id={props.chat_id} dataset_id={props.scope.dataset_id} />
      <PromptMenu onChoose={props.onPrompt} />
      {hasModel && choices.some(({ id }) => id === EXTRACTIVE) && (
        <Switch
          name="不使用模型"
          title="只有这个问题不使用模型，由原文摘录作答"
          on={options.without_model}
          onChange={(without_model) => onOptions({ ...options, without_model })}
        />
      )}
      {hasModel && !options.without_model && (
        <Switch
          name="用通识回答"
          title="找不到依据时，允许模型凭通用知识回答"
          on={options.general_knowledge}
          onChange={(general_knowledge) => onOptions({ ...options, general_knowledge })}
        />
      )}
      <span className={styles.gap} />
      {running ? (
        <ActionButton name="停止" onPress={onStop} />
      ) : (
        <ActionButton name="发送" onPress={onSend} primary={!empty} off={empty || props.uploading} />
      )}
    </div>
  )
}

interface SwitchProps {
  name: string
  title: string
  on: boolean
  onChange: (on: boolean) => void
}

/** Renders an option of the next question as a check box. */
const Switch = ({ name, title, on, onChange }: SwitchProps) => (
  <label className={styles.switch} title={title}>
    <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
    {name}
  </label>
)

/** Maximum number of prompts that the menu shows. */
const MAX_PROMPTS = 12

/** Renders a menu of texts from the prompt library to put into the field. */
function PromptMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { data } = useRead(api.tools.prompts, { keyword: '', type: '' })
  const prompts = [...(data?.own ?? []), ...(data?.ready ?? [])].slice(0, MAX_PROMPTS)
  if (prompts.length === 0) return null
  return (
    <MenuButton
      label="提示词"
      button={
        <span className={styles.prompts}>
          <Icon name="quote" size={16} />
          提示词
        </span>
      }
      actions={prompts.map(({ name, content }) => ({ name, icon: 'file', run: () => onChoose(content) }))}
    />
  )
}
