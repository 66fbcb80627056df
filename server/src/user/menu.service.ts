import type { Context, PublicContext } from '../context.ts'
import { menuFor, stoppedFor } from './menus.ts'

/** The caller's menu tree; the public one without a session. */
export async function defaultMenu(ctx: PublicContext) {
  return menuFor(ctx.actor)
}

/** Paths the caller may not open. */
export async function stoppedMenus(ctx: Context) {
  return stoppedFor(ctx.actor)
}

/** What this installation calls itself, and its legal links. */
export async function logo({ config }: PublicContext) {
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
