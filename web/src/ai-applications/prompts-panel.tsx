import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Segmented, Select } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { agentAddress } from '../chat/start/addresses.ts'
import { storeDraft } from '../chat/start/stored-input.ts'
import { QuietButton } from '../ui/buttons/quiet-button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './applications.module.css'
import { PromptForm } from './prompt-form.tsx'
import { type OwnPrompt, type Prompt, promptTypeName, promptTypes, usePromptActions } from './prompts.ts'

/** Renders the prompt library over any screen: the user's own and the built-in prompts. */
export function PromptsPanel({ onClose }: { onClose: () => void }) {
  /** The prompt being edited; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<OwnPrompt | 'new'>()
  const { tab, open } = usePanel()
  if (edited)
    return (
      <Panel title={edited === 'new' ? '新建提示词' : '编辑提示词'} width={760} onClose={onClose}>
        <PromptForm {...(edited !== 'new' && { prompt: edited })} onDone={() => setEdited(undefined)} />
      </Panel>
    )
  const shown = tab === 'ready' ? 'ready' : 'own'
  return (
    <Panel title="提示词库" width={760} onClose={onClose}>
      <PromptLibrary shown={shown} onShow={(list) => open('prompts', list)} onEdit={setEdited} />
    </Panel>
  )
}

/** The user's own prompts, or the built-in ones. */
type PromptListName = 'own' | 'ready'

interface LibraryProps {
  shown: PromptListName
  onShow: (list: PromptListName) => void
  onEdit: (prompt: OwnPrompt | 'new') => void
}

function PromptLibrary({ shown, onShow, onEdit }: LibraryProps) {
  const [keyword, setKeyword] = useState('')
  const [type, setType] = useState('')
  const prompts = useRead(api.tools.prompts, { keyword, type }, { keepPrevious: true })
  const own = prompts.data?.own ?? []
  return (
    <>
      <div className={styles.promptTools}>
        <Segmented
          aria-label="哪些提示词"
          options={[
            { value: 'own' as const, label: '我的' },
            { value: 'ready' as const, label: '内置' },
          ]}
          value={shown}
          onChange={onShow}
        />
        <KeywordField
          className={styles.promptSearch}
          label="查找提示词"
          placeholder="名称或内容"
          value={keyword}
          onChange={setKeyword}
        />
        <Select
          aria-label="用途"
          className={styles.type ?? ''}
          options={[{ value: '', label: '全部用途' }, ...promptTypes]}
          value={type}
          onChange={setType}
        />
        {shown === 'own' && (
          <Button type="primary" onClick={() => onEdit('new')}>
            新建
          </Button>
        )}
      </div>
      <ReadView
        of={prompts}
        what="提示词"
        isEmpty={(lists) => lists[shown].length === 0}
        empty={emptyText(shown, keyword !== '' || type !== '', onShow)}
      >
        {(lists) => (
          <ul aria-label={shown === 'own' ? '我的提示词' : '内置的提示词'}>
            {lists[shown].map((prompt: Prompt) => {
              const mine = own.find(({ id }) => id === prompt.id)
              return (
                <PromptRow
                  key={prompt.id}
                  prompt={prompt}
                  {...(mine && { own: mine, onEdit: () => onEdit(mine) })}
                />
              )
            })}
          </ul>
        )}
      </ReadView>
    </>
  )
}

function emptyText(shown: PromptListName, isNarrowed: boolean, onShow: LibraryProps['onShow']) {
  if (isNarrowed) return { title: '没有相符的提示词', note: '换一个词，或选择「全部用途」' }
  if (shown === 'ready') return { title: '还没有内置的提示词' }
  return {
    title: '还没有自己的提示词',
    note: '把常用的问法存下来，或从内置的里挑一条改一改',
    action: { name: '浏览内置', run: () => onShow('ready') },
  }
}

interface Props {
  prompt: Prompt
  /** When absent, the prompt is built in and cannot be changed. */
  own?: OwnPrompt
  onEdit?: () => void
}

/** Renders one prompt: its text, collapsed, and its actions. */
function PromptRow({ prompt, own, onEdit }: Props) {
  const { name, content, type } = prompt
  const row = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState(false)
  const { add, remove } = usePromptActions()
  const openInChat = useOpenInChat()

  const copy = async () => {
    const copied = await copyText(content, row.current ?? document.body)
    toast(
      copied ? `已复制${inCorners(name)}` : '浏览器不允许复制，请选中文字后按 Ctrl C',
      copied ? {} : { tone: 'bad' },
    )
  }
  const saveAsOwn = async () => {
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
        <QuietButton icon="chat" label={`用于对话：${name}`} onPress={() => openInChat(content)}>
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
          <QuietButton icon="bookmark" label={`存为我的：${name}`} onPress={() => void saveAsOwn()}>
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
