import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../api/call.ts'
import { logOutTo } from '../../api/login-redirect.ts'
import { useUser } from '../../api/session.state.ts'
import { forgetUploads } from '../../documents/upload/forget-uploads.ts'
import type { MenuAction } from '../../ui/buttons/menu-button.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** Returns the actions available everywhere, shown in the user menu and in the command palette. */
export function useShellActions(): MenuAction[] {
  const { open } = usePanel()
  const logOut = useLogOut()
  const operator = useUser()?.is_admin ?? false

  return useMemo(() => {
    const forEveryone: MenuAction[] = [
      { name: '设置', icon: 'settings', run: () => open('settings') },
      { name: '外观', icon: 'sun', run: () => open('settings', 'appearance') },
      { name: '引用格式', icon: 'quote', run: () => open('styles') },
      { name: '导出我的数据', icon: 'download', run: () => open('settings', 'data') },
    ]
    const forOperators: MenuAction[] = [
      { name: '文献导入', icon: 'upload', run: () => open('import'), startsGroup: true },
      { name: '期刊级别', icon: 'shield', run: () => open('ranks') },
      { name: '语言模型', icon: 'robot', run: () => open('models') },
      { name: 'MCP 服务器', icon: 'grid', run: () => open('mcp') },
      { name: '菜单与权限', icon: 'menu', run: () => open('menus') },
      { name: '用户管理', icon: 'users', run: () => open('users') },
      { name: '后台任务', icon: 'jobs', run: () => open('jobs') },
    ]
    const leave: MenuAction = { name: '退出登录', icon: 'logout', run: logOut, startsGroup: true }
    return [...forEveryone, ...(operator ? forOperators : []), leave]
  }, [open, logOut, operator])
}

/** Returns the function that logs out, forgets what this browser holds of the user, and leaves for the log-in page. */
function useLogOut(): () => void {
  const cache = useQueryClient()
  return useCallback(() => {
    void call(api.user.logout, {}).then((answer) => {
      // If the session has already expired, the call has redirected to the log-in page.
      const isOut = answer.success || answer.problem === 'login.required'
      if (!isOut) return toast(`没有退出：${answer.message}`, { tone: 'bad' })
      cache.clear()
      void forgetUploads().then(() => {
        if (answer.success) logOutTo(answer.data)
      })
    })
  }, [cache])
}
