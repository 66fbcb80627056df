import type { PictureName } from '../ui/views/state-view.tsx'

export interface ErrorText {
  title: string
  /** What happened and what helps. */
  what: string
  picture: PictureName
  /** The first one is the primary action. */
  actions: ('home' | 'retry' | 'login' | 'back')[]
}

const texts: Readonly<Record<string, ErrorText>> = {
  '403': {
    title: '您没有打开这个页面的权限',
    what: '如果工作需要，请联系管理员开通。',
    picture: 'door',
    actions: ['home', 'back'],
  },
  '404': {
    title: '没有找到这个页面',
    what: '地址可能有误，页面可能已移走，也可能没有对您开放。',
    picture: 'shelf',
    actions: ['home', 'back'],
  },
  '500': {
    title: '服务器出错了',
    what: '问题已记入日志。请稍后重试；如果一再出现，请告诉管理员。',
    picture: 'broken',
    actions: ['retry', 'home'],
  },
  offline: {
    title: '现在没有网络',
    what: '请检查网络连接，然后重试。',
    picture: 'broken',
    actions: ['retry'],
  },
  no_login: {
    title: '暂时无法确认您的登录状态',
    what: '没有从服务器取到您的账号信息：可能是网络中断，或服务器正在重启。请重试；仍不行时请重新登录。',
    picture: 'door',
    actions: ['retry', 'login'],
  },
}

const unknownErrorText: ErrorText = {
  title: '出了点问题',
  what: '这一步没有完成。请重试，或回到首页。',
  picture: 'broken',
  actions: ['home', 'back'],
}

/** Returns the text of an `err_code`; an unknown code gets a text that fits every failure. */
export function errorTextOf(code: string | null): ErrorText {
  return (code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined) ?? unknownErrorText
}
