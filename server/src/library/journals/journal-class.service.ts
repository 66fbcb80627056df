import type { api, JournalClass, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { clcClasses, disciplines, esiFields } from '../dictionaries/index.ts'
import { listJournalBriefs } from './journal-table.ts'

/**
 * Returns the three classifications, disciplines of the Ministry of Education (`jyb`), ESI fields and the Chinese
 * Library Classification (`clc`), with the number of journals in each class, subclasses included.
 */
export async function listJournalClasses(ctx: Context): Promise<OutputOf<typeof api.papers.journalClasses>> {
  const counts = new Map<string, number>()
  for (const { classes } of await listJournalBriefs(ctx))
    for (const code of classes) counts.set(code, (counts.get(code) ?? 0) + 1)
  const node = (code: string, name: string, children: JournalClass[] = []): JournalClass => ({
    code,
    name,
    count: counts.get(code) ?? 0,
    children,
  })
  return [
    {
      id: 'jyb',
      name: '教育部学科门类',
      children: disciplines.map(({ code, name, children }) =>
        node(
          `jyb:${code}`,
          name,
          children.map((child) => node(`jyb:${child.code}`, child.name)),
        ),
      ),
    },
    {
      id: 'esi',
      name: 'ESI 学科',
      children: esiFields.map(({ name, name_en }) => node(`esi:${name_en}`, name)),
    },
    {
      id: 'clc',
      name: '中图法',
      children: clcClasses.map(({ code, name, children }) =>
        node(
          `clc:${code}`,
          name,
          children.map((child) => node(`clc:${child.code}`, child.name)),
        ),
      ),
    },
  ]
}
