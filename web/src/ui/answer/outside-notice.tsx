import { ActionButton } from '../action-button.tsx'
import { Panel } from '../panel.tsx'
import type { Outside } from './outside-models.ts'
import styles from './outside-notice.module.css'

interface Props {
  outside: Outside
  onAgree: () => void
  onLocal: () => void
  onClose: () => void
}

/** Says, before text first leaves, whom it goes to and what goes. */
export function OutsideNotice({ outside: { model, host, local }, onAgree, onLocal, onClose }: Props) {
  return (
    <Panel title="这个问题会发到站外" width={520} fit onClose={onClose}>
      <div className={styles.notice}>
        <p>
          回答用的模型「{model.name}」由 <strong>{host}</strong> 提供，不在本站。会发送给它的有：
        </p>
        <ul>
          <li>您的问题，和这个对话里先前的问答</li>
          <li>作为依据的文献片段，和您填写的表单</li>
        </ul>
        <p>账号、姓名不会发送。同意后不再提示；以后可以在输入框里换模型。</p>
        <div className={styles.deeds}>
          <ActionButton name="同意并发送" onPress={onAgree} primary />
          {local && <ActionButton name="只用本机回答" onPress={onLocal} />}
          <ActionButton name="先不发送" onPress={onClose} />
        </div>
        {local && <p className={styles.quiet}>本机回答：{local.name}</p>}
      </div>
    </Panel>
  )
}
