import { api } from '@scinav/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import cards from '../ui/card.module.css'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { LeavingPanel } from './leaving-panel.tsx'
import styles from './out-agent.module.css'
import { OutAgentCard } from './out-agent-card.tsx'
import type { OutAgent } from './out-agents.ts'

/** Agents of other sites by category. Each opens in a tab of its own, after a word of warning. */
export function OutAgentScreen() {
  const [params, setParams] = useSearchParams()
  const keyword = params.get('keyword') ?? ''
  const [leaving, setLeaving] = useState<OutAgent>()
  const external = useRead(api.tools.external, { keyword }, { keepPrevious: true })
  const search = (text: string) => setParams(text ? { keyword: text } : {})
  return (
    <div className={styles.screen}>
      <PageHeader title="站外智能体" note="其他网站提供的研究工具，在新标签页打开" />
      <KeywordField
        className={styles.search}
        label="查找站外智能体"
        placeholder="名称或用途"
        value={keyword}
        onChange={search}
      />
      <ReadView
        of={external}
        what="站外智能体"
        isEmpty={(groups) => groups.length === 0}
        empty={
          keyword
            ? {
                title: `没有与「${keyword}」相符的站外智能体`,
                action: { name: '清除检索词', run: () => search('') },
              }
            : { title: '还没有站外智能体', note: '管理员可以在配置里添加' }
        }
      >
        {(groups) =>
          groups.map(({ id, name, list }) => (
            <section key={id} className={styles.group} aria-label={name}>
              <h2>{name}</h2>
              <ul className={cards.grid}>
                {list.map((agent) => (
                  <li key={agent.id}>
                    <OutAgentCard agent={agent} onLeave={() => setLeaving(agent)} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </ReadView>
      {leaving && <LeavingPanel agent={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  )
}
