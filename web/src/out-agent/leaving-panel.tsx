import { Button } from 'antd'
import { Panel } from '../ui/dialogs/panel.tsx'
import styles from './out-agent.module.css'
import { hostOf, type OutAgent } from './out-agents.ts'

interface Props {
  agent: OutAgent
  onClose: () => void
}

/** Says before a person leaves whom they will talk to, and what that means for what they type there. */
export function LeavingPanel({ agent: { name, url }, onClose }: Props) {
  return (
    <Panel title="即将离开本站" width={480} fit onClose={onClose}>
      <p>
        「{name}」由 <strong>{hostOf(url)}</strong> 提供，会在新标签页打开。
      </p>
      <ul className={styles.notes}>
        <li>您在那里输入的内容会交给对方，请不要填写未发表的成果和个人信息。</li>
        <li>那里的回答没有经过本站核对，引用前请查证原文。</li>
        <li>对方可能要求注册或收费。</li>
      </ul>
      <div className={styles.bottom}>
        <Button onClick={onClose}>留在本站</Button>
        <Button type="primary" href={url ?? ''} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          打开
        </Button>
      </div>
    </Panel>
  )
}
