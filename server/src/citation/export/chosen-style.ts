import { isStyleId, styles } from '@scinav/citation'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { findInstalledStyle } from '../styles/index.ts'
import type { PrintStyle } from './print.ts'

/** Returns the name of a style for its readers. */
export const styleName = (style: PrintStyle): string =>
  typeof style === 'string' ? (styles.find(({ id }) => id === style)?.name ?? style) : style.name

/** Returns how a style cites: by number, by names and year, in notes. */
export const styleSystem = (style: PrintStyle): string =>
  typeof style === 'string' ? (styles.find(({ id }) => id === style)?.system ?? '') : style.system

/**
 * Returns a style of the product, or an installed one that the actor may use.
 *
 * @throws AppError `citation.unknown_style`.
 */
export async function loadStyle(ctx: Context, name: string): Promise<PrintStyle> {
  if (isStyleId(name)) return name
  const installed = await findInstalledStyle(ctx, name)
  if (!installed) throw new AppError('citation.unknown_style')
  return installed
}
