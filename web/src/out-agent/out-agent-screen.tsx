import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import cards from '../ui/card.module.css'
import { Panel } from '../ui/dialogs/panel.tsx'
import { KeywordField } from '../ui/fields/keyword-field.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './out-agent.module.css'

/** A research tool of another site; `url` is null when none is configured. */
type OutAgent = OutputOf<typeof api.tools.external>[number]['list'][number]

/** Renders agents of other sites by category. Each opens in a new tab after a warning. */
export function OutAgentScreen() {
  const [params, setParams] = useSearchParams()
  const keyword = params.get('keyword') ?? ''
  /** The agent whose warning is shown. */
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
                title: `没有与${inCorners(keyword)}相符的站外智能体`,
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

interface LeavingPanelProps {
  /** One with a web address: others cannot be opened. */
  agent: OutAgent
  onClose: () => void
}

/** Warns before the user leaves the site: who receives what they type there. */
function LeavingPanel({ agent: { name, url }, onClose }: LeavingPanelProps) {
  return (
    <Panel title="即将离开本站" width={480} fit onClose={onClose}>
      <p>
        {inCorners(name)}由 <strong>{hostOf(url)}</strong> 提供，会在新标签页打开。
      </p>
      <ul className={styles.notes}>
        <li>您在那里输入的内容会交给对方，请不要填写未发表的成果和个人信息。</li>
        <li>那里的回答没有经过本站核对，引用前请查证原文。</li>
        <li>对方可能要求注册或收费。</li>
      </ul>
      <div className={styles.bottom}>
        <Button onClick={onClose}>留在本站</Button>
        <Button type="primary" href={url ?? ''} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          打开
        </Button>
      </div>
    </Panel>
  )
}

interface OutAgentCardProps {
  agent: OutAgent
  /** Called when the user wants to open it; the warning comes first. */
  onLeave: () => void
}

/** Renders one agent of another site: its purpose and its host. One without a web address cannot be opened. */
function OutAgentCard({ agent: { name, icon, description, url }, onLeave }: OutAgentCardProps) {
  const host = hostOf(url)
  return (
    <article className={cards.card} data-off={!host}>
      <span className={cards.sign}>
        <Icon name={icon} />
      </span>
      <div className={cards.words}>
        <h3>
          {host ? (
            <button type="button" aria-haspopup="dialog" onClick={onLeave}>
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <p className={styles.about}>{description}</p>
        <p className={styles.host}>
          {host ?? '没有可以打开的地址'}
          {host && <Icon name="external" size={14} />}
        </p>
      </div>
    </article>
  )
}

/** Returns the host of a web address without `www.`; undefined for other addresses. */
function hostOf(url: string | null): string | undefined {
  if (!url || !URL.canParse(url)) return
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : undefined
}
