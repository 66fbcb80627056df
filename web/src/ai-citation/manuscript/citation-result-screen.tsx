import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { useRestoredFocus } from '../../ui/focus.ts'
import { readStored, writeStored } from '../../ui/stored-choice.ts'
import { LongWork } from '../../ui/views/long-work.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { PageHeader } from '../../ui/views/page-header.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { acceptAllStrong, cancelAccepting } from './accept-strong.ts'
import { CitedText } from './cited-text.tsx'
import styles from './manuscript.module.css'
import { isOffered, restoreManuscript, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'
import { resetManuscript, resumeMatching, stopMatching } from './match-sentences.ts'
import { ReferenceList } from './reference-list.tsx'
import { SentencePanel } from './sentence-panel.tsx'
import { useCitedList } from './use-cited-list.ts'
import { useSentenceKeys } from './use-sentence-keys.ts'

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

/** Shared with the dialog that formats the references of papers. */
const STYLE_KEY = 'scinav.reference-style'

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

/** Returns the progress: within the first part by its sentences, otherwise by the position in the text. */
function matchProgress(sentences: readonly Sentence[], done: number): number {
  const wanted = sentences.filter(({ need }) => need === 'yes')
  const found = wanted.filter((sentence) => sentence.found).length
  return Math.max(done, wanted.length > 0 && done === 0 ? (found / wanted.length) * 0.99 : done)
}

const WHOLE_LIBRARY = '全部本馆文献'

interface SummaryProps {
  sentences: readonly Sentence[]
  scope: string
  /** Names of the outside engines that were queried. */
  outside: readonly string[]
  papers: number | undefined
}

function MatchSummary({ sentences, scope, outside, papers }: SummaryProps) {
  const wanted = sentences.filter(({ need }) => need === 'yes')
  const open = wanted.filter(({ cited }) => cited.length === 0)
  const offered = sentences.filter(isOffered).length
  const none = open.filter(({ found }) => found?.decision === 'none').length
  const choice = open.filter(({ found }) => found && found.decision !== 'none').length
  return (
    <div className={styles.summary}>
      <p role="status">
        <span>
          共 <b>{formatCount(sentences.length)}</b> 句，<b>{formatCount(wanted.length)}</b> 句需要出处
        </span>
        <span>
          已采纳 <b>{formatCount(sentences.filter(({ cited }) => cited.length > 0).length)}</b>
        </span>
        <span>
          待选 <b>{formatCount(choice)}</b>
        </span>
        <span>
          未找到 <b>{formatCount(none)}</b>
        </span>
        <span>
          检索来源 <b>{scope}</b>
          {papers !== undefined && scope === WHOLE_LIBRARY && `（${formatCount(papers)} 篇）`}
          {outside.length > 0 && `，${outside.join('、')}`}
        </span>
      </p>
      <AcceptAll offered={offered} />
    </div>
  )
}

/** Renders the button that accepts all strong candidates, including those found while the text is being processed. */
function AcceptAll({ offered }: { offered: number }) {
  const { isRunning, takesStrong } = useManuscript()
  if (takesStrong) return <ActionButton name="不再自动采纳「强」" onPress={cancelAccepting} />
  if (isRunning) {
    const sofar = offered > 0 ? `已有 ${offered}，之后的找到即采纳` : '找到即采纳'
    return <ActionButton name={`采纳全部「强」（${sofar}）`} onPress={() => void acceptAllStrong()} />
  }
  if (offered === 0) return null
  return <ActionButton name={`采纳全部「强」（${offered}）`} onPress={() => void acceptAllStrong()} />
}
