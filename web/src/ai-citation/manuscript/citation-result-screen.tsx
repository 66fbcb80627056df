import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { useRestoredFocus } from '../../ui/focus.ts'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { isUnclaimedKey } from '../../ui/use-row-keys.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { PageHeader } from '../../ui/views/page-header.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { acceptAllStrong, cancelAccepting } from './accept-strong.ts'
import { CitedText } from './cited-text.tsx'
import styles from './manuscript.module.css'
import {
  citeCandidate,
  isOffered,
  restoreManuscript,
  setCurrentSentence,
  useManuscript,
} from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'
import { markCitationUnneeded, resetManuscript, resumeMatching, stopMatching } from './match-sentences.ts'
import { ReferenceList } from './reference-list.tsx'
import { SentencePanel } from './sentence-panel.tsx'
import { useCitedList } from './use-cited-list.ts'

/** Renders a manuscript with the proposed references at their sentences. */
export function CitationResultScreen() {
  const navigate = useNavigate()
  useEffect(restoreManuscript, [])
  const { text } = useManuscript()
  if (text === '')
    return (
      <>
        <PageHeader title="AI 引文" />
        <EmptyView
          title="还没有文稿"
          note="粘贴或上传一份文稿，逐句给出可能的出处"
          action={{ name: '去粘贴文稿', run: () => void navigate('/aiCitation') }}
        />
      </>
    )
  return <Result />
}

/** Key of the stored citation style, shared with the dialog that formats the references of papers. */
const STYLE_KEY = 'scinav.reference-style'

/** Renders the text with its citations beside the current sentence, and the list of references. */
function Result() {
  const navigate = useNavigate()
  const { sentences, text, done, papers, datasets, engines, isRunning, problem } = useManuscript()
  const nameOf = useEngineNames()
  const outside = engines.filter((id) => id !== 'local').map(nameOf)
  const notes = [...new Set(sentences.flatMap(({ found }) => found?.notes ?? []))]
  const [style, setStyle] = useState(() => readStored(STYLE_KEY) ?? 'spec')
  const cited = useCitedList(style)
  const marks = new Map(cited.list?.list.map(({ key, mark }) => [key, mark]))
  useSentenceKeys()
  const heading = useRef<HTMLHeadingElement>(null)
  // The buttons that stop the search and accept candidates disappear when these change.
  useRestoredFocus(() => heading.current, [isRunning, sentences.some(isOffered)].join())
  const chooseStyle = (id: string) => {
    writeStored(STYLE_KEY, id)
    setStyle(id)
  }
  return (
    <>
      <PageHeader
        heading={heading}
        title="AI 引文"
        note="给文稿里需要出处的句子找文献；没有把握就说没有"
        actions={
          <ActionButton
            name="换一份文稿"
            onPress={() => {
              resetManuscript()
              void navigate('/aiCitation')
            }}
          />
        }
      />
      {isRunning && (
        <LongWork
          title="正在逐句查找"
          progress={matchProgress(sentences, done / text.length)}
          note={`${formatCount(sentences.filter(({ found }) => found).length)} 句已查`}
          onCancel={stopMatching}
        />
      )}
      {problem && (
        <Notice
          tone="warning"
          action={<ActionButton name="继续查找" onPress={() => void resumeMatching()} />}
        >
          {problem}
        </Notice>
      )}
      {sentences.length > 0 && (
        <MatchSummary
          sentences={sentences}
          scope={datasets.length === 0 ? WHOLE_LIBRARY : datasets.map(({ name }) => name).join('、')}
          outside={outside}
          papers={papers}
        />
      )}
      {notes.length > 0 && <Notice tone="warning">{notes.join('；')}</Notice>}
      <div className={styles.columns}>
        <div>
          <CitedText marks={marks} />
          <ReferenceList {...cited} style={style} onStyle={chooseStyle} />
        </div>
        <SentencePanel />
      </div>
    </>
  )
}

/** Progress shown at most before the first part of the text is complete. */
const MAX_FIRST_PART_PROGRESS = 0.99

/**
 * Returns the progress, 0–1. `processedShare` is the fraction of the text that has been processed in whole parts; while
 * it is 0, the sentences of the first part that have a result count.
 */
