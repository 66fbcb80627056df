import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { langOf } from '../../paper/paper.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './manuscript-check.module.css'
import { ChangedText } from './manuscript-pane.tsx'

interface Props {
  check_id: string
  onClose: () => void
}

/** Renders the whole list of references as the chosen style prints it, to copy. */
export function RewrittenList({ check_id, onClose }: Props) {
  const list = useRead(api.manuscriptChecks.list, { check_id })
  const copy = async () => {
    const text = list.data?.entries.map(({ text, printed }) => printed ?? text).join('\n') ?? ''
    if (await copyText(text)) toast(`已复制 ${list.data?.entries.length ?? 0} 条`)
    else toast('浏览器不允许复制，请选中文字后按 Ctrl C', { tone: 'bad' })
  }
  const unknown = list.data?.entries.filter(({ printed }) => printed === null).length ?? 0
  return (
    <Panel title="按所选格式改写的参考文献表" width={820} onClose={onClose}>
      <ReadView of={list} what="参考文献表">
        {({ entries }) => (
          <>
            <div className={styles.actions}>
              <ActionButton name="复制整表" primary onPress={() => void copy()} />
              {unknown > 0 && <span className={styles.quiet}>{unknown} 条没有查到题录，保留稿件写法</span>}
            </div>
            <ol className={styles.rewritten}>
              {entries.map(({ entry, text, printed }) => (
                <li key={entry} lang={langOf(text)}>
                  <ChangedText before={text} after={printed ?? text} />
                </li>
              ))}
            </ol>
          </>
        )}
      </ReadView>
    </Panel>
  )
}
