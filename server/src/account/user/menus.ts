import { readFileSync } from 'node:fs'
import type { MenuItem } from '@scinav/contract'
import { z } from 'zod'
import type { Actor } from '../../platform/context/context.ts'

const who = z.object({
  /** Left out: everybody. `public` includes people who are not logged in. */
  roles: z.array(z.enum(['public', 'user', 'operator'])).optional(),
  /** Left out: every organisation. */
  organizations: z.array(z.string()).optional(),
})

const entry = who.extend({ path: z.string().startsWith('/'), name: z.string(), icon: z.string() })
const group = z.object({ name: z.string(), icon: z.string(), children: z.array(entry) })
const stop = who.extend({ path: z.string().startsWith('/') })

/** `config/menus.json`: the menu in groups, and the paths that some people may not open. */
const menusFile = z.object({ groups: z.array(group), stopped: z.array(stop) })

type Who = z.output<typeof who>
/** A path and who may not open it. */
export type Stop = z.output<typeof stop>

/** @throws when the file does not fit; the message says where. */
function readMenus(): z.output<typeof menusFile> {
  const file = new URL('../../../../config/menus.json', import.meta.url)
  const parsed = menusFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/menus.json: ${z.prettifyError(parsed.error)}`)
}

/** The menu and the rules as the installation's file has them. */
export const menus = readMenus()

/** Where operators undo what they stopped: the operator's panels open over it. */
export const NEEDED: ReadonlySet<string> = new Set(['/home'])
/** Where people land who may not go on; stopped, they would be sent in circles. */
export const ALWAYS_OPEN: ReadonlySet<string> = new Set(['/error', '/noLoginError'])

/** The menu tree of one person, without what is closed to them; null for nobody. */
export function menuFor(actor: Actor | null, stopped: Stop[]): MenuItem[] {
  const closed = new Set(stoppedFor(actor, stopped))
  return menus.groups.flatMap(({ name, icon, children }) => {
    const open = children.filter((item) => concerns(item, actor, 'user') && !closed.has(item.path))
    if (open.length === 0) return []
    const leaves = open.map((item) => ({ path: item.path, name: item.name, icon: item.icon, children: [] }))
    return [{ path: '', name, icon, children: leaves }]
  })
}

/** The paths that this person may not open. */
export function stoppedFor(actor: Actor | null, stopped: Stop[]): string[] {
  const paths = stopped.filter((item) => concerns(item, actor, 'public')).map((item) => item.path)
  const open = (path: string) => ALWAYS_OPEN.has(path) || (actor?.is_admin === true && NEEDED.has(path))
  return [...new Set(paths)].filter((path) => !open(path))
}

/** Whether a rule speaks of this person. Without `roles` it speaks of everybody from `least` upwards. */
function concerns({ roles, organizations }: Who, actor: Actor | null, least: 'public' | 'user'): boolean {
  const own =
    actor === null ? ['public'] : actor.is_admin ? ['public', 'user', 'operator'] : ['public', 'user']
  const byRole = (roles ?? [least]).some((role) => own.includes(role))
  const byOrganization = !organizations || organizations.includes(actor?.organization ?? '')
  return byRole && byOrganization
}
