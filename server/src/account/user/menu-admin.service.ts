import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import * as installation from '../../platform/db/installation.store.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { STOPPED_KEY } from './menu.service.ts'
import { ALWAYS_OPEN_PATHS, type MenuStop, menus, REQUIRED_PATHS } from './menus.ts'

type Admin = typeof api.admin
type MenuRules = NonNullable<ParsedInputOf<Admin['setMenus']>['stopped']>

/** Returns the menu of the configuration file, with the rules by which its paths are closed now. */
export async function listMenus(ctx: Context): Promise<OutputOf<Admin['menus']>> {
  const stored = await installation.readFact(ctx.db, STOPPED_KEY)
  const stops: MenuStop[] = stored === undefined ? menus.stopped : JSON.parse(stored)
  const stopsByPath = Map.groupBy(stops, ({ path }) => path)
  const toEntry = ({ path, name, icon }: { path: string; name: string; icon: string }) => ({
    path,
    name,
    icon,
    stopped: (stopsByPath.get(path) ?? []).map(({ roles = [], organizations = [] }) => ({
      roles,
      organizations,
    })),
    needed: REQUIRED_PATHS.has(path) || ALWAYS_OPEN_PATHS.has(path),
  })
  const groups = menus.groups.map(({ name, icon, children }) => ({
    name,
    icon,
    children: children.map(toEntry),
  }))
  const listedPaths = new Set(groups.flatMap(({ children }) => children.map(({ path }) => path)))
  // Paths that have rules although the menu does not show them; they form a last group without a name.
  const unlisted = [...stopsByPath.keys()]
    .filter((path) => !listedPaths.has(path))
    .map((path) => toEntry({ path, name: path, icon: '' }))
  return {
    groups: unlisted.length > 0 ? [...groups, { name: '', icon: '', children: unlisted }] : groups,
    overridden: stored !== undefined,
  }
}

/**
 * Replaces all rules at once, or restores those of the configuration file when `stopped` is null.
 *
 * @throws AppError `menu.needed` for a rule that would prevent operators from undoing it.
 */
export async function setMenus(ctx: Context, { stopped }: ParsedInputOf<Admin['setMenus']>) {
  if (stopped !== null) requireReachableAdmin(stopped)
  await transact(ctx, async (ctx) => {
    if (stopped === null) await installation.removeFact(ctx.db, STOPPED_KEY)
    else await installation.writeFact(ctx.db, STOPPED_KEY, JSON.stringify(stopped.map(toStop)))
  })
  return null
}

/**
 * Checks that operators can still reach the pages on which rules are changed.
 *
 * @throws AppError `menu.needed`; `input.invalid` for a repeated role.
 */
function requireReachableAdmin(rules: MenuRules): void {
  for (const [index, { path, roles }] of rules.entries()) {
    const concernsOperators = roles.length === 0 || roles.includes('operator')
    if (ALWAYS_OPEN_PATHS.has(path) || (REQUIRED_PATHS.has(path) && concernsOperators))
      throw new AppError('menu.needed', { path })
    if (new Set(roles).size < roles.length) throw invalidInput(`stopped.${index}.roles`, '角色不能重复')
  }
}

/**
 * Converts a rule of a call, where an empty list means everybody, to the form of the file, where an omitted one does.
 */
function toStop({ path, roles, organizations }: MenuRules[number]): MenuStop {
  return {
    path,
    ...(roles.length > 0 ? { roles } : {}),
    ...(organizations.length > 0 ? { organizations } : {}),
  }
}
