import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Link } from 'react-router'
import { EXTRACTIVE, type Model } from '../../api/outside-models.ts'
import { useUser } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { formatCount } from '../../ui/figures.ts'
import styles from './composer.module.css'
import type { ApplicationModels } from './model-choice.tsx'

interface Props {
  /** Id of the rendered element, for the `aria-describedby` of the field. */
  id: string
  models: ApplicationModels
  /** Whether the next question is answered without a model. */
  withoutModel: boolean
}

/** Renders the line below the field: what will answer the next question, and how many tokens were used today. */
export function ModelLine({ id, models: { choices, chosen, known, problem }, withoutModel }: Props) {
  if (!known) return null
  const hasModel = choices.some((choice) => choice.id !== EXTRACTIVE)
  const isByRules = withoutModel || chosen?.id === EXTRACTIVE
  return (
    <p className={styles.note} id={id}>
      {!hasModel && <NoModel problem={problem} canQuote={choices.length > 0} />}
      {hasModel && isByRules && '不使用模型：按规则查找并摘录原文，不用词元。'}
      {hasModel && !isByRules && chosen && (
        <AnsweringModel model={chosen} canQuote={choices.some(({ id }) => id === EXTRACTIVE)} />
      )}
    </p>
  )
}

/** Reports that no model can be used, and what an operator can do about it. */
function NoModel({ problem, canQuote }: { problem: string | null; canQuote: boolean }) {
  const isOperator = useUser()?.is_admin ?? false
  const cause = problem === null ? '没有配置语言模型' : `语言模型不可用（${problem.replace(/。$/, '')}）`
  return (
    <>
      {cause}，{canQuote ? '回答由原文摘录组成。' : '这个应用还不能作答。'}
      {isOperator ? (
        <Link to="/home?panel=models">{problem === null ? '添加模型' : '查看模型'}</Link>
      ) : (
        '管理员可以在「语言模型」里配置。'
      )}
    </>
  )
}

/**
 * Renders the name of a model, the tokens used today, and the host that receives the text; only a notice once the
 * tokens of the day are used up.
 */
function AnsweringModel({ model, canQuote }: { model: Model; canQuote: boolean }) {
  const usage = useRead(api.chat.usage, {}, { keepPrevious: true })
  const { used = 0, limit = null } = usage.data ?? {}
  if (limit !== null && used >= limit)
    return `今天的 ${formatCount(limit)} 词元已用完，明天 0 点后恢复；在此之前${canQuote ? '回答由原文摘录组成' : '这个应用不能作答'}。`
  return (
    <>
      由 {model.name} 作答
      {usage.data && ` · ${usageText(usage.data)}`}
      {model.external && (
        <span className={styles.recipient}>
          问题和引用的原文会发送给站外模型{inCorners(model.name)}
          {model.host && `（${model.host}）`}。
        </span>
      )}
    </>
  )
}

/** Describes the tokens that a person has used today, and how many are left. */
function usageText({ used, limit }: { used: number; limit: number | null }): string {
  const soFar = `今天已用 ${formatCount(used)} 词元`
  if (limit === null) return `${soFar}，未设上限`
  return `${soFar}，还剩 ${formatCount(limit - used)}`
}
