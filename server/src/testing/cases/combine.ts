import { api } from '@scinav/contract'
import { realClock } from '../../platform/providers/engines/clock.ts'
import type { OutsideEngine } from '../../platform/providers/engines/port.ts'
import { addPapers } from '../papers.ts'
import type { CallCases, CaseScene } from './case.ts'

/** An engine that knows one paper and needs no network. */
const smallEngine: OutsideEngine = {
  id: 'crossref',
  name: 'Crossref',
  english: false,
  search: async () => ({
    records: ['{"DOI":"10.1000/x","title":["Graph"],"type":"journal-article"}'],
    total: 1,
  }),
}

function useSmallEngine({ app }: CaseScene): void {
  app.base.providers.engines = { all: [smallEngine], off: false, limit_ms: 8_000, clock: realClock }
}

async function findKey(scene: CaseScene): Promise<{ keys: string[] }> {
  useSmallEngine(scene)
  const { list } = await scene.ada.call(api.combine.search, { query: 'graph' })
  return { keys: list.map(({ key }) => key) }
}

export const combineCases: CallCases<typeof api.combine> = {
  search: {
    valid: async (scene) => {
      useSmallEngine(scene)
      await addPapers(scene.app.base, ['Graph'], {})
      return { query: 'graph', engines: 'local,crossref', filters: { year_from: '' }, page_size: 5 }
    },
    bad: { query: ' ', engines: ['nowhere'], page_size: 101 },
  },
  keep: { valid: findKey, bad: { keys: [] } },
}
