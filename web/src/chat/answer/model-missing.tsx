import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../api/session.state.ts'
import action from '../../ui/buttons/action-button.module.css'
import { Notice } from '../../ui/views/notice.tsx'

interface Props {
  /** Why a model that is there cannot be asked. */
  reason?: string | null | undefined
  /** What else can be done about it. */
  children?: ReactNode
}

/** Says that an application cannot answer without a model, and who can do something about it. */
export function ModelMissing({ reason, children }: Props) {
  const isOperator = useUser()?.is_admin ?? false
  return (
    <Notice
      tone="warning"
      action={
        <>
          {children}
          {isOperator && (
            <Link className={action.button} to="/home?panel=models">
              配置模型
            </Link>
          )}
        </>
      }
    >
      <p>
        未配置模型：这个应用需要语言模型才能作答。
        {isOperator ? '配置好之后就能使用。' : '请联系管理员配置。'}
      </p>
      {reason && <p>{reason}</p>}
    </Notice>
  )
}
