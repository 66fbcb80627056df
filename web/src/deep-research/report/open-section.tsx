import type { ReportSection, ResearchReport } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { WatchedJob } from '../../ui/views/watched-job.tsx'
import styles from './report.module.css'
import { RevisionForm } from './revision-form.tsx'
import { SectionEditor } from './section-editor.tsx'
import { type Revision, type RevisionKind, revisionNames, useRevisions } from './use-revisions.ts'

interface Props {
  /** The report to edit; undefined while it is being written, and for a section that consists of a chart only. */
  report: ResearchReport | undefined
  section: ReportSection
  heading: ReactNode
  /** Renders a text of the section with its citations: the present one, or the one being edited as a preview. */
  show: (text: string) => ReactNode
}

/** The revisions of a section that need no model. */
const revisionsWithoutModel = { evidence: ['other', 'fewer'], agreement: ['again'] } as const

/** Renders a section; in a finished report it can be edited or rewritten. */
export function OpenSection({ report, section, heading, show }: Props) {
  const { section_id, title, kind } = section
  /** The open form: the manual editor, or the one for an instruction. */
  const [form, setForm] = useState<'edit' | 'instruct'>()
  const revisions = useRevisions(report, section_id)
  const { running, isPending, revise, settle } = revisions
  const closeForm = () => setForm(undefined)
  const withoutModel = kind === 'evidence' || kind === 'agreement' ? revisionsWithoutModel[kind] : []
  return (
    <>
      <div className={styles.top}>
        {heading}
        {report && !form && !running && (
          <SectionTools
            section={section}
            revisions={revisions}
            onEdit={() => setForm('edit')}
            onInstruct={() => setForm('instruct')}
          />
        )}
      </div>
      {running?.job_id && (
        <WatchedJob key={running.job_id} jobId={running.job_id} title={`正在重写${inCorners(title)}`}>
          {() => <RevisionOutcome revision={running} onSettle={settle} />}
        </WatchedJob>
      )}
      {form === 'instruct' && (
        <RevisionForm
          title={title}
          others={withoutModel.map((how) => ({ how, name: revisionNames[how] }))}
          busy={isPending}
          onRevise={revise}
          onEdit={() => setForm('edit')}
          onDone={closeForm}
        />
      )}
      {form === 'edit' && report ? (
        <SectionEditor report={report} section={section} preview={show} onDone={closeForm} />
      ) : (
        show(section.text)
      )}
    </>
  )
}

interface RevisionOutcomeProps {
  revision: Revision
  onSettle: (revision: Revision) => Promise<void>
}

/** Reports once how the rewriting of a section ended; renders nothing. */
function RevisionOutcome({ revision, onSettle }: RevisionOutcomeProps) {
  const wasReported = useRef(false)
  useEffect(() => {
    if (!wasReported.current) void onSettle(revision)
    wasReported.current = true
  })
  return null
}

interface SectionToolsProps {
  section: Pick<ReportSection, 'kind' | 'title'>
  revisions: ReturnType<typeof useRevisions>
  onEdit: () => void
  /** Opens the form for an instruction. */
  onInstruct: () => void
}

/** The revisions offered for each kind of section; sections of other kinds can only be edited by hand. */
const revisionsByKind: Partial<Record<ReportSection['kind'], Exclude<RevisionKind, 'instruction'>[]>> = {
  evidence: ['again', 'other', 'fewer'],
  agreement: ['again'],
  opening: ['fewer'],
  body: ['fewer'],
  conclusion: ['fewer'],
}
/** The icon of each way to rewrite a section. */
const icons = { again: 'retry', other: 'columns', fewer: 'minus' } as const
/** Maximum number of earlier texts that the menu offers to restore. */
const MAX_RESTORABLE = 6

/** Renders the actions on a section: edit, rewrite, restore. */
function SectionTools({ section: { kind, title }, revisions, onEdit, onInstruct }: SectionToolsProps) {
  const { changes, revise, restore } = revisions
  const offered = revisionsByKind[kind] ?? []
  const begin = async (how: RevisionKind) => {
    const problem = await revise(how)
    if (problem) toast(`没有开始：${problem}`, { tone: 'bad' })
  }
  const actions = [
    ...offered.map((how) => ({ name: revisionNames[how], icon: icons[how], run: () => void begin(how) })),
    ...(offered.length > 0 ? [{ name: '按要求改写…', icon: 'note' as const, run: onInstruct }] : []),
    ...changes.slice(0, MAX_RESTORABLE).map((change, at) => ({
      name: `恢复到${revisionTime(change)}「${revisionNames[change.how]}」之前`,
      icon: 'history' as const,
      startsGroup: at === 0 && offered.length > 0,
      run: () => void restore(change),
    })),
  ]
  return (
    <span className={styles.edit}>
      <QuietButton icon="edit" label={`编辑${inCorners(title)}`} onPress={onEdit}>
        编辑
      </QuietButton>
      {actions.length > 0 && (
        <MenuButton
          label={`${offered.length > 0 ? '重写' : '恢复'}${inCorners(title)}`}
          button={
            <span className={styles.opener}>
              <Icon name={offered.length > 0 ? 'retry' : 'history'} size={16} />
              {offered.length > 0 ? '重写' : '恢复'}
            </span>
          }
          actions={actions}
        />
      )}
    </span>
  )
}

/** Formats of the time and the day of a change. */
const timeFormat = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })
const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'numeric', day: 'numeric' })
/** Milliseconds of a day. */
const DAY_MS = 24 * 60 * 60_000

/**
 * Formats the time of a revision for Chinese text, with a space on both sides: the time of day within the last 24
 * hours, otherwise the date.
 */
function revisionTime({ created_at }: Revision): string {
  const at = new Date(created_at)
  return Date.now() - at.getTime() < DAY_MS ? ` ${timeFormat.format(at)} ` : ` ${dayFormat.format(at)} `
}
