const MAINLAND_MOBILE = /^1[3-9]\d{9}$/
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const ACCOUNT = /^[a-z][a-z0-9._-]{2,31}$/i

const LONGEST_CONTACT = 254
const SHORTEST_PASSWORD = 10
const LONGEST_PASSWORD = 128

/** What is wrong with a text, in Chinese; null where nothing is. The forms and the calls ask the same. */
export type Rule = (text: string) => string | null

/** Lower case, and without +86 before a mobile number. */
export function plainContact(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\+?86[- ]?(?=1\d{10}$)/, '')
}

/** An e-mail address or a mainland mobile number. */
export const contactRule: Rule = (text) => {
  const plain = plainContact(text)
  const right = plain.length <= LONGEST_CONTACT && (MAINLAND_MOBILE.test(plain) || EMAIL.test(plain))
  return right ? null : '请填写邮箱或手机号'
}

/** A log-in name: begins with a letter, so it is never taken for an e-mail or a phone number. */
export const accountRule: Rule = (text) =>
  ACCOUNT.test(text.trim()) ? null : '账号为 3–32 位字母、数字、点、横线或下划线，以字母开头'

export const passwordRule: Rule = (text) => {
  if (text.length < SHORTEST_PASSWORD) return `密码至少 ${SHORTEST_PASSWORD} 位`
  return text.length > LONGEST_PASSWORD ? `密码最多 ${LONGEST_PASSWORD} 位` : null
}

/** A text of 1 to `longest` characters, spaces around it not counted. */
const textOf =
  (longest: number, missing: string, tooLong: string): Rule =>
  (text) => {
    const { length } = text.trim()
    if (length === 0) return missing
    return length > longest ? tooLong : null
  }

export const nickNameRule = textOf(40, '请填写姓名或昵称', '姓名或昵称最多 40 个字')
export const tagNameRule = textOf(30, '请填写标签', '标签最多 30 个字')
export const projectNameRule = textOf(60, '请填写项目名称', '项目名称最多 60 个字')
export const listNameRule = textOf(60, '请填写名称', '名称最多 60 个字')
export const fileNameRule = textOf(200, '请填写文件名', '文件名最多 200 个字')
export const codeRule: Rule = (text) => (/^\d{6}$/.test(text.trim()) ? null : '验证码为 6 位数字')
export const givenPasswordRule = textOf(LONGEST_PASSWORD, '请填写密码', `密码最多 ${LONGEST_PASSWORD} 位`)
