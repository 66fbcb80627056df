import { useUser } from '../../api/session.state.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './federated.module.css'
import { type FederatedResult, isCutOff, silentEngines } from './federated.ts'

/** What an operator can do when no outside engine responds. */
const operatorAdvice =
  '请检查服务器能否访问互联网；不能上网时，把 ENGINES_URL 设为能访问的镜像，或用「文献导入」把题录文件收入本馆文献。'

/** Reports the engines that returned no result, and what can be done about it; nothing when all succeeded. */
export function FederatedNotices({ answer, onRetry }: { answer: FederatedResult; onRetry: () => void }) {
  const isOperator = useUser()?.is_admin ?? false
  const silent = silentEngines(answer)
  if (silent.length === 0) return null
  const names = silent.map(({ name }) => name).join('、')
  const retryButton = <QuietButton onPress={onRetry}>重试</QuietButton>
  return (
    <div className={styles.notices}>
      {isCutOff(answer) ? (
        <Notice tone="warning" action={retryButton}>
          站外检索来源都没有答复（{names}），下面只有本馆文献的结果。
          {isOperator ? operatorAdvice : '可以过一会儿重试；一直这样时，请告诉管理员。'}
        </Notice>
      ) : (
        <Notice action={retryButton}>{names} 没有给出结果，原因见「检索来源」；其余的结果不受影响。</Notice>
      )}
    </div>
  )
}
