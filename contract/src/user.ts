import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { id, noInput, noOutput, time } from './shapes.ts'
import { contactRule, normalizeContact, type TextRule } from './text-rules.ts'

/** Returns the schema of a text that a rule accepts; the rule's message becomes the issue. */
export const ruledText = (rule: TextRule) =>
  z.string().superRefine((text, ctx) => {
    const message = rule(text)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

/** An e-mail address in lower case, or a mainland mobile number without +86. */
export const contact = ruledText(contactRule).transform(normalizeContact)

/** The logged-in user. */
export const user = z.object({
  id,
  account: z.string(),
  nick_name: z.string(),
  avatar_url: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string().nullable(),
  subject_codes: z.array(z.string()),
  is_admin: z.boolean(),
  /** Whether the account may check batches of manuscripts (核对员). */
  is_checker: z.boolean(),
  /** False for an account that only the institution's sign-on can open. */
  has_password: z.boolean().optional(),
  /** When the account will be deleted, if its owner has requested that; until then it can be restored. */
  delete_at: time.nullable(),
})

/** An entry of the menu tree. */
export interface MenuItem {
  path: string
  name: string
  icon: string
  children: MenuItem[]
}

/** An entry of the menu with the entries below it. */
const menuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({ path: z.string(), name: z.string(), icon: z.string(), children: z.array(menuItem) }),
)

/** The name of a setting that the page stores for the user. */
const settingKey = z.string().regex(/^[\w.:-]{1,64}$/, '键由字母、数字和 . : - _ 组成，最多 64 个字符')

/** Largest value of a setting as JSON, in bytes. */
const MAX_SETTING_BYTES = 32 * 1024

/** Any JSON value of at most 32 KiB. */
const settingValue = z
  .json()
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_SETTING_BYTES,
    '内容不能超过 32 KB',
  )

/** Calls about the installation, the caller's menu and settings. For the flags of a call see `Endpoint`. */
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
    input: z.object({ target: contact, scene: z.enum(['register', 'reset', 'contact']) }),
    output: z.object({
      expires_in: z.number().int(),
      /** Where the code is sent: `outbox` is the embedded default, a file on the server. */
      delivery: z.enum(['email', 'sms', 'outbox']),
      /** A remark on the delivery for the user, if any. */
      notice: z.string().nullable(),
    }),
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
    output: noOutput,
  },
  setting: {
    method: 'GET',
    path: '/api/user_setting/get/{key}/{type}',
    access: 'user',
    summary: 'One setting of the caller, or null',
    input: z.object({ key: settingKey, type: settingKey }),
    output: z.json(),
  },
} satisfies Endpoints
