import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import fields from '../../ui/fields/field.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { Highlighted } from '../highlight/highlighted.tsx'
import { type Paper, pdfAddress, publisherAddress } from '../paper.ts'
import styles from './dialogs.module.css'
import {
  defaultTemplates,
  FULL_TEXT_SETTING,
  fillTemplate,
  isWebTemplate,
  type LinkTemplate,
  parseTemplates,
  placeholders,
} from './full-text.ts'
import { FullTextButton } from './full-text-button.tsx'

/** Renders where the full text of a paper may be found: open copies first, then the user's own links. */
export function FullTextPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useRead(api.papers.byIds, { paper_id_list: [id] })
  const setting = useRead(api.user.setting, FULL_TEXT_SETTING)
  const [changing, setChanging] = useState(false)
  const templates = parseTemplates(setting.data)
  return (
    <Panel title="查找全文" width={560} fit onClose={onClose}>
      {changing ? (
        <FullTextSetting templates={templates} onClose={() => setChanging(false)} />
      ) : (
        <ReadView of={found} what="文献" isEmpty={({ list }) => list.length === 0} empty={missingPaper}>
          {({ list }) =>
            list.map((paper) => <FullTextLinks key={paper.id} paper={paper} templates={templates} />)
          }
        </ReadView>
      )}
      {!changing && (
        <QuietButton icon="settings" onPress={() => setChanging(true)}>
          设置链接
        </QuietButton>
      )}
    </Panel>
  )
}

/** Shown when the paper does not exist. */
const missingPaper = { title: '没有这篇文献' }

/** Renders the links to the full text: PDF, page of the publisher, and those made from the user's templates. */
function FullTextLinks({ paper, templates }: { paper: Paper; templates: readonly LinkTemplate[] }) {
  const links = [
    { name: 'PDF', url: pdfAddress(paper) },
    { name: '原文页面', url: publisherAddress(paper) },
    ...templates.map((template) => ({ name: template.name, url: fillTemplate(template, paper) })),
  ]
  return (
    <>
      <p className={styles.title}>
        <Highlighted text={paper.title} />
      </p>
      <ul className={styles.links}>
        {links
          .filter(({ url }) => url)
          .map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <Icon name="external" size={16} />
                {name}
              </a>
            </li>
          ))}
      </ul>
      <div className={styles.own}>
        <span>手上已有 PDF？</span>
        <FullTextButton paper_id={paper.id} />
      </div>
      <p className={styles.note}>链接会离开本站。能否打开全文，取决于您所在机构的订购。</p>
    </>
  )
}

interface FullTextSettingProps {
  templates: readonly LinkTemplate[]
  /** Called after saving, and to return without saving. */
  onClose: () => void
}

/** Renders the user's own full-text links for editing: a name and an address with placeholders each. */
function FullTextSetting({ templates, onClose }: FullTextSettingProps) {
  const [rows, setRows] = useState(() => withKeys(templates))
  const save = useWrite(api.user.saveSetting, { refreshes: [api.user.setting] })
  const change = (key: number, to: Partial<LinkTemplate>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...to } : row)))

  const saveTemplates = async () => {
    const value = rows
      .map(({ name, url }) => ({ name: name.trim(), url: url.trim() }))
      .filter(({ name, url }) => name || url)
    const invalid = value.find(({ name, url }) => !name || !isWebTemplate(url))
    if (invalid)
      return toast(`${inCorners(invalid.name || invalid.url)}需要名称和以 http 开头的网址`, { tone: 'bad' })
    const answer = await save.mutateAsync({ ...FULL_TEXT_SETTING, value })
    if (!answer.success) return toast(`没有保存：${answer.message}`, { tone: 'bad' })
    toast('已保存全文链接')
    onClose()
  }
  return (
    <>
      <ul className={styles.rows}>
        {rows.map((row) => (
          <TemplateRow
            key={row.key}
            template={row}
            onChange={(to) => change(row.key, to)}
            onRemove={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      <QuietButton
        icon="plus"
        onPress={() => setRows((before) => [...before, { name: '', url: '', key: nextKey(before) }])}
      >
        添加链接
      </QuietButton>
      <QuietButton icon="retry" onPress={() => setRows(withKeys(defaultTemplates))}>
        恢复默认
      </QuietButton>
      <PlaceholderList />
      <div className={styles.foot}>
        <ActionButton name="返回" onPress={onClose} />
        <ActionButton name="保存" onPress={() => void saveTemplates()} busy={save.isPending} primary />
      </div>
    </>
  )
}

interface TemplateRowProps {
  template: LinkTemplate
  onChange: (to: Partial<LinkTemplate>) => void
  onRemove: () => void
}

/** Longest name of a link, in characters. */
const MAX_NAME_CHARS = 20

/** Longest template of an address, in characters. */
const MAX_TEMPLATE_CHARS = 500

/** Renders the fields of a link template with its removal. */
function TemplateRow({ template: { name, url }, onChange, onRemove }: TemplateRowProps) {
  return (
    <li>
      <input
        className={fields.field}
        aria-label="名称"
        placeholder="名称"
        maxLength={MAX_NAME_CHARS}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <input
        className={fields.field}
        aria-label={`${name || '新链接'} 的网址`}
        placeholder="https://…{title}"
        maxLength={MAX_TEMPLATE_CHARS}
        value={url}
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <QuietButton label={`删除 ${name}`} onPress={onRemove} icon="trash">
        {null}
      </QuietButton>
    </li>
  )
}

/** Renders the placeholders that a template may contain. */
function PlaceholderList() {
  return (
    <>
      <p className={styles.note}>网址里可以写：</p>
      <dl className={styles.marks}>
        {placeholders.map(({ name, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Adds the keys by which the rows are told apart while they are edited. */
const withKeys = (templates: readonly LinkTemplate[]) =>
  templates.map((template, key) => ({ ...template, key }))

/** Returns a key that no row has. */
const nextKey = (rows: { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1
