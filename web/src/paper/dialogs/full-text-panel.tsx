import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { Highlighted } from '../highlight/highlighted.tsx'
import { type Paper, pdfAddress, publisherAddress } from '../paper.ts'
import { FULL_TEXT_SETTING, fillTemplate, type LinkTemplate, parseTemplates } from './full-text.ts'
import { FullTextButton } from './full-text-button.tsx'
import styles from './full-text-panel.module.css'
import { FullTextSetting } from './full-text-setting.tsx'

/** Renders where the full text of a paper may be found: open copies first, then the user's own links. */
export function FullTextPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useRead(api.papers.byIds, { paper_id_list: [id] })
  const setting = useRead(api.user.setting, FULL_TEXT_SETTING)
  const [changing, setChanging] = useState(false)
  const templates = parseTemplates(setting.data)
  return (
    <Panel title="查找全文" width={560} fit onClose={onClose}>
      {changing ? (
        <FullTextSetting templates={templates} onDone={() => setChanging(false)} />
      ) : (
        <ReadView of={found} what="文献" isEmpty={({ list }) => list.length === 0} empty={missingPaper}>
          {({ list }) => list.map((paper) => <Links key={paper.id} paper={paper} templates={templates} />)}
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

const missingPaper = { title: '没有这篇文献' }

function Links({ paper, templates }: { paper: Paper; templates: readonly LinkTemplate[] }) {
  const open = [
    { name: 'PDF', url: pdfAddress(paper) },
    { name: '原文页面', url: publisherAddress(paper) },
  ]
  const links = [...open, ...templates.map((one) => ({ name: one.name, url: fillTemplate(one, paper) }))]
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
