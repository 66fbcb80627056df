import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { getCurrentUser } from '../../account/user/index.ts'
import { disciplineName } from '../../library/dictionaries/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { latestPlausible } from '../../platform/foundation/clock.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import * as preferences from './preference.store.ts'

type Preferences = typeof api.preferences
type PreferencesView = OutputOf<Preferences['preferences']>

/** Time for which the preference wizard is postponed. */
const SNOOZE_MS = 7 * 24 * 60 * 60_000

/**
 * Replaces the preferences that recommendations are based on.
 *
 * @throws AppError `input.invalid` when a discipline code is unknown.
 */
export async function savePreferences(ctx: Context, input: ParsedInputOf<Preferences['savePreferences']>) {
  const unknown = input.subject_codes.find((code) => disciplineName(code) === undefined)
  if (unknown !== undefined) throw invalidInput('subject_codes', `没有代码为 ${unknown} 的学科`)
  await preferences.upsert(ctx.db, ctx.actor.id, {
    subject_codes: JSON.stringify([...new Set(input.subject_codes)]),
    keywords: JSON.stringify([...new Set(input.keywords)]),
    journals: JSON.stringify([...new Set(input.journals)]),
    authors: JSON.stringify([...new Set(input.authors)]),
    later_until: null,
    saved_at: ctx.now().toISOString(),
  })
  return null
}

/**
 * Returns the preferences that recommendations are based on; until some are saved, the disciplines of the profile.
 * `later_until` is the time until which the preference wizard is postponed, null when it is not.
 */
export async function getPreferences(ctx: Context): Promise<PreferencesView> {
  const row = await preferences.find(ctx.db, ctx.actor.id)
  const view = toPreferencesView(row)
  const laterUntil = view.later_until ?? ''
  // A time further ahead was written while the clock was wrong.
  const isSnoozed =
    laterUntil > ctx.now().toISOString() && laterUntil <= latestPlausible(ctx.now(), SNOOZE_MS)
  const later_until = isSnoozed ? laterUntil : null
  if (view.saved) return { ...view, later_until }
  const { subject_codes } = await getCurrentUser(ctx)
  return { ...view, subject_codes, later_until }
}

function toPreferencesView(row: preferences.PreferenceRow | undefined): PreferencesView {
  return {
    subject_codes: JSON.parse(row?.subject_codes ?? '[]'),
    keywords: JSON.parse(row?.keywords ?? '[]'),
    journals: JSON.parse(row?.journals ?? '[]'),
    authors: JSON.parse(row?.authors ?? '[]'),
    later_until: row?.later_until ?? null,
    saved: row?.saved_at != null,
  }
}

/** Postpones the preference wizard for seven days. */
export async function snoozeWizard(ctx: Context) {
  const later_until = new Date(ctx.now().getTime() + SNOOZE_MS).toISOString()
  await preferences.upsert(ctx.db, ctx.actor.id, { later_until })
  return { later_until }
}

/** Returns a user's preferences for the export of personal data. */
export async function findPreferences(
  ctx: Pick<BaseContext, 'db'>,
  user_id: string,
): Promise<PreferencesView> {
  return toPreferencesView(await preferences.find(ctx.db, user_id))
}
