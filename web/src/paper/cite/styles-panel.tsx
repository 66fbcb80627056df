import { api, type OutputOf } from '@scinav/contract'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useUser } from '../../api/session.state.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './styles-panel.module.css'

type InstalledStyle = OutputOf<typeof api.citationStyles.installed>['list'][number]
type Sample = OutputOf<typeof api.citationStyles.sample>

/** The reads that a change of the installed styles makes stale. */
const REFRESHES = [api.citationStyles.installed, api.citation.styles]

/** Names of the citation systems. */
const SYSTEM_NAMES: Record<InstalledStyle['system'], string> = {
  numeric: '顺序编码',
  'author-date': '著者-出版年',
  note: '注释',
  author: '著者',
  label: '标签',
}

/** Renders the panel in which style files of schools and journals are tried, installed and removed. */
export function StylesPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="引用格式" width={760} onClose={onClose}>
      <InstallForm />
      <InstalledStyles />
    </Panel>
  )
}

/** A style file that the user has chosen. */
interface ChosenFile {
  name: string
  xml: string
}

/** Renders the choice of a file, its sample, and the button that installs it. */
function InstallForm() {
  const isOperator = useUser()?.is_admin ?? false
  const [file, setFile] = useState<ChosenFile>()
  const [sample, setSample] = useState<Sample>()
  const [problem, setProblem] = useState<string>()
  const [isShared, setShared] = useState(false)
  const trying = useWrite(api.citationStyles.sample)
  const installing = useWrite(api.citationStyles.install, { refreshes: REFRESHES })
  const tryFile = async ([chosen]: File[]) => {
    if (!chosen) return
    const xml = await chosen.text()
    const answer = await trying.mutateAsync({ xml })
    setFile(answer.success ? { name: chosen.name, xml } : undefined)
    setSample(answer.success ? answer.data : undefined)
    setProblem(
      answer.success ? undefined : `${chosen.name}：${answer.issues?.[0]?.message ?? answer.message}`,
    )
  }
  const install = async () => {
    if (!file) return
    const answer = await installing.mutateAsync({ xml: file.xml, shared: isShared })
    if (!answer.success) return setProblem(answer.issues?.[0]?.message ?? answer.message)
    toast(`已安装 ${answer.data.name}`)
    setFile(undefined)
    setSample(undefined)
  }
  return (
    <section aria-label="安装样式文件">
      <FileDrop
        onFiles={(files) => void tryFile(files)}
        note="学校或期刊的 CSL 样式文件（.csl），不超过 1 MB；安装前先看示例"
        accept=".csl"
        multiple={false}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {sample && <StyleSample sample={sample} />}
      {file && (
        <div className={styles.actions}>
          {isOperator && (
            <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
              供所有人使用
            </Checkbox>
          )}
          <Button type="primary" loading={installing.isPending} onClick={() => void install()}>
            安装
          </Button>
        </div>
      )}
    </section>
  )
}

/** Renders six invented entries in a style, each with its citation in a text. */
function StyleSample({ sample: { name, system, citations, entries } }: { sample: Sample }) {
  return (
    <figure className={styles.sample} aria-label={`${name} 的示例`}>
      <figcaption>
        {name}（{SYSTEM_NAMES[system]}）
      </figcaption>
      <p className={styles.quiet}>文中：{citations.join('　')}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </figure>
  )
}

/** Renders the installed styles. */
function InstalledStyles() {
  const installed = useRead(api.citationStyles.installed, {})
  return (
    <section aria-label="已安装的格式">
      <h3>已安装</h3>
      <ReadView
        of={installed}
        what="已安装的格式"
        isEmpty={({ list }) => list.length === 0}
        empty={{ title: '还没有安装格式', note: '安装后，凡是选择引用格式的地方都会列出' }}
      >
        {({ list }) => (
          <ul className={styles.list}>
            {list.map((style) => (
              <StyleRow key={style.id} style={style} />
            ))}
          </ul>
        )}
      </ReadView>
    </section>
  )
}

/** Renders a style with a sample on demand, and its removal where that is allowed. */
function StyleRow({ style: { id, name, system, shared, removable } }: { style: InstalledStyle }) {
  const [sample, setSample] = useState<Sample>()
  const trying = useWrite(api.citationStyles.sample)
  const removing = useWrite(api.citationStyles.remove, { refreshes: REFRESHES })
  const show = async () => {
    if (sample) return setSample(undefined)
    const answer = await trying.mutateAsync({ id })
    if (answer.success) setSample(answer.data)
    else toast(`没有打开示例：${answer.message}`, { tone: 'bad' })
  }
  const remove = async () => {
    const answer = await removing.mutateAsync({ id })
    if (answer.success) toast(`已移除 ${name}`)
    else toast(`没有移除：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li>
      <div className={styles.row}>
        <div className={styles.words}>
          <div>{name}</div>
          <div className={styles.quiet}>
            {SYSTEM_NAMES[system]} · {shared ? '所有人可用' : '仅自己可用'}
          </div>
        </div>
        <Button
          aria-label={`${name} 的示例`}
          aria-expanded={sample !== undefined}
          loading={trying.isPending}
          onClick={() => void show()}
        >
          示例
        </Button>
        {removable && (
          <Button aria-label={`移除 ${name}`} loading={removing.isPending} onClick={() => void remove()}>
            移除
          </Button>
        )}
      </div>
      {sample && <StyleSample sample={sample} />}
    </li>
  )
}
