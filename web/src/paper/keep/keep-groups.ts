import type { api, OutputOf } from '@scinav/contract'

export type Everything = OutputOf<typeof api.datasets.all>
export type Dataset = Everything['readingDataset'][number]

/** Roles above this one may only read. Source: the projects' matrix of roles. */
const MAY_ADD = 3

/** Lists first, then each project's; only what the person may add to. */
export function groupsOf({
  readingDataset,
  projectDataset,
}: Everything): { name: string; list: Dataset[] }[] {
  const groups = [
    { name: '我的清单', list: readingDataset },
    ...projectDataset.map(({ project_name, datasets }) => ({
      name: `项目：${project_name}`,
      list: datasets,
    })),
  ]
  return groups
    .map(({ name, list }) => ({ name, list: list.filter(({ my_role }) => my_role <= MAY_ADD) }))
    .filter(({ list }) => list.length > 0)
}
