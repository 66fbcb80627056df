import { Button } from 'antd'
import { Notice } from '../ui/views/notice.tsx'
import styles from './operator.module.css'

interface Props {
  /** What is wrong with the whole. */
  problem: string | undefined
  saving: boolean
  /** What the button that saves is called. */
  name?: string
  onCancel: () => void
}

/** The end of a form: what is wrong, 取消 and 保存. */
export function FormEnd({ problem, saving, name = '保存', onCancel }: Props) {
  return (
    <>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.bottom}>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit" loading={saving}>
          {name}
        </Button>
      </div>
    </>
  )
}
