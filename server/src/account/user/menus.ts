import { readFileSync } from 'node:fs'
import type { MenuItem } from '@scinav/contract'
import { z } from 'zod'
import type { Actor } from '../../platform/context/context.ts'

const audienceShape = z.object({
  /** Left out: everybody. `public` includes people who are not logged in. */
  roles: z.array(z.enum(['public', 'user', 'operator'])).optional(),
  /** Left out: every organisation. */
  organizations: z.array(z.string()).optional(),
})

const menuEntryShape = audienceShape.extend({
  path: z.string().startsWith('/'),
  name: z.string(),
  icon: z.string(),
})
const menuGroupShape = z.object({ name: z.string(), icon: z.string(), children: z.array(menuEntryShape) })
const stopShape = audienceShape.extend({ path: z.string().startsWith('/') })

/** `config/menus.json`: the menu in groups, and the paths that some people may not open. */
const menusFileShape = z.object({ groups: z.array(menuGroupShape), stopped: z.array(stopShape) })

type Audience = z.output<typeof audienceShape>
/** A path and who may not open it. */
export type MenuStop = z.output<typeof stopShape>

/** @throws when the file does not fit; the message says where. */
function readMenus(): z.output<typeof menusFileShape> {
  const file = new URL('../../../../config/menus.json', import.meta.url)
  const parsed = menusFileShape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/menus.json: ${z.prettifyError(parsed.error)}`)
}

/** The menu and the rules as the installation's file has them. */
export const menus = readMenus()

/** Where operators undo what they stopped: the operator's panels open over it. */
export const REQUIRED_PATHS: ReadonlySet<string> = new Set(['/home'])
/** Where people land who may not go on; stopped, they would be sent in circles. */
export const ALWAYS_OPEN_PATHS: ReadonlySet<string> = new Set(['/error', '/noLoginError'])

/** The menu tree of one person, without what is closed to them; null for nobody. */
export function menuFor(actor: Actor | null, stopped: MenuStop[]): MenuItem[] {
  const closed = new Set(stoppedPathsFor(actor, stopped))
  return menus.groups.flatMap(({ name, icon, children }) => {
    const open = children.filter((item) => appliesTo(item, actor, 'user') && !closed.has(item.path))
    if (open.length === 0) return []
    const leaves = open.map((item) => ({ path: item.path, name: item.name, icon: item.icon, children: [] }))
    return [{ path: '', name, icon, children: leaves }]
  })
}

/** The paths that this person may not open. */
export function stoppedPathsFor(actor: Actor | null, stopped: MenuStop[]): string[] {
  const paths = stopped.filter((item) => appliesTo(item, actor, 'public')).map((item) => item.path)
  const open = (path: string) =>
    ALWAYS_OPEN_PATHS.has(path) || (actor?.is_admin === true && REQUIRED_PATHS.has(path))
  return [...new Set(paths)].filter((path) => !open(path))
}

/** Whether a rule speaks of this person. Without `roles` it speaks of everybody from `least` upwards. */
function appliesTo(
  { roles, organizations }: Audience,
  actor: Actor | null,
  least: 'public' | 'user',
): boolean {
  const own =
    actor === null ? ['public'] : actor.is_admin ? ['public', 'user', 'operator'] : ['public', 'user']
  const byRole = (roles ?? [least]).some((role) => own.includes(role))
  const byOrganization = !organizations || organizations.includes(actor?.organization ?? '')
  return byRole && byOrganization
}
