import type { api, InputOf, OutputOf } from '@scinav/contract'

export type Menus = OutputOf<typeof api.admin.menus>
export type MenuEntry = Menus['groups'][number]['children'][number]
export type Rule = NonNullable<InputOf<typeof api.admin.setMenus>['stopped']>[number]
export type Role = Rule['roles'][number]

/** Whom a rule can speak of. Operators are users too, and everybody is `public`. */
export const roles: readonly { value: Role | ''; name: string }[] = [
  { value: '', name: '所有人' },
  { value: 'user', name: '登录用户' },
  { value: 'operator', name: '管理员' },
]

/** Every rule that counts now, as the call takes the whole set. */
export const rulesOf = ({ groups }: Menus): Rule[] =>
  groups.flatMap(({ children }) =>
    children.flatMap(({ path, stopped }) => stopped.map((stop) => ({ path, ...stop }))),
  )

/** 「示例大学、示例学院的登录用户」 */
export function whomText({ roles: own, organizations }: MenuEntry['stopped'][number]): string {
  const named = own.map((role) => roles.find(({ value }) => value === role)?.name ?? '所有人')
  const whom = named.length > 0 ? named.join('、') : '所有人'
  return organizations.length > 0 ? `${organizations.join('、')}的${whom}` : whom
}

/** The organisations of a text: one to a line, or with commas between them. */
export const organizationsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]
