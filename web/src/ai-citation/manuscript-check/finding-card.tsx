import {
  type CheckedManuscript,
  describeDifference,
  type ManuscriptFinding,
  manuscriptKindNames,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { usePaperAddress } from '../../paper/addresses.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { LinkButton, OutsideLink, QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { entryLabel, findingPage, isSafe } from './finding-labels.ts'
import styles from './manuscript-check.module.css'
import { ChangedText } from './manuscript-pane.tsx'
import { type Decisions, decisionOf, type useCheckRun } from './use-check-run.ts'

/** What has been decided about a finding; `kept` means that the manuscript stays as it is. */
type DecisionState = 'open' | 'corrected' | 'kept'

interface Props {
  finding: ManuscriptFinding
  manuscript: CheckedManuscript | undefined
  isOpen: boolean
  onToggle: () => void
  /** Shows the place in the manuscript; undefined where the manuscript is beside the finding anyway. */
  onShowText: (() => void) | undefined
  decision: ReturnType<Decisions['get']>
  decide: ReturnType<typeof useCheckRun>['decide']
}

/** Renders a finding: its sentence, and when it is open what was compared and what can be done. */
export function FindingCard({ finding, manuscript, isOpen, onToggle, onShowText, decision, decide }: Props) {
  const { id, kind, severity, message, entry } = finding
  const page = findingPage(manuscript, finding)
  const bodyId = useId()
  const state = decision?.decision ?? 'open'
  /** Stores a decision; the note stays unless another one is given. */
  const setDecision = (next: DecisionState, note?: string) =>
    void decide((decisions) => {
      const current = decisionOf(decisions, id)
      return [{ ...current, decision: next, note: note ?? current.note }]
    })
  return (
    <article className={styles.finding} data-finding={id} data-open={isOpen} data-decided={state !== 'open'}>
      <span className={styles.number}>{entryLabel(manuscript, entry)}</span>
      <div>
        <h4>
          <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
            {message}
          </button>
        </h4>
        <p className={styles.under}>
          <span>{manuscriptKindNames[kind]}</span>
          {page !== null && <span>第 {page} 页</span>}
          {state === 'corrected' && <span>已改正</span>}
          {state === 'kept' && <span>保留稿件写法</span>}
          {!isOpen && state === 'open' && isSafe(finding) && (
            <LinkButton name="改正" label={`改正：${message}`} onPress={() => setDecision('corrected')} />
          )}
          {state !== 'open' && (
            <LinkButton name="撤销" label={`撤销：${message}`} onPress={() => setDecision('open')} />
          )}
        </p>
      </div>
      <span className={styles.severity} data-severity={severity}>
        {manuscriptSeverityNames[severity]}
      </span>
      <div id={bodyId} className={styles.body} hidden={!isOpen}>
        {isOpen && (
          <>
            <FieldTable finding={finding} label={entryLabel(manuscript, entry)} />
            <Evidence finding={finding} />
            <Correction finding={finding} manuscript={manuscript} />
            {decision?.note && <p className={styles.under}>批注：{decision.note}</p>}
            <Actions
              finding={finding}
              state={state}
              note={decision?.note ?? ''}
              onDecision={setDecision}
              onShowText={onShowText}
            />
          </>
        )}
      </div>
    </article>
  )
}

/** Renders the compared fields, with what differs between manuscript and record; nothing when none was compared. */
function FieldTable({ finding: { evidence }, label }: { finding: ManuscriptFinding; label: string }) {
  if (!evidence || evidence.fields.length === 0) return null
  return (
    <table className={styles.compared}>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">稿件 {label}</th>
          <th scope="col">题录</th>
        </tr>
      </thead>
      <tbody>
        {evidence.fields.map((field) => {
          const { name, given, found, doubt } = describeDifference(field)
          if (doubt !== null)
            return (
              <Fragment key={name}>
                <tr data-doubt>
                  <th scope="row">{name}</th>
                  <td>{given}</td>
                  <td>{found}</td>
                </tr>
                <tr>
                  <td colSpan={3}>{doubt}</td>
                </tr>
              </Fragment>
            )
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              {/* For a value that one side lacks, the text says so and is not compared. */}
              <td>
                {field.given === '' ? given : <ChangedText before={given} after={found} only="before" />}
              </td>
              <td>
                {field.found === '' ? found : <ChangedText before={field.given} after={found} only="after" />}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Renders by what a finding was found: the quoted sentence, the sources, and links to them. */
function Evidence({ finding: { evidence } }: { finding: ManuscriptFinding }) {
  const { searchOf } = usePaperAddress()
  if (!evidence) return null
  const { paper, outside, source, asked, asked_at, quote, page, url } = evidence
  const doi = paper?.doi ?? outside?.doi
  const address = url ?? outside?.url ?? (doi ? `https://doi.org/${doi}` : null)
  const parts: ReactNode[] = [
    asked.length > 0 ? `查过 ${asked.join('、')}` : source !== '' && `对照：${source}`,
    doi,
    <RelativeTime key="time" at={asked_at} />,
  ]
  return (
    <>
      {quote !== null && (
        <blockquote>
          {quote}
          {page !== null && <cite>原文第 {page} 页</cite>}
        </blockquote>
      )}
      <p className={styles.under}>
        {parts.filter(Boolean).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
          <span key={at}>{part}</span>
        ))}
        {paper && <Link to={{ search: searchOf(paper.id) }}>打开题录</Link>}
        {!paper && address !== null && /^https?:/.test(address) && (
          <OutsideLink to={address}>打开来源</OutsideLink>
        )}
      </p>
    </>
  )
}

/** Renders the text of the manuscript as it would be corrected; nothing without a correction. */
function Correction({ finding, manuscript }: Pick<Props, 'finding' | 'manuscript'>) {
  const { correction, places } = finding
  const [place] = places
  if (!correction || !place) return null
  const before = manuscript?.blocks[place.block]?.text.slice(place.start, place.end) ?? ''
  return (
    <div className={styles.after}>
      <b>{isSafe(finding) ? '改正后' : '可以改为'}</b>
      <p>
        <ChangedText before={before} after={correction.text} />
      </p>
    </div>
  )
}

interface ActionsProps {
  finding: ManuscriptFinding
  state: DecisionState
  note: string
  onDecision: (next: DecisionState, note?: string) => void
  onShowText: (() => void) | undefined
}

/** Maximum length of a note, in characters. */
const MAX_NOTE_CHARS = 1_000

/** Renders the buttons of a finding, or the field for a note while one is being written. */
function Actions({ finding, state, note, onDecision, onShowText }: ActionsProps) {
  /** The note being written; undefined while none is. */
  const [draft, setDraft] = useState<string>()
  const canCorrect = finding.correction !== null && finding.places.length > 0
  if (draft !== undefined)
    return (
      <div className={styles.note}>
        <textarea
          aria-label="批注"
          value={draft}
          rows={3}
          maxLength={MAX_NOTE_CHARS}
          onChange={({ target }) => setDraft(target.value)}
        />
        <div className={styles.actions}>
          <ActionButton
            name="保存批注"
            primary
            onPress={() => {
              onDecision(state, draft)
              setDraft(undefined)
            }}
          />
          <ActionButton name="取消" onPress={() => setDraft(undefined)} />
        </div>
      </div>
    )
  return (
    <div className={styles.actions}>
      {canCorrect && state !== 'corrected' && (
        <ActionButton
          name={isSafe(finding) ? '改正' : '采用这个写法'}
          primary
          onPress={() => onDecision('corrected')}
        />
      )}
      {state !== 'kept' && <ActionButton name="保留稿件写法" onPress={() => onDecision('kept')} />}
      <QuietButton icon="note" onPress={() => setDraft(note)}>
        {note === '' ? '写批注' : '改批注'}
      </QuietButton>
      {onShowText && finding.places.length > 0 && (
        <QuietButton icon="file-text" onPress={onShowText}>
          看原文
        </QuietButton>
      )}
      {canCorrect && <span className={styles.quiet}>原稿不动，改正记为修订</span>}
    </div>
  )
}
