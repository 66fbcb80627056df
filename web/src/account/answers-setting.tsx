import { api } from '@scinav/contract'
import { Switch } from 'antd'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './settings.module.css'

/** The account setting that switches the check of citations off, with the value `false`. */
const SETTING = { key: 'citation-check', type: 'chat' }

/** Renders whether a model checks the citations of answers, and what is checked in either case. */
export function AnswersSetting() {
  const setting = useRead(api.user.setting, SETTING)
  const save = useWrite(api.user.saveSetting, { refreshes: [api.user.setting] })
  const isOn = setting.data !== false
  const change = async (value: boolean) => {
    const answer = await save.mutateAsync({ ...SETTING, value })
    if (!answer.success) toast(`没有保存：${answer.message}`, { tone: 'bad' })
  }
  return (
    <>
      <div className={styles.session}>
        <h3 id="citation-check">用模型核对引文</h3>
        <Switch
          aria-labelledby="citation-check"
          checked={isOn}
          loading={save.isPending}
          disabled={setting.data === undefined}
          onChange={(value) => void change(value)}
        />
      </div>
      <p className={styles.quiet}>
        打开时，模型写完回答后再核对一次：每个带引文的说法与所引文献的标题、作者、年份和原文是否相符。与原文不符的会标出，并改写或删去，改动可以撤销。多用一些词元，最多多等
        10 秒。
      </p>
      <p className={styles.quiet}>
        关闭时（以及没有模型时）只比对数字、名称和引语：与原文矛盾的会标出，没有标记不表示已经核对。没有引文的句子在两种情况下都不核对。
      </p>
    </>
  )
}
