import { api, type ResearchState } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { ChosenStanding } from '../../paper/rows/chosen-standing.tsx'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { formatCount } from '../../ui/figures.ts'
import { depthName, styleName } from '../state/research-labels.ts'
import styles from './run.module.css'

/** Renders the settings a research run was started with. */
export function RunSettings({ state }: { state: ResearchState }) {
  const nameOf = useEngineNames()
  const { sources, report_style, depth, engine, model, auto_accept_plan, usage, model_calls } = state
  const { dataset_ids, folder_ids, file_ids, paper_ids } = sources
  const engines = sources.engines.length > 0 ? sources.engines : ['local']
  const bases = useBaseNames(dataset_ids)
  const scope = [
    ...engines.map(nameOf),
    ...bases,
    ...(folder_ids.length > 0 ? [`其中 ${folder_ids.length} 个文件夹`] : []),
    ...(paper_ids.length > 0 ? [`只限 ${paper_ids.length} 篇`] : []),
  ]
  const author = engine === 'model' ? (model ?? '模型') : '原文摘录，不用模型'
  const rows: [name: string, values: string[]][] = [['文体', [styleName(report_style)]]]
  if (engine === 'model') rows.push(['深度', [depthName(depth)]])
  rows.push(['检索来源', scope])
  if (file_ids.length > 0) rows.push(['附件', [`${file_ids.length} 个文件`]])
  rows.push(['方式', auto_accept_plan ? [author, '不必确认，直接开始'] : [author]])
  if (usage) rows.push(['用量', usageTexts(usage, model_calls)])
  return (
    <dl className={styles.settings}>
      {rows.map(([name, values]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {values.map((value) => (
              <span key={value} className={styles.chip}>
                {value}
              </span>
            ))}
            {values === scope && <ChosenStanding ids={paper_ids} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Formats what a model has used in a run so far. */
const usageTexts = (
  { prompt_tokens, completion_tokens }: NonNullable<ResearchState['usage']>,
  calls: number,
): string[] => [
  `调用 ${formatCount(calls)} 次`,
  `${formatCount((prompt_tokens ?? 0) + (completion_tokens ?? 0))} 词元`,
]

/** Returns the names of knowledge bases, with a placeholder for those that can no longer be read. */
function useBaseNames(ids: readonly string[]): string[] {
  const all = useRead(api.datasets.all, {}, { enabled: ids.length > 0 })
  if (!all.data || ids.length === 0) return []
  const { readingDataset, projectDataset, aiDataset } = all.data
  const list = [...readingDataset, ...projectDataset.flatMap(({ datasets }) => datasets), ...aiDataset]
  const names = new Map(list.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? '已删除的知识库')
}
