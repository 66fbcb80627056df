import type { Actor, BaseContext, Context, PublicContext } from '../../platform/context/context.ts'
import * as installation from '../../platform/db/installation.store.ts'
import { type MenuStop, menuFor, menus, stoppedPathsFor } from './menus.ts'

/**
 * The key, among the facts of the installation, of the rules that an operator has set: a JSON list of `MenuStop`.
 * They replace those of `config/menus.json`, and have no row until an operator has set any.
 */
export const STOPPED_KEY = 'menus.stopped'

/**
 * Returns the current rules about which menus are closed to whom: the operator's, else the file's. They are read at
 * each call, so that every process applies a change at once.
 */
async function currentStops(ctx: Pick<BaseContext, 'db'>): Promise<MenuStop[]> {
  const stored = await installation.readFact(ctx.db, STOPPED_KEY)
  // Stored rules were validated by the contract.
  return stored === undefined ? menus.stopped : (JSON.parse(stored) as MenuStop[])
}

/** Returns the caller's menu tree; the public one without a session. */
export async function getDefaultMenu(ctx: PublicContext) {
  return menuFor(ctx.actor, await currentStops(ctx))
}

/** Returns the paths that the caller may not open. */
export async function listStoppedMenus(ctx: Context) {
  return stoppedPathsFor(ctx.actor, await currentStops(ctx))
}

/** Returns whether a menu is closed to a person, for the calls behind it. */
export async function isMenuClosed(ctx: BaseContext, actor: Actor | null, path: string): Promise<boolean> {
  return stoppedPathsFor(actor, await currentStops(ctx)).includes(path)
}

/** Returns the name of this installation and its legal links. */
export async function getLogo({ config }: PublicContext) {
  return {
    title: config.SITE_TITLE,
    logo_url: null,
    favicon_url: '/favicon.svg',
    copyright: config.SITE_COPYRIGHT ?? null,
    agreement_url: '/agreement',
    privacy_url: '/privacy',
    icp: config.SITE_ICP ?? null,
  }
}
