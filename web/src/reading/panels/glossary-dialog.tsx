import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { PlainPanel } from '../../ui/dialogs/plain-panel.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './panels.module.css'

interface GlossaryTerm {
  /** The term in the original. */
  source: string
  /** Its translation. */
  target: string
}

/** Renders the user's own terms, which translations respect. */
export function GlossaryDialog({ onClose }: { onClose: () => void }) {
  const terms = useRead(api.reading.glossary, {})
  return (
    <PlainPanel title="术语表" width={520} onClose={onClose}>
      <ReadView of={terms} what="术语表">
        {(list) => <GlossaryForm terms={list} onClose={onClose} />}
      </ReadView>
    </PlainPanel>
  )
}

function GlossaryForm({ terms, onClose }: { terms: readonly GlossaryTerm[]; onClose: () => void }) {
  const [text, setText] = useState(() =>
    terms.map(({ source, target }) => `${source} = ${target}`).join('\n'),
  )
  const saving = useWrite(api.reading.saveGlossary, { refreshes: [api.reading.glossary] })
  const save = async () => {
    const { list, invalidLine } = parseTerms(text)
    if (invalidLine) return toast(`${inCorners(invalidLine)}要写成「原文 = 译文」`, { tone: 'bad' })
    const answer = await saving.mutateAsync({ list })
    if (!answer.success) return toast(`没有保存：${answer.message}`, { tone: 'bad' })
    toast('已保存术语表，之后的翻译会照它译')
    onClose()
  }
  return (
    <div className={styles.form}>
      <label>
        一行一条，写成「原文 = 译文」，最多 500 条
        <textarea
          rows={12}
          maxLength={100_000}
          value={text}
          placeholder="residual learning = 残差学习"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <ActionButton name="保存" primary busy={saving.isPending} onPress={() => void save()} />
    </div>
  )
}

/** Parses one term per line, `source = translation`, up to the first line that is not one (`invalidLine`). */
function parseTerms(text: string): { list: GlossaryTerm[]; invalidLine?: string } {
  const list: GlossaryTerm[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const equals = line.indexOf('=')
    const source = line.slice(0, equals).trim()
    const target = line.slice(equals + 1).trim()
    if (equals < 1 || !source || !target) return { list, invalidLine: line.trim() }
    list.push({ source, target })
  }
  return { list }
}
