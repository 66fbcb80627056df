/** Matches a mobile number of the Chinese mainland without the country code: `13800138000`. */
const MAINLAND_MOBILE_NUMBER = /^1[3-9]\d{9}$/
/** Matches an e-mail address: `li.ming@example.edu.cn`. */
const EMAIL_ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
/** Matches an account name: `li.ming_01`; 3 to 32 characters, the first one a letter. */
const ACCOUNT_NAME = /^[a-z][a-z0-9._-]{2,31}$/i

/** Longest e-mail address, in characters. */
const MAX_CONTACT_CHARS = 254
const MIN_PASSWORD_CHARS = 10
const MAX_PASSWORD_CHARS = 128

/**
 * Returns a Chinese description of what is wrong with a text, null where it is valid. Forms and calls apply the same
 * rules.
 */
export type TextRule = (text: string) => string | null

/** Returns a contact in lower case, trimmed, and without +86 before a mobile number. */
export function normalizeContact(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\+?86[- ]?(?=1\d{10}$)/, '')
}

/** Accepts an e-mail address or a mainland mobile number. */
export const contactRule: TextRule = (text) => {
  const plain = normalizeContact(text)
  const isValid =
    plain.length <= MAX_CONTACT_CHARS && (MAINLAND_MOBILE_NUMBER.test(plain) || EMAIL_ADDRESS.test(plain))
  return isValid ? null : '请填写邮箱或手机号'
}

/**
 * Accepts a log-in name. It starts with a letter and has no @, so that it is never mistaken for an e-mail address or a
 * phone number.
 */
export const accountRule: TextRule = (text) =>
  ACCOUNT_NAME.test(text.trim()) ? null : '账号为 3–32 位字母、数字、点、横线或下划线，以字母开头'

/** Accepts a new password by its length. */
export const passwordRule: TextRule = (text) => {
  if (text.length < MIN_PASSWORD_CHARS) return `密码至少 ${MIN_PASSWORD_CHARS} 位`
  return text.length > MAX_PASSWORD_CHARS ? `密码最多 ${MAX_PASSWORD_CHARS} 位` : null
}

/** Returns a rule that accepts 1 to `longest` characters, not counting spaces at either end. */
const lengthRule =
  (longest: number, missing: string, tooLong: string): TextRule =>
  (text) => {
    const { length } = text.trim()
    if (length === 0) return missing
    return length > longest ? tooLong : null
  }

/** Accepts a display name. */
export const nickNameRule = lengthRule(40, '请填写姓名或昵称', '姓名或昵称最多 40 个字')
/** Accepts the name of a tag. */
export const tagNameRule = lengthRule(30, '请填写标签', '标签最多 30 个字')
/** Accepts the name of a project. */
export const projectNameRule = lengthRule(60, '请填写项目名称', '项目名称最多 60 个字')
/** Accepts the name of a dataset or a folder. */
export const listNameRule = lengthRule(60, '请填写名称', '名称最多 60 个字')
/** Accepts the name of a document. */
export const fileNameRule = lengthRule(200, '请填写文件名', '文件名最多 200 个字')
/** Accepts a verification code of six digits. */
export const codeRule: TextRule = (text) => (/^\d{6}$/.test(text.trim()) ? null : '验证码为 6 位数字')
/** Accepts an existing password as it is entered; only its length is limited. */
export const enteredPasswordRule = lengthRule(
  MAX_PASSWORD_CHARS,
  '请填写密码',
  `密码最多 ${MAX_PASSWORD_CHARS} 位`,
)
