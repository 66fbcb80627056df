import { api } from '@scinav/contract'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { formatCount } from '../../ui/figures.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from '../operator.module.css'
import { type Model, type Models, modelKinds } from './models.ts'
import { ModelsApplications } from './models-applications.tsx'
import { ModelsComparison } from './models-comparison.tsx'
import { ModelsForm } from './models-form.tsx'
import { ModelsRow } from './models-row.tsx'

/**
 * Renders the language models for the operator: the list with their tests, the models open to each
 * application, a comparison of two, and the form of one.
 */
export function ModelsPanel({ onClose }: { onClose: () => void }) {
  /** The model being edited; `new` for one that does not exist yet. */
  const [edited, setEdited] = useState<Model | 'new'>()
  /** Id of the model saved last, which is tested at once. */
  const [saved, setSaved] = useState<string>()
  const { tab, open } = usePanel()
  const models = useRead(api.models.list, {})
  if (edited)
    return (
      <Panel title={edited === 'new' ? '添加模型' : `编辑模型：${edited.name}`} width={720} onClose={onClose}>
        <ModelsForm
          {...(edited !== 'new' && { model: edited })}
          services={models.data?.services ?? []}
          onDone={(id) => {
            setEdited(undefined)
            setSaved(id)
          }}
        />
      </Panel>
    )
  const shownTab = tab === 'applications' || tab === 'compare' ? tab : 'list'
  return (
    <Panel title="语言模型" width={920} onClose={onClose}>
      <div className={styles.tools}>
        <Segmented
          aria-label="显示"
          options={[
            { value: 'list' as const, label: '模型' },
            { value: 'applications' as const, label: '应用可用的模型' },
            { value: 'compare' as const, label: '对比' },
          ]}
          value={shownTab}
          onChange={(to) => open('models', to)}
        />
        {models.data && models.data.models.length > 0 && (
          <Button className={styles.last ?? ''} type="primary" onClick={() => setEdited('new')}>
            添加模型
          </Button>
        )}
      </div>
      <ReadView
        of={models}
        what="模型"
        isEmpty={(all: Models) => all.models.length === 0}
        empty={{
          title: '还没有配置语言模型',
          note: '没有模型时，回答由原文摘录组成；任何兼容 OpenAI 接口的模型都可以添加',
          action: { name: '添加模型', run: () => setEdited('new') },
        }}
      >
        {(all) => (
          <>
            {shownTab === 'list' && <ModelsList models={all.models} saved={saved} onEdit={setEdited} />}
            {shownTab === 'list' && <DailyLimit tokens={all.tokens_per_day} />}
            {shownTab === 'applications' && <ModelsApplications models={all} />}
            {shownTab === 'compare' && <ModelsComparison models={all.models} />}
          </>
        )}
      </ReadView>
    </Panel>
  )
}

/** Renders how many tokens a user may use in a day; 0 stands for no limit. */
const DailyLimit = ({ tokens }: { tokens: number }) => (
  <p className={styles.quiet}>
    每人每天 {tokens === 0 ? '用量不限' : `最多使用 ${formatCount(tokens)} 个词元`}
    ，由设置 AI_TOKENS_PER_DAY 决定。
  </p>
)

interface ModelsListProps {
  models: readonly Model[]
  /** Id of the model saved last. */
  saved: string | undefined
  onEdit: (model: Model) => void
}

/** Renders the models by kind; a kind without models explains what is missing. */
function ModelsList({ models, saved, onEdit }: ModelsListProps) {
  return modelKinds.map(({ value, name, about }) => {
    const modelsOfKind = models.filter(({ kind }) => kind === value)
    return (
      <section key={value} className={styles.group} aria-label={name}>
        <h3>{name}</h3>
        <p className={styles.quiet}>{about}</p>
        {modelsOfKind.length === 0 && <p className={styles.none}>没有配置</p>}
        <ul>
          {modelsOfKind.map((model) => (
            <ModelsRow
              key={model.id}
              model={model}
              testsAtOnce={model.id === saved}
              onEdit={() => onEdit(model)}
            />
          ))}
        </ul>
      </section>
    )
  })
}
