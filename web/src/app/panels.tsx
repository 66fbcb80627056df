import { type ComponentType, lazy, Suspense } from 'react'
import { useUser } from '../api/user-info.state.ts'
import { usePanel } from '../ui/use-panel.ts'

interface Panel {
  for: 'everyone' | 'operators'
  Content: ComponentType<{ onClose: () => void }>
}

/** Every panel, by the name that `?panel=` carries. An area adds its own here. */
const panels: Readonly<Record<string, Panel>> = {
  settings: {
    for: 'everyone',
    Content: lazy(() => import('../account/settings-panel.tsx').then((m) => ({ default: m.SettingsPanel }))),
  },
  preferences: {
    for: 'everyone',
    Content: lazy(() => import('../home/preference-panel.tsx').then((m) => ({ default: m.PreferencePanel }))),
  },
  advanced: {
    for: 'everyone',
    Content: lazy(() => import('../home/advanced-panel.tsx').then((m) => ({ default: m.AdvancedPanel }))),
  },
  syntax: {
    for: 'everyone',
    Content: lazy(() => import('../home/syntax-panel.tsx').then((m) => ({ default: m.SyntaxPanel }))),
  },
  follow: {
    for: 'everyone',
    Content: lazy(() => import('../home/follow-panel.tsx').then((m) => ({ default: m.FollowPanel }))),
  },
  prompts: {
    for: 'everyone',
    Content: lazy(() =>
      import('../ai-applications/prompts-panel.tsx').then((m) => ({ default: m.PromptsPanel })),
    ),
  },
  models: {
    for: 'operators',
    Content: lazy(() => import('../operator/models-panel.tsx').then((m) => ({ default: m.ModelsPanel }))),
  },
  mcp: {
    for: 'operators',
    Content: lazy(() => import('../operator/mcp-panel.tsx').then((m) => ({ default: m.McpPanel }))),
  },
  users: {
    for: 'operators',
    Content: lazy(() => import('../operator/users-panel.tsx').then((m) => ({ default: m.UsersPanel }))),
  },
  menus: {
    for: 'operators',
    Content: lazy(() => import('../operator/menus-panel.tsx').then((m) => ({ default: m.MenusPanel }))),
  },
  import: {
    for: 'operators',
    Content: lazy(() => import('../operator/import-panel.tsx').then((m) => ({ default: m.ImportPanel }))),
  },
  ranks: {
    for: 'operators',
    Content: lazy(() => import('../operator/ranks-panel.tsx').then((m) => ({ default: m.RanksPanel }))),
  },
  jobs: {
    for: 'operators',
    Content: lazy(() => import('../operator/jobs-panel.tsx').then((m) => ({ default: m.JobsPanel }))),
  },
}

/** Shows the panel that the address names, if there is one and the person may see it. */
export function Panels() {
  const { panel, close } = usePanel()
  const operator = useUser()?.is_admin ?? false
  const shown = panel && Object.hasOwn(panels, panel) ? panels[panel] : undefined
  if (!shown || (shown.for === 'operators' && !operator)) return null
  return (
    <Suspense>
      <shown.Content onClose={close} />
    </Suspense>
  )
}
