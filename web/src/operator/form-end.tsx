import { Button } from 'antd'
import { Notice } from '../ui/views/notice.tsx'
import styles from './operator.module.css'

interface Props {
  /** The error that belongs to no field. */
  problem: string | undefined
  saving: boolean
  /** Label of the save button. */
  name?: string
  onCancel: () => void
}

/** Renders the end of a form: its error, 取消 and 保存. */
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
