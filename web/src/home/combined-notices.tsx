import { Notice } from '../ui/notice.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import styles from './combined.module.css'
import { type Combined, isCutOff, silentOf } from './combined.ts'

/** Who gave no answer, and what can be done about it. Nothing where everybody did. */
export function CombinedNotices({ answer, onRetry }: { answer: Combined; onRetry: () => void }) {
  const silent = silentOf(answer)
  if (silent.length === 0) return null
  const names = silent.map(({ name }) => name).join('、')
  const again = <QuietButton onPress={onRetry}>重试</QuietButton>
  return (
    <div className={styles.notices}>
      {isCutOff(answer) ? (
        <Notice tone="warning" action={again}>
          外部检索源都没有答复（{names}
          ），下面只有本地文献库的结果。请检查服务器能否访问互联网；不能上网时，请管理员把 ENGINES_URL
          指向能访问的镜像，或用「导入」把题录文件收进文献库。
        </Notice>
      ) : (
        <Notice action={again}>{names} 没有给出结果，原因见「检索源」；其余的结果不受影响。</Notice>
      )}
    </div>
  )
}
