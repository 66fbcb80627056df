import { api } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { type Menus, type Rule, rulesOf } from './menus.ts'

/** Sets all rules at once, null for those of the file, and offers to take it back. */
export function useMenuRules(menus: Menus) {
  const setting = useWrite(api.admin.setMenus, {
    refreshes: [api.admin.menus, api.user.menu, api.user.stoppedMenus],
  })
  const before = menus.overridden ? rulesOf(menus) : null
  const set = async (stopped: Rule[] | null, done: string, back?: Rule[] | null) => {
    const answer = await setting.mutateAsync({ stopped })
    if (!answer.success) {
      toast(`没有改动：${answer.message}`, { tone: 'bad' })
      return false
    }
    toast(done, back === undefined ? {} : { undo: () => void set(back, '已撤销') })
    return true
  }
  return {
    /** Adds a rule to those there are. */
    stop: (rule: Rule, name: string) =>
      set([...rulesOf(menus), rule], `已停用「${name}」，对应的接口同时关闭`, before),
    /** Takes away every rule of one path. */
    open: (path: string, name: string) =>
      set(
        rulesOf(menus).filter((rule) => rule.path !== path),
        `已开放「${name}」`,
        before,
      ),
    reset: () => set(null, '已恢复配置文件的规则', before),
  }
}
