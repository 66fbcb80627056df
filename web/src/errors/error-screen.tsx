import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { goToLogin } from '../api/login-redirect.ts'
import { useHomeState } from '../api/specified.state.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { LinePicture } from '../ui/views/state-view.tsx'
import styles from './error-screen.module.css'
import { type ErrorText, errorTextOf } from './error-texts.ts'

/** Renders the page of every failure that has an address: what happened, and what to do. */
export function ErrorScreen() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { title } = useHomeState((state) => state.logoInfo)
  useReturnOnline(pathname === '/noLoginError' ? returnPath(params.get('from')) : undefined)
  const text = errorTextOf(pathname === '/noLoginError' ? 'no_login' : params.get('err_code'))
  const request = params.get('request_id')
  return (
    <main className={styles.screen}>
      <div className={styles.brand}>
        <BrandMark size={28} />
        <span>{title || '科学导航'}</span>
      </div>
      <LinePicture name={text.picture} />
      <h1>{text.title}</h1>
      <p>{text.what}</p>
      <Actions text={text} from={params.get('from')} />
      {request && <code>请求 {request}</code>}
    </main>
  )
}

const returnPath = (from: string | null): string => (from?.startsWith('/') ? from : '/home')

/** Returns to the given address when the browser is online again, so that nobody has to press anything. */
function useReturnOnline(back: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (back === undefined) return
    const go = () => void navigate(back, { replace: true })
    addEventListener('online', go)
    return () => removeEventListener('online', go)
  }, [back, navigate])
}

function Actions({ text, from }: { text: ErrorText; from: string | null }) {
  const navigate = useNavigate()
  const back = returnPath(from)
  const actions = {
    home: { name: '回到首页', run: () => navigate('/home', { replace: true }) },
    retry: { name: '重试', run: () => navigate(back, { replace: true }) },
    login: { name: '登录', run: () => goToLogin('/login', `#${back}`) },
    back: { name: '返回上一页', run: () => navigate(-1) },
  }
  return (
    <div className={styles.actions}>
      {text.actions.map((action, order) => (
        <ActionButton
          key={action}
          name={actions[action].name}
          onPress={actions[action].run}
          primary={order === 0}
        />
      ))}
    </div>
  )
}
