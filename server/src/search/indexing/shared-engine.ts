import { withAppErrors } from './app-errors.ts'
import type { SharedIndexControl } from './followed-index.ts'

/** The OpenSearch client, imported only when an OpenSearch is configured. */
type OpenSearchModule = typeof import('@scinav/search/opensearch')
type SharedIndex<Engine> = import('@scinav/search/opensearch').SharedIndex<Engine>
type SharedOptions = import('@scinav/search/opensearch').SharedOptions

/** The location and layout of the indexes shared by several processes. */
export type SharedIndexLocation = Omit<SharedOptions, 'vocabulary'>

/** Loads the vocabulary of an engine; called for each search. */
export type Vocabulary = NonNullable<SharedOptions['vocabulary']>

/** Opens the index of one kind in OpenSearch. */
export type OpenSharedIndex<Engine> = (
  opensearch: OpenSearchModule,
  options: SharedOptions,
) => Promise<SharedIndex<Engine>>

interface Options {
  location: SharedIndexLocation
  vocabulary: Vocabulary
  /** Returns the last change of the database. */
  latest: () => Promise<number>
}

/** Creates an engine over an index that several processes share, in the form that `createFollowingIndex` takes. */
export function createSharedEngine<Engine extends object>(
  { location, vocabulary, latest }: Options,
  open: OpenSharedIndex<Engine>,
): { open: () => Promise<Engine>; shared: SharedIndexControl<Engine> } {
  let opened: Promise<SharedIndex<Engine>> | undefined
  const current = async () => {
    if (!opened) throw new Error('the shared index has not been opened')
    return opened
  }
  return {
    async open() {
      const opensearch = await import('@scinav/search/opensearch')
      opened = open(opensearch, { ...location, vocabulary })
      return withAppErrors((await opened).engine)
    },
    shared: {
      leads: async () => (await current()).leads(),
      refresh: async () => {
        await (await current()).refresh()
      },
      latest,
      createReplacement: async () => (await current()).createReplacement(),
    },
  }
}
