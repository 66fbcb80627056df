import { hasManifest, SearchUnavailable } from '@scinav/search'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FollowedIndex, FollowingOptions } from './followed-index.ts'

/** Creates access to an engine that is opened on first use. */
export function createLazyEngine<Engine extends FollowedIndex>({
  log,
  contents,
  folder,
  open,
}: FollowingOptions<Engine>) {
  /** Undefined again after the engine could not be opened, so that the next use tries again. */
  let opened: Promise<Engine> | undefined
  let rebuildReason = ''
  return {
    /** Returns the engine; throws AppError `search.unavailable` or `search.not_ready` when it cannot be opened. */
    get(): Promise<Engine> {
      if (!opened) rebuildReason = findRebuildReason(folder)
      opened ??= open().catch((error) => {
        log.error({ err: error, of: contents }, 'the index could not be opened')
        opened = undefined
        throw new AppError(error instanceof SearchUnavailable ? 'search.unavailable' : 'search.not_ready')
      })
      return opened
    },
    /** Returns why the index is empty, if it turned out to be so when it was opened. */
    rebuildReason: () => rebuildReason,
    async close(): Promise<void> {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** Returns the reason why an index that turns out to be empty has to be built. */
const findRebuildReason = (folder: string | null): string =>
  folder && hasManifest(folder) ? 'its files are damaged or of another version' : 'there is none yet'
