import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, listOf, noInput, nothing, optionalText, time } from './shapes.ts'
import {
  accountRule,
  codeRule,
  contactRule,
  givenPasswordRule,
  nickNameRule,
  passwordRule,
  plainContact,
  type Rule,
} from './text-rules.ts'

/** A text that a rule accepts. */
const ruled = (rule: Rule) =>
  z.string().superRefine((text, ctx) => {
    const message = rule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

/** An e-mail address (lower case) or a mainland mobile number without +86. */
const contact = ruled(contactRule).transform(plainContact)
const accountName = z.string().trim().pipe(ruled(accountRule))
const password = ruled(passwordRule)

const nickName = z.string().trim().pipe(ruled(nickNameRule))
const organization = optionalText(100)
const subjectCodes = listOf(z.string().regex(/^\d{2}(\d{2})?$/, '学科代码为 2 位或 4 位数字'), 50)
const verificationCode = z.string().trim().pipe(ruled(codeRule))

/** A way back after log-in: a hash of our own, everything else is ignored. */
const returnHash = z.preprocess(
  (value) => (typeof value === 'string' && /^#\/[^\\]*$/.test(value) ? value.slice(0, 2_000) : undefined),
  z.string().optional(),
)

/** The logged-in person. */
const user = z.object({
  id,
  account: z.string(),
  nick_name: z.string(),
  avatar_url: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string().nullable(),
  subject_codes: z.array(z.string()),
  is_admin: z.boolean(),
  /** When the account will be gone, if its owner asked for that; until then it can be undone. */
  delete_at: time.nullable(),
})

/** One entry of the menu tree. */
export interface MenuItem {
  path: string
  name: string
  icon: string
  children: MenuItem[]
}

const menuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({ path: z.string(), name: z.string(), icon: z.string(), children: z.array(menuItem) }),
)

/** One place where the person is logged in. */
const session = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  ip: z.string(),
  created_at: time,
  last_seen_at: time,
})

const settingKey = z.string().regex(/^[\w.:-]{1,64}$/, '键由字母、数字和 . : - _ 组成，最多 64 个字符')
const SETTING_BYTES = 32 * 1024

/** Any JSON value of at most 32 KiB. */
const settingValue = z
  .json()
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= SETTING_BYTES,
    '内容不能超过 32 KB',
  )

export const userApi = {
  logo: {
    method: 'GET',
    path: '/api/logo',
    access: 'public',
    summary: 'Title, logo and legal links of this installation',
    input: noInput,
    output: z.object({
      title: z.string(),
      logo_url: z.string().nullable(),
      favicon_url: z.string().nullable(),
      copyright: z.string().nullable(),
      agreement_url: z.string(),
      privacy_url: z.string(),
      icp: z.string().nullable(),
    }),
  },
  current: {
    method: 'GET',
    path: '/api/user',
    access: 'user',
    summary: 'The logged-in person',
    input: noInput,
    output: user,
  },
  logout: {
    method: 'POST',
    path: '/api/user/logout',
    access: 'user',
    summary: 'Ends this session; data is the URL to go to',
    input: noInput,
    output: z.string(),
    success_code: 1009,
  },
  sendCode: {
    method: 'POST',
    path: '/api/register/send_msg',
    access: 'public',
    summary: 'Sends a six-digit code to an e-mail address or a phone; answers the same for unknown targets',
    input: z.object({ target: contact, scene: z.enum(['register', 'reset']) }),
    output: z.object({
      expires_in: z.number().int(),
      /** Where the code goes: `outbox` is the embedded default, a file on the server. */
      delivery: z.enum(['email', 'sms', 'outbox']),
      /** What the person should know about the delivery, if anything. */
      notice: z.string().nullable(),
    }),
  },
  register: {
    method: 'POST',
    path: '/api/register/register_user',
    access: 'public',
    summary: 'Creates an account and logs it in',
    input: z.object({
      account: accountName,
      password,
      nick_name: nickName,
      target: contact,
      code: verificationCode,
      agree: z.literal(true, '请阅读并同意用户协议与隐私政策'),
      organization,
      subject_codes: subjectCodes,
      /** Printed by the server at its first start; makes the first account the operator's from anywhere. */
      setup_token: optionalText(128),
    }),
    output: user,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/register/reset_password',
    access: 'public',
    summary: 'Sets a new password with a code; ends every session of the account',
    input: z.object({ target: contact, code: verificationCode, password }),
    output: nothing,
    extra: true,
  },
  login: {
    method: 'POST',
    path: '/api/session',
    access: 'public',
    summary: 'Logs in with account, e-mail or phone; data says where to go',
    input: z.object({
      account: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(128),
      return: returnHash,
    }),
    output: z.object({ location: z.string() }),
    extra: true,
  },
  menu: {
    method: 'GET',
    path: '/api/menu/default',
    access: 'public',
    summary: "The caller's menu tree; the public one without a session",
    input: noInput,
    output: z.array(menuItem),
  },
  stoppedMenus: {
    method: 'GET',
    path: '/api/menu/stop',
    access: 'user',
    summary: 'Paths the caller may not open (noAuthMenus)',
    input: noInput,
    output: z.array(z.string()),
  },
  saveSetting: {
    method: 'POST',
    path: '/api/user_setting/save',
    access: 'user',
    summary: 'Keeps one setting of the caller',
    input: z.object({ key: settingKey, type: settingKey, value: settingValue }),
    output: nothing,
  },
  setting: {
    method: 'GET',
    path: '/api/user_setting/get/{key}/{type}',
    access: 'user',
    summary: 'One setting of the caller, or null',
    input: z.object({ key: settingKey, type: settingKey }),
    output: z.json(),
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/user/profile',
    access: 'user',
    summary: "Changes the caller's name, organisation and disciplines",
    input: z.object({ nick_name: nickName, organization, subject_codes: subjectCodes }),
    output: user,
    extra: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    access: 'user',
    summary: 'Changes the password and ends all other sessions',
    input: z.object({ old_password: ruled(givenPasswordRule), password }),
    output: nothing,
    extra: true,
  },
  sessions: {
    method: 'GET',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'Where the caller is logged in, newest first',
    input: noInput,
    output: z.array(session),
    extra: true,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    summary: 'Ends one session, or all others when session_id is left out',
    input: z.object({ session_id: optionalText(64) }),
    output: nothing,
    extra: true,
  },
  exportData: {
    method: 'POST',
    path: '/api/user/export',
    access: 'user',
    summary: 'Starts a job that packs everything kept about the caller into a zip',
    input: noInput,
    output: z.object({ job_id: id }),
    creates: true,
    extra: true,
  },
  exportFile: {
    method: 'GET',
    path: '/api/user/export/{job_id}',
    access: 'user',
    summary: 'The finished export as a zip, kept for 7 days',
    input: z.object({ job_id: id }),
    output: nothing,
    reply: 'file',
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/user',
    access: 'user',
    summary: 'Deletes the account after 30 days; ends all sessions now; data is the URL to go to',
    input: z.object({ password: z.string().min(1).max(128) }),
    output: z.string(),
    success_code: 1009,
    extra: true,
  },
  restore: {
    method: 'POST',
    path: '/api/user/restore',
    access: 'user',
    summary: 'Takes back the deletion of the account',
    input: noInput,
    output: user,
    extra: true,
  },
} satisfies Endpoints
