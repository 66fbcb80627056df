import type { ReportSection } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './report.module.css'
import { type Revision, type RevisionKind, revisionNames, type useRevisions } from './use-revisions.ts'

interface Props {
  section: Pick<ReportSection, 'kind' | 'title'>
  revisions: ReturnType<typeof useRevisions>
  onEdit: () => void
  onWish: () => void
}

const revisionsByKind: Partial<Record<ReportSection['kind'], Exclude<RevisionKind, 'instruction'>[]>> = {
  evidence: ['again', 'other', 'fewer'],
  agreement: ['again'],
}
const icons = { again: 'retry', other: 'columns', fewer: 'minus' } as const
const MAX_RESTORABLE = 6

/** Renders the actions on a section: edit, rewrite, restore. */
export function SectionTools({ section: { kind, title }, revisions, onEdit, onWish }: Props) {
  const { changes, revise, back } = revisions
  const own = revisionsByKind[kind] ?? []
  const begin = async (how: RevisionKind) => {
    const problem = await revise(how)
    if (problem) toast(`没有开始：${problem}`, { tone: 'bad' })
  }
  const actions = [
    ...own.map((how) => ({ name: revisionNames[how], icon: icons[how], run: () => void begin(how) })),
    ...(own.length > 0 ? [{ name: '按要求改写…', icon: 'note' as const, run: onWish }] : []),
    ...changes.slice(0, MAX_RESTORABLE).map((change, at) => ({
      name: `恢复到${revisionTime(change)}「${revisionNames[change.how]}」之前`,
      icon: 'history' as const,
      apart: at === 0 && own.length > 0,
      run: () => void back(change),
    })),
  ]
  return (
    <span className={styles.edit}>
      <QuietButton icon="edit" label={`编辑${inCorners(title)}`} onPress={onEdit}>
        编辑
      </QuietButton>
      {actions.length > 0 && (
        <MenuButton
          label={`${own.length > 0 ? '重写' : '恢复'}${inCorners(title)}`}
          button={
            <span className={styles.opener}>
              <Icon name={own.length > 0 ? 'retry' : 'history'} size={16} />
              {own.length > 0 ? '重写' : '恢复'}
            </span>
          }
          actions={actions}
        />
      )}
    </span>
  )
}

const timeFormat = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })
const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'numeric', day: 'numeric' })
const DAY_MS = 24 * 60 * 60_000

/** Formats the time of a revision: the time of day within the last day, otherwise the date. */
function revisionTime({ created_at }: Revision): string {
  const at = new Date(created_at)
  return Date.now() - at.getTime() < DAY_MS ? ` ${timeFormat.format(at)} ` : ` ${dayFormat.format(at)} `
}
