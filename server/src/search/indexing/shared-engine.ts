import type { Sharing } from './following-index.ts'
import { refusing } from './refusing.ts'

/** What speaks to an OpenSearch, read only where one is set up. */
type OpenSearch = typeof import('@scinav/search/opensearch')
type Shared<Engine> = import('@scinav/search/opensearch').Shared<Engine>
type SharedOptions = import('@scinav/search/opensearch').SharedOptions

/** Where the index is that processes share. */
export type SharedPlace = Omit<SharedOptions, 'vocabulary'>

export type Vocabulary = NonNullable<SharedOptions['vocabulary']>

/** Opens the index of one kind in it. */
export type OpenShared<Engine> = (opensearch: OpenSearch, options: SharedOptions) => Promise<Shared<Engine>>

interface Options {
  place: SharedPlace
  vocabulary: Vocabulary
  /** The last change of the database. */
  latest: () => Promise<number>
}

/** An engine over an index that several processes share, as `followingIndex` wants it. */
export function sharedEngine<Engine extends object>(
  { place, vocabulary, latest }: Options,
  open: OpenShared<Engine>,
): { open: () => Promise<Engine>; shared: Sharing<Engine> } {
  let opened: Promise<Shared<Engine>> | undefined
  const current = async () => {
    if (!opened) throw new Error('a shared index that nobody has opened')
    return opened
  }
  return {
    async open() {
      const opensearch = await import('@scinav/search/opensearch')
      opened = open(opensearch, { ...place, vocabulary })
      return refusing((await opened).engine)
    },
    shared: {
      leads: async () => (await current()).leads(),
      refresh: async () => {
        await (await current()).refresh()
      },
      latest,
      beside: async () => (await current()).beside(),
    },
  }
}
