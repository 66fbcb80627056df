import { readStyle, StyleFault } from '@scinav/citation/csl'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { describeStyle, type InstalledStyle } from '../installed/index.ts'
import { openPrintThread, STYLE_LIMITS } from './open-print-thread.ts'
import type { SampleRequest } from './sample-thread.ts'
import * as store from './style.store.ts'
import { readStyleFolder } from './style-folder.ts'

type Styles = typeof api.citationStyles
type StyleView = OutputOf<Styles['install']>

/** The most styles of one account, and of those for everyone. */
const MAX_OWN_STYLES = 50
const MAX_SHARED_STYLES = 1_000

/** Converts a row to the form returned by the API; only operators may remove styles for everyone. */
const viewOf = (row: Omit<store.StyleRow, 'xml'>, isOperator: boolean): StyleView => ({
  id: row.id,
  name: row.name,
  system: row.system,
  shared: row.user_id === null,
  removable: row.user_id !== null || isOperator,
  created_at: row.created_at,
})

/** Lists the style files that the actor may use: those of the installation's folder, those for everyone, their own. */
export async function listInstalledStyles(ctx: Context): Promise<OutputOf<Styles['installed']>> {
  const { styles } = await readStyleFolder(ctx.config.DATA_DIR)
  const rows = await store.listUsable(ctx.db, ctx.actor.id)
  const files = styles.map(
    ({ id, name, system }): StyleView => ({
      id,
      name,
      system,
      shared: true,
      removable: false,
      created_at: null,
    }),
  )
  return { list: [...files, ...rows.map((row) => viewOf(row, ctx.actor.is_admin))] }
}

/**
 * Returns what a style file is called and how it cites.
 *
 * @throws AppError `input.invalid` with the reason why it is no usable style.
 */
function checkStyle(xml: string) {
  try {
    return describeStyle(readStyle(xml))
  } catch (fault) {
    if (fault instanceof StyleFault) throw invalidInput('xml', fault.message)
    throw fault
  }
}

/**
 * Installs a style for the actor or for everyone (`shared`); it replaces an installed one with the same CSL id.
 *
 * @throws AppError `input.invalid` with the reason why the file is no usable style; `operator.required` for a style for
 * everyone; `citation_style.too_many`.
 */
export async function installStyle(
  ctx: Context,
  { xml, shared }: ParsedInputOf<Styles['install']>,
): Promise<StyleView> {
  if (shared && !ctx.actor.is_admin) throw new AppError('operator.required')
  const described = checkStyle(xml)
  const user_id = shared ? null : ctx.actor.id
  const created_at = ctx.now().toISOString()
  return transact(ctx, async (ctx) => {
    const existingId = await store.findIdByCslId(ctx.db, user_id, described.csl_id)
    if (
      existingId === undefined &&
      (await store.count(ctx.db, user_id)) >= (shared ? MAX_SHARED_STYLES : MAX_OWN_STYLES)
    )
      throw new AppError('citation_style.too_many')
    const row = { id: existingId ?? ctx.newId(), user_id, ...described, xml, created_at }
    if (existingId === undefined) await store.insert(ctx.db, row)
    else await store.replace(ctx.db, existingId, { name: row.name, system: row.system, xml, created_at })
    return viewOf(row, ctx.actor.is_admin)
  })
}

/**
 * Removes a style of the actor, or as an operator one for everyone.
 *
 * @throws AppError `citation_style.not_found`, also for a style of another user; `operator.required`.
 */
export async function removeStyle(ctx: Context, { id }: ParsedInputOf<Styles['remove']>): Promise<null> {
  const row = await store.findUsable(ctx.db, ctx.actor.id, id)
  if (!row) throw new AppError('citation_style.not_found')
  if (row.user_id === null && !ctx.actor.is_admin) throw new AppError('operator.required')
  await store.remove(ctx.db, id)
  return null
}

/** Returns an installed style that the actor may use; undefined when there is none with this id. */
export async function findInstalledStyle(ctx: Context, id: string): Promise<InstalledStyle | undefined> {
  const { styles, locales } = await readStyleFolder(ctx.config.DATA_DIR)
  const file = styles.find((style) => style.id === id)
  if (file) return { ...file, locales }
  const row = await store.findUsable(ctx.db, ctx.actor.id, id)
  return row && { id, name: row.name, system: row.system, xml: row.xml, locales }
}

/** Prints six sample references in a style, in a worker thread. */
async function printSamplesInThread(style: InstalledStyle): Promise<OutputOf<Styles['sample']>> {
  const file = new URL('./sample-thread.ts', import.meta.url)
  const thread = await openPrintThread<SampleRequest, OutputOf<Styles['sample']>>(file, STYLE_LIMITS)
  try {
    return await thread.print({ sample: style })
  } finally {
    await thread.end()
  }
}

/**
 * Prints six sample references in a style.
 *
 * @throws AppError `citation_style.not_found`; `citation_style.over_limit`; `input.invalid` with the reason why a file
 * is no usable style.
 */
export async function sampleStyle(
  ctx: Context,
  { id, xml }: ParsedInputOf<Styles['sample']>,
): Promise<OutputOf<Styles['sample']>> {
  if (xml !== undefined) return printSamplesInThread({ id: '', ...checkStyle(xml), xml })
  const style = await findInstalledStyle(ctx, id ?? '')
  if (!style) throw new AppError('citation_style.not_found')
  return printSamplesInThread(style)
}
