import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { flag, id, listOf, noInput, noOutput, optionalText, time } from './shapes.ts'
import { accountRule, codeRule, enteredPasswordRule, nickNameRule, passwordRule } from './text-rules.ts'
import { contact, ruledText, user } from './user.ts'

/** A place where the caller is logged in. */
const session = z.object({
  id,
  /** Whether the call itself comes from this session. */
  current: z.boolean(),
  device: z.string(),
  ip: z.string(),
  created_at: time,
  last_seen_at: time,
})

/** A protocol by which people log in through their institution (single sign-on). */
const signOnProvider = z.enum(['oidc', 'cas'])

/** A sign-on that the installation offers, or that is still linked to the account. */
const signOn = z.object({
  provider: signOnProvider,
  /** The configured name for people; the protocol's name once it is no longer configured. */
  name: z.string(),
  /** Null where the sign-on does not log in to the account. */
  linked_at: time.nullable(),
})

/**
 * The result of linking a sign-on, passed as `sign_on` in the address of the settings page. `taken`: another account
 * has the identity. `other`: the account has another identity of the provider. `session`: another session started the
 * linking, or the one that did has ended. `failed`: the institution's sign-on failed, or the link was used or too old.
 */
export type LinkResult = 'done' | 'taken' | 'other' | 'session' | 'failed'

/** The institution of the user, as they write it. */
const organization = optionalText(100)
/** The name with which a user logs in; unique in the installation. */
const accountName = z.string().trim().pipe(ruledText(accountRule))
const password = ruledText(passwordRule)
/**
 * The caller's current password as confirmation. Absent for an account without one, which confirms by a fresh session
 * instead: it must have begun with a sign-on within the last ten minutes.
 */
const givenPassword = z.string().min(1).max(128).optional()
/** The name that other users see. */
const nickName = z.string().trim().pipe(ruledText(nickNameRule))
/** Codes of disciplines (two digits) and of subjects within them (four digits). */
const subjectCodes = listOf(z.string().regex(/^\d{2}(\d{2})?$/, '学科代码为 2 位或 4 位数字'), 50)
/** The code that was sent to an e-mail address or a phone. */
const verificationCode = z.string().trim().pipe(ruledText(codeRule))

/**
 * The hash to return to after log-in, cut to 2,000 characters. Any value other than the hash of a page (`#/…` without
 * backslashes) is ignored, so that a log-in never leads to another site.
 */
const returnHash = z.preprocess(
  (value) => (typeof value === 'string' && /^#\/[^\\]*$/.test(value) ? value.slice(0, 2_000) : undefined),
  z.string().optional(),
)

/** The number of access tokens that a new password has revoked. */
const revokedTokens = z.object({ tokens_ended: z.number().int() })

/**
 * Calls about registration, log-in, sessions and the caller's own account. Those with `extra` are not in the
 * specification's list.
 */
export const accountApi = {
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
      /** Printed by the server at its first start; makes the first account an operator's, from any network address. */
      setup_token: optionalText(128),
    }),
    output: user,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/register/reset_password',
    access: 'public',
    summary: 'Sets a new password with a code; ends every session and access token of the account',
    input: z.object({
      target: contact,
      code: verificationCode,
      password,
      /** Whether the institution's sign-ons that log in to the account are removed from it. */
      end_sign_ons: flag.default(false),
    }),
    /** The names of the sign-ons that still log in to the account. */
    output: revokedTokens.extend({ sign_ons: z.array(z.string()).optional() }),
    extra: true,
  },
  login: {
    method: 'POST',
    path: '/api/session',
    access: 'public',
    summary: 'Logs in with account, e-mail or phone; `location` is the page to go to',
    input: z.object({
      account: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(128),
      return: returnHash,
    }),
    output: z.object({ location: z.string() }),
    extra: true,
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
  setContact: {
    method: 'PUT',
    path: '/api/user/contact',
    access: 'user',
    summary: "Sets the caller's e-mail address or phone number, proved by a code of the scene `contact`",
    input: z.object({ target: contact, code: verificationCode, password: givenPassword }),
    output: user,
    extra: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/api/user/password',
    access: 'user',
    summary: 'Changes the password; ends all other sessions, and the access tokens unless they are to stay',
    input: z.object({
      /** As `givenPassword`. */
      old_password: ruledText(enteredPasswordRule).optional(),
      password,
      /** Whether access tokens stay valid, so that programs that use `/mcp` keep working. */
      keep_tokens: z.boolean().default(false),
    }),
    output: revokedTokens,
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
    output: noOutput,
    extra: true,
  },
  signOns: {
    method: 'GET',
    path: '/api/user/sign_ons',
    access: 'user',
    summary: "The institution's sign-ons, and which of them log in to the account",
    input: noInput,
    output: z.array(signOn),
    extra: true,
  },
  linkSignOn: {
    method: 'POST',
    path: '/api/user/sign_ons',
    access: 'user',
    summary: 'Begins to link a sign-on to the account; `location` opens once, in the same session only',
    input: z.object({ provider: signOnProvider, password: givenPassword }),
    output: z.object({ location: z.string() }),
    extra: true,
  },
  unlinkSignOn: {
    method: 'DELETE',
    path: '/api/user/sign_ons',
    access: 'user',
    summary: 'Takes a sign-on from the account, unless it is the only way to log in',
    input: z.object({ provider: signOnProvider, password: givenPassword }),
    output: noOutput,
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
    output: noOutput,
    reply: 'file',
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/user',
    access: 'user',
    summary: 'Deletes the account after 30 days; ends all sessions now; data is the URL to go to',
    input: z.object({ password: givenPassword }),
    output: z.string(),
    /** As for log-out: the code with which the specification sends a client to the URL in `data`. */
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