function matchProgress(sentences: readonly Sentence[], processedShare: number): number {
  const needing = sentences.filter(({ need }) => need === 'yes')
  if (processedShare > 0 || needing.length === 0) return processedShare
  const matched = needing.filter(({ found }) => found).length
  return (matched / needing.length) * MAX_FIRST_PART_PROGRESS
}

/** Names the scope of a search without chosen datasets. */
const WHOLE_LIBRARY = '全部本馆文献'

interface SummaryProps {
  sentences: readonly Sentence[]
  /** Names of what was searched in the installation. */
  scope: string
  /** Names of the outside engines that were queried. */
  outside: readonly string[]
  papers: number | undefined
}

/** Renders the numbers of sentences by their state, and what was searched. */
function MatchSummary({ sentences, scope, outside, papers }: SummaryProps) {
  const needing = sentences.filter(({ need }) => need === 'yes')
  const undecided = needing.filter(({ cited }) => cited.length === 0)
  const offeredCount = sentences.filter(isOffered).length
  const notFoundCount = undecided.filter(({ found }) => found?.decision === 'none').length
  const choiceCount = undecided.filter(({ found }) => found && found.decision !== 'none').length
  return (
    <div className={styles.summary}>
      <p role="status">
        <span>
          共 <b>{formatCount(sentences.length)}</b> 句，<b>{formatCount(needing.length)}</b> 句需要出处
        </span>
        <span>
          已采纳 <b>{formatCount(sentences.filter(({ cited }) => cited.length > 0).length)}</b>
        </span>
        <span>
          待选 <b>{formatCount(choiceCount)}</b>
        </span>
        <span>
          未找到 <b>{formatCount(notFoundCount)}</b>
        </span>
        <span>
          检索来源 <b>{scope}</b>
          {papers !== undefined && scope === WHOLE_LIBRARY && `（${formatCount(papers)} 篇）`}
          {outside.length > 0 && `，${outside.join('、')}`}
        </span>
      </p>
      <AcceptAll offeredCount={offeredCount} />
    </div>
  )
}

/** Renders the button that accepts all strong candidates, including those found while the text is being processed. */
function AcceptAll({ offeredCount }: { offeredCount: number }) {
  const { isRunning, takesStrong } = useManuscript()
  if (takesStrong) return <ActionButton name="不再自动采纳「强」" onPress={cancelAccepting} />
  if (isRunning) {
    const extent = offeredCount > 0 ? `已有 ${offeredCount}，之后的找到即采纳` : '找到即采纳'
    return <ActionButton name={`采纳全部「强」（${extent}）`} onPress={() => void acceptAllStrong()} />
  }
  if (offeredCount === 0) return null
  return <ActionButton name={`采纳全部「强」（${offeredCount}）`} onPress={() => void acceptAllStrong()} />
}

/**
 * Handles keys: `j` and `k` move through the sentences, `a` accepts the first candidate, `n` marks a sentence as
 * needing none.
 */
function useSentenceKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isUnclaimedKey(event) && handleKey(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** How many sentences a key moves on. */
const KEY_STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** Carries out the action of a key; returns whether the key has one now. */
function handleKey(key: string): boolean {
  const { sentences, current = -1 } = useManuscript.getState()
  const step = KEY_STEPS[key]
  return step === undefined
    ? applyDecision(key, current)
    : moveToSentence(Math.max(0, current + step), sentences.length)
}

/**
 * Makes a sentence the current one and scrolls to it. Returns false, and does nothing, when it is past the last one.
 */
function moveToSentence(to: number, count: number): boolean {
  if (to >= count) return false
  setCurrentSentence(to)
  document.querySelector(`[data-sentence="${to}"]`)?.scrollIntoView({ block: 'nearest' })
  return true
}

/**
 * Carries out `a` or `n` on the sentence at an index; returns whether it was one of them and there is such a sentence.
 */
function applyDecision(key: string, at: number): boolean {
  const sentence = useManuscript.getState().sentences[at]
  if (!sentence || (key !== 'a' && key !== 'n')) return false
  const [first] = sentence.found?.candidates ?? []
  if (key === 'n') markCitationUnneeded(at)
  else if (first) void citeCandidate(at, first)
  return true
}
