import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { agentAddress, storeDraft } from '../chat/run/agent-start.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './prompts.module.css'
import { type OwnPrompt, type Prompt, promptTypeName, usePromptActions } from './prompts.ts'

interface Props {
  prompt: Prompt
  /** When absent, the prompt is built in and cannot be changed. */
  own?: OwnPrompt
  onEdit?: () => void
}

/** Renders one prompt: its text, collapsed, and its actions. */
export function PromptRow({ prompt, own, onEdit }: Props) {
  const { name, content, type } = prompt
  const row = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState(false)
  const { add, remove } = usePromptActions()
  const use = useOpenInChat()

  const copy = async () => {
    const copied = await copyText(content, row.current ?? document.body)
    toast(
      copied ? `已复制${inCorners(name)}` : '浏览器不允许复制，请选中文字后按 Ctrl C',
      copied ? {} : { tone: 'bad' },
    )
  }
  const takeOver = async () => {
    const answer = await add(prompt)
    if (!answer.success) toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li ref={row} className={styles.row}>
      <h3>
        {name}
        <span className={styles.kind}>{promptTypeName(type)}</span>
      </h3>
      <p className={styles.content} data-folded={!open}>
        {content}
      </p>
      <div className={styles.actions}>
        <QuietButton icon="chat" label={`用于对话：${name}`} onPress={() => use(content)}>
          用于对话
        </QuietButton>
        <QuietButton icon="copy" label={`复制：${name}`} onPress={() => void copy()}>
          复制
        </QuietButton>
        {own ? (
          <>
            {onEdit && (
              <QuietButton icon="edit" label={`编辑：${name}`} onPress={onEdit}>
                编辑
              </QuietButton>
            )}
            <QuietButton icon="trash" label={`删除：${name}`} onPress={() => void remove(own)}>
              删除
            </QuietButton>
          </>
        ) : (
          <QuietButton icon="bookmark" label={`存为我的：${name}`} onPress={() => void takeOver()}>
            存为我的
          </QuietButton>
        )}
        {content.length > MAX_FOLDED_CHARS && (
          <QuietButton expanded={open} onPress={() => setOpen((now) => !now)} label={`全文：${name}`}>
            {open ? '收起' : '全文'}
          </QuietButton>
        )}
      </div>
    </li>
  )
}

/** Number of characters that fit on two lines of a phone. */
const MAX_FOLDED_CHARS = 60

/**
 * Returns a function that opens a chat with the first default agent; the text is put into its field rather than sent,
 * because most prompts have blanks to fill in.
 */
function useOpenInChat() {
  const agents = useRead(api.tools.agents, { index_flag: false })
  const navigate = useNavigate()
  return (text: string) => {
    const agent = agents.data?.[0]
    if (!agent) return toast('现在没有可以对话的应用', { tone: 'bad' })
    storeDraft(agent.id, text)
    void navigate(agentAddress(agent.id))
  }
}
