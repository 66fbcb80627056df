import { type ComponentType, Suspense } from 'react'
import { useUser } from '../../api/session.state.ts'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

/** A panel and who may open it. */
interface PanelDefinition {
  for: 'everyone' | 'operators'
  Content: ComponentType<{ onClose: () => void }>
}

/** All panels, by the value of `?panel=`. An area adds its own here. */
const panels: Readonly<Record<string, PanelDefinition>> = {
  settings: {
    for: 'everyone',
    Content: lazyPart(() => import('../../account/settings-panel.tsx').then((m) => m.SettingsPanel)),
  },
  preferences: {
    for: 'everyone',
    Content: lazyPart(() =>
      import('../../home/preferences/preference-panel.tsx').then((m) => m.PreferencePanel),
    ),
  },
  advanced: {
    for: 'everyone',
    Content: lazyPart(() => import('../../search/advanced-panel.tsx').then((m) => m.AdvancedPanel)),
  },
  syntax: {
    for: 'everyone',
    Content: lazyPart(() => import('../../search/syntax-panel.tsx').then((m) => m.SyntaxPanel)),
  },
  follow: {
    for: 'everyone',
    Content: lazyPart(() => import('../../results/follow-panel.tsx').then((m) => m.FollowPanel)),
  },
  prompts: {
    for: 'everyone',
    Content: lazyPart(() => import('../../ai-applications/prompts-panel.tsx').then((m) => m.PromptsPanel)),
  },
  styles: {
    for: 'everyone',
    Content: lazyPart(() => import('../../paper/cite/styles-panel.tsx').then((m) => m.StylesPanel)),
  },
  models: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/models/models-panel.tsx').then((m) => m.ModelsPanel)),
  },
  mcp: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/mcp/mcp-panel.tsx').then((m) => m.McpPanel)),
  },
  users: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/users-panel.tsx').then((m) => m.UsersPanel)),
  },
  menus: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/menus/menus-panel.tsx').then((m) => m.MenusPanel)),
  },
  import: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/import/import-panel.tsx').then((m) => m.ImportPanel)),
  },
  ranks: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/ranks/ranks-panel.tsx').then((m) => m.RanksPanel)),
  },
  jobs: {
    for: 'operators',
    Content: lazyPart(() => import('../../operator/jobs-panel.tsx').then((m) => m.JobsPanel)),
  },
}

/** Renders the panel that the address names, if there is one and the user may see it. */
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
