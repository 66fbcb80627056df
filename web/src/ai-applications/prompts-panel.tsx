import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button, Segmented, Select } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
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

/** Number of characters that fit on two lines of a phone; a longer text is folded until the user unfolds it. */
const MAX_FOLDED_CHARS = 60

/**
 * Renders the prompt library over any screen: the user's own and the built-in prompts. The `tab` of the address chooses
 * the list: `ready` is the built-in one, anything else the user's own. While a prompt is edited, its form replaces the
 * list.
 */
export function PromptsPanel({ onClose }: { onClose: () => void }) {
  /** The prompt being edited; `new` for one that does not exist yet; undefined while the list is shown. */
  const [edited, setEdited] = useState<OwnPrompt | 'new'>()
  const { tab, open: openPanel } = usePanel()
  if (edited)
    return (
      <Panel title={edited === 'new' ? '新建提示词' : '编辑提示词'} width={760} onClose={onClose}>
        <PromptForm {...(edited !== 'new' && { prompt: edited })} onDone={() => setEdited(undefined)} />
      </Panel>
    )
  const shown = tab === 'ready' ? 'ready' : 'own'
  return (
    <Panel title="提示词库" width={760} onClose={onClose}>
      <PromptLibrary shown={shown} onShow={(list) => openPanel('prompts', list)} onEdit={setEdited} />
    </Panel>
  )
}

/** The user's own prompts (`own`), or the built-in ones (`ready`), as the API names the lists. */
type PromptListName = 'own' | 'ready'

interface LibraryProps {
  /** The list that is shown. */
  shown: PromptListName
  onShow: (list: PromptListName) => void
  /** Opens the form with one of the user's prompts or a new one. */
  onEdit: (prompt: OwnPrompt | 'new') => void
}

/** Renders the user's own prompts and those of the product, narrowed by keyword and purpose. */
function PromptLibrary({ shown, onShow, onEdit }: LibraryProps) {
  const [keyword, setKeyword] = useState('')
  /** The purpose of the shown prompts; `''` for all. */
  const [type, setType] = useState('')
  const prompts = useRead(api.tools.prompts, { keyword, type }, { keepPrevious: true })
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
            {shown === 'own'
              ? lists.own.map((prompt) => (
                  <PromptRow key={prompt.id} prompt={prompt}>
                    <OwnPromptActions prompt={prompt} onEdit={() => onEdit(prompt)} />
                  </PromptRow>
                ))
              : lists.ready.map((prompt) => (
                  <PromptRow key={prompt.id} prompt={prompt}>
                    <SaveAsOwn prompt={prompt} />
                  </PromptRow>
                ))}
          </ul>
        )}
      </ReadView>
    </>
  )
}

/** Returns what an empty list says; `isNarrowed` tells whether a keyword or purpose narrows it. */
function emptyText(shown: PromptListName, isNarrowed: boolean, onShow: LibraryProps['onShow']) {
  if (isNarrowed) return { title: '没有相符的提示词', note: '换一个词，或选择「全部用途」' }
  if (shown === 'ready') return { title: '还没有内置的提示词' }
  return {
    title: '还没有自己的提示词',
    note: '把常用的问法存下来，或从内置的里挑一条改一改',
    action: { name: '浏览内置', run: () => onShow('ready') },
  }
}

interface RowProps {
  prompt: Prompt
  /** The actions that only its list has. */
  children: ReactNode
}

/** Renders one prompt: its text, folded, and its actions. */
function PromptRow({ prompt, children }: RowProps) {
  const { name, content, type } = prompt
  const row = useRef<HTMLLIElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const openInChat = useOpenInChat()

  const copy = async () => {
    const copied = await copyText(content, row.current ?? document.body)
    toast(
      copied ? `已复制${inCorners(name)}` : '浏览器不允许复制，请选中文字后按 Ctrl C',
      copied ? {} : { tone: 'bad' },
    )
  }
  return (
    <li ref={row} className={styles.row}>
      <h3>
        {name}
        <span className={styles.kind}>{promptTypeName(type)}</span>
      </h3>
      <p className={styles.content} data-folded={!isUnfolded}>
        {content}
      </p>
      <div className={styles.actions}>
        <QuietButton icon="chat" label={`用于对话：${name}`} onPress={() => openInChat(content)}>
          用于对话
        </QuietButton>
        <QuietButton icon="copy" label={`复制：${name}`} onPress={() => void copy()}>
          复制
        </QuietButton>
        {children}
        {content.length > MAX_FOLDED_CHARS && (
          <QuietButton
            expanded={isUnfolded}
            onPress={() => setUnfolded((before) => !before)}
            label={`全文：${name}`}
          >
            {isUnfolded ? '收起' : '全文'}
          </QuietButton>
        )}
      </div>
    </li>
  )
}

/** Renders the actions on one of the user's own prompts. A toast reports a deletion and can undo it. */
function OwnPromptActions({ prompt, onEdit }: { prompt: OwnPrompt; onEdit: () => void }) {
  const { remove } = usePromptActions()
  return (
    <>
      <QuietButton icon="edit" label={`编辑：${prompt.name}`} onPress={onEdit}>
        编辑
      </QuietButton>
      <QuietButton icon="trash" label={`删除：${prompt.name}`} onPress={() => void remove(prompt)}>
        删除
      </QuietButton>
    </>
  )
}

/** Renders the button that copies a built-in prompt to the user's own, which a toast reports. */
function SaveAsOwn({ prompt }: { prompt: Prompt }) {
  const { add } = usePromptActions()
  const saveAsOwn = async () => {
    // Reports success itself.
    const answer = await add(prompt)
    if (!answer.success) toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  return (
    <QuietButton icon="bookmark" label={`存为我的：${prompt.name}`} onPress={() => void saveAsOwn()}>
      存为我的
    </QuietButton>
  )
}

/**
 * Returns a function that opens a chat with the first default agent; the text is put into its field rather than sent,
 * because most prompts have blanks to fill in. Without such an agent, and until they are loaded, it shows a toast.
 */
function useOpenInChat() {
  // The flag marks the agents of the home screen; those without it are the default ones.
  const agents = useRead(api.tools.agents, { index_flag: false })
  const navigate = useNavigate()
  return (text: string) => {
    const agent = agents.data?.[0]
    if (!agent) return toast('现在没有可以对话的应用', { tone: 'bad' })
    storeDraft(agent.id, text)
    void navigate(agentAddress(agent.id))
  }
}
