import type { api, OutputOf } from '@scinav/contract'
import { createAvailabilityCheck } from '../../models/registry/index.ts'
import type { Context } from '../../platform/context/context.ts'

type SystemPart = OutputOf<typeof api.admin.system>['parts'][number]

/** When this process started, as an ISO time. */
const STARTED_AT = new Date(Date.now() - process.uptime() * 1000).toISOString()
const VERSION = '0.1.0'

/** Returns what is configured, and for what is missing, how to configure it. */
export async function getSystemState(ctx: Context) {
  return {
    version: VERSION,
    started_at: STARTED_AT,
    parts: [await chatModel(ctx), database(ctx), mail(ctx), sms(ctx), sso(ctx), publicUrl(ctx)],
  }
}

/** Without a chat model answers consist of quotations, so it comes first. */
async function chatModel(ctx: Context): Promise<SystemPart> {
  const ready = (await createAvailabilityCheck(ctx))('')
  const note = ready
    ? '回答、研究和翻译由模型撰写，逐句核对出处'
    : '现在只摘录原文；在「语言模型」里添加任何兼容 OpenAI 接口的模型后，才能归纳、翻译和改写'
  return { id: 'model', name: '语言模型', ready, note }
}

function database({ config }: Context): SystemPart {
  const note = config.DATABASE_URL ? 'PostgreSQL' : '内置 SQLite，适合单机；多机部署请设置 DATABASE_URL'
  return { id: 'database', name: '数据库', ready: true, note }
}

function mail({ providers }: Context): SystemPart {
  const ready = providers.mail !== null
  const note = ready ? '通过 SMTP 发送' : '设置 SMTP_URL 后验证码会发到用户邮箱；现在写入日志和发件箱'
  return { id: 'mail', name: '邮件', ready, note }
}

function sms({ providers }: Context): SystemPart {
  const ready = providers.sms !== null
  const note = ready ? '通过短信网关发送' : '设置 SMS_WEBHOOK_URL 后可用手机号注册；现在写入日志和发件箱'
  return { id: 'sms', name: '短信', ready, note }
}

function sso({ providers }: Context): SystemPart {
  const ready = providers.sso.length > 0
  const note = ready
    ? providers.sso.map((provider) => provider.name).join('、')
    : '设置 OIDC_ISSUER 或 CAS_URL 后可用校园账号登录'
  return { id: 'sso', name: '统一身份认证', ready, note }
}

/** Returns the state of the public address, which browsers must reach by https. */
function publicUrl({ config }: Context): SystemPart {
  const url = config.PUBLIC_URL
  if (!url)
    return {
      id: 'public_url',
      name: '访问地址',
      ready: false,
      note: '对外提供服务前请设置 PUBLIC_URL（https 地址）',
    }
  const ready = url.startsWith('https:')
  const note = ready ? url : `${url} 不是 https：离线页、复制等浏览器功能不可用，密码会明文传输`
  return { id: 'public_url', name: '访问地址', ready, note }
}
