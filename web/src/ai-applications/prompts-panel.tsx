import { api } from '@scinav/contract'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { Panel } from '../ui/dialogs/panel.tsx'
import { usePanel } from '../ui/dialogs/use-panel.ts'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { PromptForm } from './prompt-form.tsx'
import { PromptRow } from './prompt-row.tsx'
import styles from './prompts.module.css'
import { type OwnPrompt, type Prompt, promptTypes } from './prompts.ts'

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
  const which = tab === 'ready' ? 'ready' : 'own'
  return (
    <Panel title="提示词库" width={760} onClose={onClose}>
      <PromptLibrary which={which} onWhich={(to) => open('prompts', to)} onEdit={setEdited} />
    </Panel>
  )
}

interface LibraryProps {
  which: 'own' | 'ready'
  onWhich: (which: 'own' | 'ready') => void
  onEdit: (prompt: OwnPrompt | 'new') => void
}

function PromptLibrary({ which, onWhich, onEdit }: LibraryProps) {
  const [keyword, setKeyword] = useState('')
  const [type, setType] = useState('')
  const prompts = useRead(api.tools.prompts, { keyword, type }, { keepPrevious: true })
  const own = prompts.data?.own ?? []
  return (
    <>
      <div className={styles.tools}>
        <Segmented
          aria-label="哪些提示词"
          options={[
            { value: 'own' as const, label: '我的' },
            { value: 'ready' as const, label: '内置' },
          ]}
          value={which}
          onChange={onWhich}
        />
        <KeywordField
          className={styles.search}
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
        {which === 'own' && (
          <Button type="primary" onClick={() => onEdit('new')}>
            新建
          </Button>
        )}
      </div>
      <ReadView
        of={prompts}
        what="提示词"
        isEmpty={(lists) => lists[which].length === 0}
        empty={emptyText(which, keyword !== '' || type !== '', onWhich)}
      >
        {(lists) => (
          <ul aria-label={which === 'own' ? '我的提示词' : '内置的提示词'}>
            {lists[which].map((prompt: Prompt) => {
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

function emptyText(which: 'own' | 'ready', narrowed: boolean, onWhich: LibraryProps['onWhich']) {
  if (narrowed) return { title: '没有相符的提示词', note: '换一个词，或选择「全部用途」' }
  if (which === 'ready') return { title: '还没有内置的提示词' }
  return {
    title: '还没有自己的提示词',
    note: '把常用的问法存下来，或从内置的里挑一条改一改',
    action: { name: '浏览内置', run: () => onWhich('ready') },
  }
}
