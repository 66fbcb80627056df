import { readFileSync } from 'node:fs'
import type { MenuItem } from '@scinav/contract'
import { z } from 'zod'
import type { Actor } from '../context.ts'

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

/** @throws when the file does not fit; the message says where. */
function readMenus(): z.output<typeof menusFile> {
  const file = new URL('../../../config/menus.json', import.meta.url)
  const parsed = menusFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`config/menus.json: ${z.prettifyError(parsed.error)}`)
}

const { groups, stopped } = readMenus()

/** The menu tree of one person, without what is closed to them; null for nobody. */
export function menuFor(actor: Actor | null): MenuItem[] {
  return groups.flatMap(({ name, icon, children }) => {
    const open = children.filter((item) => concerns(item, actor, 'user') && !isStopped(actor, item.path))
    if (open.length === 0) return []
    const leaves = open.map((item) => ({ path: item.path, name: item.name, icon: item.icon, children: [] }))
    return [{ path: '', name, icon, children: leaves }]
  })
}

/** The paths that this person may not open. */
export function stoppedFor(actor: Actor | null): string[] {
  return stopped.filter((item) => concerns(item, actor, 'public')).map((item) => item.path)
}

export function isStopped(actor: Actor | null, path: string): boolean {
  return stoppedFor(actor).includes(path)
}

/** Whether a rule speaks of this person. Without `roles` it speaks of everybody from `least` upwards. */
function concerns({ roles, organizations }: Who, actor: Actor | null, least: 'public' | 'user'): boolean {
  const own =
    actor === null ? ['public'] : actor.is_admin ? ['public', 'user', 'operator'] : ['public', 'user']
  const byRole = (roles ?? [least]).some((role) => own.includes(role))
  const byOrganization = !organizations || organizations.includes(actor?.organization ?? '')
  return byRole && byOrganization
}
