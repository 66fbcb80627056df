import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** The menu with the rules that disable its entries. */
export type Menus = OutputOf<typeof api.admin.menus>
/** An entry, with the rules on its path. */
export type MenuEntry = Menus['groups'][number]['children'][number]
/** A rule that disables a path for roles, and optionally only for users of certain organizations. */
export type MenuRule = NonNullable<InputOf<typeof api.admin.setMenus>['stopped']>[number]
/** A role that a rule can name. */
export type MenuRole = MenuRule['roles'][number]

/** The roles that a rule can be limited to; `''` stands for everybody. Operators are users too. */
export const menuRoles: readonly { value: MenuRole | ''; name: string }[] = [
  { value: '', name: '所有人' },
  { value: 'user', name: '登录用户' },
  { value: 'operator', name: '管理员' },
]

/** Returns all present rules, because the call replaces the whole set. */
const currentRules = ({ groups }: Menus): MenuRule[] =>
  groups.flatMap(({ children }) =>
    children.flatMap(({ path, stopped }) => stopped.map((stop) => ({ path, ...stop }))),
  )

/** Formats the audience of a rule: 「示例大学、示例学院的登录用户」. */
export function audienceText({ roles, organizations }: MenuEntry['stopped'][number]): string {
  const roleNames = roles.map((role) => menuRoles.find(({ value }) => value === role)?.name ?? '所有人')
  const audience = roleNames.length > 0 ? roleNames.join('、') : '所有人'
  return organizations.length > 0 ? `${organizations.join('、')}的${audience}` : audience
}

/** Parses organizations from a text, one per line or separated by commas, `、` or semicolons; each once. */
export const parseOrganizations = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,，、;；]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/**
 * Returns the actions on the rules that disable menu entries. Each replaces the whole set of rules, with null by those
 * of the configuration file, and offers to undo that in a toast.
 */
export function useMenuRules(menus: Menus) {
  const setting = useWrite(api.admin.setMenus, {
    refreshes: [api.admin.menus, api.user.menu, api.user.stoppedMenus],
  })
  /** The present rules, to undo a change; null when those of the configuration file apply. */
  const before = menus.overridden ? currentRules(menus) : null
  const setRules = async (
    stopped: MenuRule[] | null,
    doneText: string,
    undoRules?: MenuRule[] | null,
  ): Promise<boolean> => {
    const answer = await setting.mutateAsync({ stopped })
    if (!answer.success) {
      toast(`没有改动：${answer.message}`, { tone: 'bad' })
      return false
    }
    toast(doneText, undoRules === undefined ? {} : { undo: () => void setRules(undoRules, '已撤销') })
    return true
  }
  return {
    /** Adds a rule to the present ones. */
    stop: (rule: MenuRule, name: string) =>
      setRules([...currentRules(menus), rule], `已停用${inCorners(name)}，对应的接口同时关闭`, before),
    /** Removes all rules of one path. */
    open: (path: string, name: string) =>
      setRules(
        currentRules(menus).filter((rule) => rule.path !== path),
        `已开放${inCorners(name)}`,
        before,
      ),
    /** Returns to the rules of the configuration file. */
    reset: () => setRules(null, '已恢复配置文件的规则', before),
  }
}
