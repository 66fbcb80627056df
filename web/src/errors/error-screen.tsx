import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { goToLogin } from '../api/login-redirect.ts'
import { useHomeState } from '../api/specified.state.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { LinePicture, type PictureName } from '../ui/views/state-view.tsx'
import styles from './error-screen.module.css'

/** Renders the page of every failure that has an address: what happened, and what to do. */
export function ErrorScreen() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { title } = useHomeState((state) => state.logoInfo)
  const code = pathname === '/noLoginError' ? 'no_login' : params.get('err_code')
  const text = errorTextOf(code)
  // Only these two failures may be over once the network is back.
  const returnsOnline = code === 'no_login' || code === 'offline'
  useReturnOnline(returnsOnline ? returnPath(params.get('from')) : undefined)
  const request = params.get('request_id')
  return (
    <main className={styles.screen}>
      <div className={styles.brand}>
        <BrandMark size={28} />
        <span>{title || '科学导航'}</span>
      </div>
      <LinePicture name={text.picture} />
      <h1>{text.title}</h1>
      <p>{text.explanation}</p>
      <Actions text={text} from={params.get('from')} />
      {request && <code>请求 {request}</code>}
    </main>
  )
}

/** Returns the path to go back to: `from` if it is a path of this site, otherwise the home screen. */
const returnPath = (from: string | null): string => (from && SITE_PATH.test(from) ? from : '/home')

/** Matches a path; `//host` and `/\host` name another site. */
const SITE_PATH = /^\/(?![/\\])/

/** Returns to the given address, if any, when the browser is online again, so that nobody has to press anything. */
function useReturnOnline(back: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (back === undefined) return
    const go = () => void navigate(back, { replace: true })
    addEventListener('online', go)
    return () => removeEventListener('online', go)
  }, [back, navigate])
}

/** Renders what can be done about a failure; retrying and logging in lead back to where it happened (`from`). */
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

/** What the page of a failure shows. */
interface ErrorText {
  title: string
  /** What happened and what helps. */
  explanation: string
  picture: PictureName
  /** The first one is the primary action. */
  actions: ('home' | 'retry' | 'login' | 'back')[]
}

/** The texts by the `err_code` of the address; `no_login` is that of `/noLoginError`. */
const texts: Readonly<Record<string, ErrorText>> = {
  '403': {
    title: '您没有打开这个页面的权限',
    explanation: '如果工作需要，请联系管理员开通。',
    picture: 'door',
    actions: ['home', 'back'],
  },
  '404': {
    title: '没有找到这个页面',
    explanation: '地址可能有误，页面可能已移走，也可能没有对您开放。',
    picture: 'shelf',
    actions: ['home', 'back'],
  },
  '500': {
    title: '服务器出错了',
    explanation: '问题已记入日志。请稍后重试；如果一再出现，请告诉管理员。',
    picture: 'broken',
    actions: ['retry', 'home'],
  },
  offline: {
    title: '现在没有网络',
    explanation: '请检查网络连接，然后重试。',
    picture: 'broken',
    actions: ['retry'],
  },
  no_login: {
    title: '暂时无法确认您的登录状态',
    explanation:
      '没有从服务器取到您的账号信息：可能是网络中断，或服务器正在重启。请重试；仍不行时请重新登录。',
    picture: 'door',
    actions: ['retry', 'login'],
  },
}

const unknownErrorText: ErrorText = {
  title: '出了点问题',
  explanation: '这一步没有完成。请重试，或回到首页。',
  picture: 'broken',
  actions: ['home', 'back'],
}

/** Returns the text of an `err_code`; an unknown code gets a text that fits every failure. */
function errorTextOf(code: string | null): ErrorText {
  return (code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined) ?? unknownErrorText
}
