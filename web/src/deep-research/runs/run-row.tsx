import type { api, OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { Link } from 'react-router'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { RenameField } from '../../ui/fields/rename-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { runAddress } from '../state/address.ts'
import { isEnded, researchStateNames, styleName } from '../state/research-labels.ts'
import styles from './runs.module.css'
import { useRunActions } from './use-run-actions.ts'

type RunSummary = OutputOf<typeof api.deepResearch.runs>['list'][number]

/** Maximum length of a report's title that the server accepts, in characters. */
const MAX_TITLE_CHARS = 200

/** Renders a research run in a list as a link, with a menu to rename and delete it. */
export function RunRow({ run, isCurrent }: { run: RunSummary; isCurrent: boolean }) {
  const { run_id, title, question, state, report_style, created_at } = run
  const [renaming, setRenaming] = useState(false)
  const { rename, remove } = useRunActions(run)
  const name = title || question
  if (renaming)
    return (
      <li>
        <RenameField
          label="报告的标题"
          name={name}
          maxLength={MAX_TITLE_CHARS}
          onRename={(next) => void rename(next)}
          onClose={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li className={styles.row} data-current={isCurrent}>
      <Link to={runAddress(run_id)} aria-current={isCurrent ? 'page' : undefined}>
        <span className={styles.name}>{name}</span>
        <span className={styles.about}>
          <span data-state={state}>{researchStateNames[state]}</span>
          <span>{styleName(report_style)}</span>
          <RelativeTime at={created_at} />
        </span>
      </Link>
      <MenuButton
        label={`${inCorners(name)}的操作`}
        button={<Icon name="more" size={16} />}
        actions={[
          { name: '重命名', icon: 'edit', run: () => setRenaming(true) },
          { name: isEnded(state) ? '删除' : '停止并删除', icon: 'trash', run: () => void remove() },
        ]}
      />
    </li>
  )
}
