import type { ReportSection, ResearchReport } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { WatchedJob } from '../../ui/views/watched-job.tsx'
import styles from './report.module.css'
import { RevisionForm } from './revision-form.tsx'
import { SectionEditor } from './section-editor.tsx'
import { SectionTools } from './section-tools.tsx'
import { type Revision, revisionNames, useRevisions } from './use-revisions.ts'

interface Props {
  /** The report to edit; absent while it is being written, and for sections that only count. */
  report: ResearchReport | undefined
  section: ReportSection
  heading: ReactNode
  /** Renders a text of the section with its citations. */
  show: (text: string) => ReactNode
}

/** The revisions of a section that need no model. */
const revisionsWithoutModel = { evidence: ['other', 'fewer'], agreement: ['again'] } as const

/** Renders a section; in a finished report it can be edited or rewritten. */
export function OpenSection({ report, section, heading, show }: Props) {
  const { section_id, title, kind } = section
  const [doing, setDoing] = useState<'edit' | 'wish'>()
  const revisions = useRevisions(report, section_id)
  const { running, isPending, revise, settle } = revisions
  const done = () => setDoing(undefined)
  const others = kind === 'evidence' || kind === 'agreement' ? revisionsWithoutModel[kind] : []
  return (
    <>
      <div className={styles.top}>
        {heading}
        {report && !doing && !running && (
          <SectionTools
            section={section}
            revisions={revisions}
            onEdit={() => setDoing('edit')}
            onWish={() => setDoing('wish')}
          />
        )}
      </div>
      {running?.job_id && (
        <WatchedJob key={running.job_id} jobId={running.job_id} title={`正在重写${inCorners(title)}`}>
          {() => <RevisionOutcome revision={running} onSettle={settle} />}
        </WatchedJob>
      )}
      {doing === 'wish' && (
        <RevisionForm
          title={title}
          others={others.map((how) => ({ how, name: revisionNames[how] }))}
          busy={isPending}
          onRevise={revise}
          onEdit={() => setDoing('edit')}
          onDone={done}
        />
      )}
      {doing === 'edit' && report ? (
        <SectionEditor report={report} section={section} preview={show} onDone={done} />
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

/** Reports once how the rewriting of a section ended. */
function RevisionOutcome({ revision, onSettle }: RevisionOutcomeProps) {
  const told = useRef(false)
  useEffect(() => {
    if (!told.current) void onSettle(revision)
    told.current = true
  })
  return null
}
