const MAINLAND_MOBILE_NUMBER = /^1[3-9]\d{9}$/
const EMAIL_ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const ACCOUNT_NAME = /^[a-z][a-z0-9._-]{2,31}$/i

const MAX_CONTACT_CHARS = 254
const MIN_PASSWORD_CHARS = 10
const MAX_PASSWORD_CHARS = 128

/** What is wrong with a text, in Chinese; null where nothing is. The forms and the calls ask the same. */
export type TextRule = (text: string) => string | null

/** Lower case, and without +86 before a mobile number. */
export function normalizeContact(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\+?86[- ]?(?=1\d{10}$)/, '')
}

/** An e-mail address or a mainland mobile number. */
export const contactRule: TextRule = (text) => {
  const plain = normalizeContact(text)
  const right =
    plain.length <= MAX_CONTACT_CHARS && (MAINLAND_MOBILE_NUMBER.test(plain) || EMAIL_ADDRESS.test(plain))
  return right ? null : '请填写邮箱或手机号'
}

/** A log-in name: begins with a letter, so it is never taken for an e-mail or a phone number. */
export const accountRule: TextRule = (text) =>
  ACCOUNT_NAME.test(text.trim()) ? null : '账号为 3–32 位字母、数字、点、横线或下划线，以字母开头'

export const passwordRule: TextRule = (text) => {
  if (text.length < MIN_PASSWORD_CHARS) return `密码至少 ${MIN_PASSWORD_CHARS} 位`
  return text.length > MAX_PASSWORD_CHARS ? `密码最多 ${MAX_PASSWORD_CHARS} 位` : null
}

/** A text of 1 to `longest` characters, spaces around it not counted. */
const lengthRule =
  (longest: number, missing: string, tooLong: string): TextRule =>
  (text) => {
    const { length } = text.trim()
    if (length === 0) return missing
    return length > longest ? tooLong : null
  }

export const nickNameRule = lengthRule(40, '请填写姓名或昵称', '姓名或昵称最多 40 个字')
export const tagNameRule = lengthRule(30, '请填写标签', '标签最多 30 个字')
export const projectNameRule = lengthRule(60, '请填写项目名称', '项目名称最多 60 个字')
export const listNameRule = lengthRule(60, '请填写名称', '名称最多 60 个字')
export const fileNameRule = lengthRule(200, '请填写文件名', '文件名最多 200 个字')
export const codeRule: TextRule = (text) => (/^\d{6}$/.test(text.trim()) ? null : '验证码为 6 位数字')
export const enteredPasswordRule = lengthRule(
  MAX_PASSWORD_CHARS,
  '请填写密码',
  `密码最多 ${MAX_PASSWORD_CHARS} 位`,
)
