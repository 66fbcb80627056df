import { readFileSync } from 'node:fs'
import type { MenuItem } from '@scinav/contract'
import { z } from 'zod'
import type { Actor } from '../../platform/context/context.ts'

const audienceShape = z.object({
  /**
   * When omitted: for a menu entry everybody who is logged in, for a rule of `stopped` everybody. `public` includes
   * people who are not logged in.
   */
  roles: z.array(z.enum(['public', 'user', 'operator'])).optional(),
  /** When omitted: every organization. */
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
/** A path and the people who may not open it. */
export type MenuStop = z.output<typeof stopShape>

/**
 * Reads the configuration file.
 *
 * @throws when it is invalid; the message names the place.
 */
function readMenus(): z.output<typeof menusFileShape> {
  const file = new URL('../../../../config/menus.json', import.meta.url)
  const parsed = menusFileShape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/menus.json: ${z.prettifyError(parsed.error)}`)
}

/** The menu and the rules of the configuration file. */
export const menus = readMenus()

/** Paths on which operators undo a rule: their panels open over them. */
export const REQUIRED_PATHS: ReadonlySet<string> = new Set(['/home'])
/** Paths to which people are redirected from a closed one; closing these would cause a redirect loop. */
export const ALWAYS_OPEN_PATHS: ReadonlySet<string> = new Set(['/error', '/noLoginError'])

/**
 * Returns the menu tree of one person, without paths that are closed to them; null stands for a visitor without a
 * session.
 */
export function menuFor(actor: Actor | null, stopped: MenuStop[]): MenuItem[] {
  const closed = new Set(stoppedPathsFor(actor, stopped))
  return menus.groups.flatMap(({ name, icon, children }) => {
    const open = children.filter((item) => appliesTo(item, actor, 'user') && !closed.has(item.path))
    if (open.length === 0) return []
    const leaves = open.map((item) => ({ path: item.path, name: item.name, icon: item.icon, children: [] }))
    return [{ path: '', name, icon, children: leaves }]
  })
}

/** Returns the paths that a person may not open. */
export function stoppedPathsFor(actor: Actor | null, stopped: MenuStop[]): string[] {
  const paths = stopped.filter((item) => appliesTo(item, actor, 'public')).map((item) => item.path)
  const isAlwaysOpen = (path: string) =>
    ALWAYS_OPEN_PATHS.has(path) || (actor?.is_admin === true && REQUIRED_PATHS.has(path))
  return [...new Set(paths)].filter((path) => !isAlwaysOpen(path))
}

/** Returns the roles of a person; null stands for a visitor without a session. */
function rolesOf(actor: Actor | null): string[] {
  if (actor === null) return ['public']
  return actor.is_admin ? ['public', 'user', 'operator'] : ['public', 'user']
}

/**
 * Returns whether a menu entry or a rule applies to a person. Without `roles` it applies to `default_role` and every
 * role above it (`public` < `user` < `operator`).
 */
function appliesTo(
  { roles, organizations }: Audience,
  actor: Actor | null,
  default_role: 'public' | 'user',
): boolean {
  const byRole = (roles ?? [default_role]).some((role) => rolesOf(actor).includes(role))
  const byOrganization = !organizations || organizations.includes(actor?.organization ?? '')
  return byRole && byOrganization
}
