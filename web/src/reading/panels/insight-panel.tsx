import { api, type Citation, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { agreeToHosts } from '../../api/outside-models.ts'
import { readOptions, useRead } from '../../api/use-read.ts'
import { CitationMarker } from '../../chat/sources/citation-marker.tsx'
import { langOf } from '../../paper/paper.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { showLocation, useReading } from '../state/reading.state.ts'
import type { ReadableText, ReadingTarget } from '../state/target.ts'
import styles from './panels.module.css'

type Aspects = OutputOf<typeof api.reading.aspects>
type AspectSummary = Aspects['aspects'][number]
type Sentence = AspectSummary['sentences'][number]

interface Props {
  target: ReadingTarget
  readable: ReadableText
}

/**
 * Renders what the text says about each aspect, such as its method and results, in its own sentences or summarized by a
 * model; every sentence links to its location.
 */
export function InsightPanel({ target, readable }: Props) {
  /** `auto` uses a model where one is available, `cues` finds the sentences by rules alone. */
  const [engine, setEngine] = useState<'auto' | 'cues'>('auto')
  const input = { ...target, engine }
  const cache = useQueryClient()
  const aspects = useRead(api.reading.aspects, input)
  const outside = aspects.error?.failure.outside
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    const answer = await call(api.reading.aspects, { ...input, again: true })
    setBusy(false)
    if (answer.success) cache.setQueryData(readOptions(api.reading.aspects, input).queryKey, answer.data)
    else toast(`没有重新生成：${answer.message}`, { tone: 'bad' })
  }
  const agree = async (host: string) => {
    if (await agreeToHosts(cache, [host])) void aspects.refetch()
    else toast('您的同意没有记下来，请再试一次', { tone: 'bad' })
  }
  if (outside)
    return (
      <div className={styles.ask}>
        <p>
          解读用的模型{inCorners(outside.model)}由 <strong>{outside.host}</strong>{' '}
          提供，不在本站。会发送的是这份文献里的句子；账号、姓名不会发送。同意后不再提示。
        </p>
        <ActionButton name="同意并解读" primary onPress={() => void agree(outside.host)} />
        <ActionButton name="只摘原句" onPress={() => setEngine('cues')} />
      </div>
    )
  return (
    <ReadView
      of={aspects}
      what="解读"
      isEmpty={({ aspects: summaries }) =>
        summaries.every(({ sentences, summary }) => sentences.length === 0 && !summary)
      }
      empty={emptyTexts[aspects.data?.of ?? 'nothing']}
    >
      {(data) => <Insight aspects={data} readable={readable} onAgain={() => void again()} busy={busy} />}
    </ReadView>
  )
}

/** Shown when no sentence matches any aspect, by what was read. */
const emptyTexts: Record<Aspects['of'], { title: string; note: string }> = {
  full_text: { title: '没有找到可以按方面摘出的句子', note: '可以直接读原文，或在「对话」里提问' },
  abstract: { title: '摘要里没有可以按方面摘出的句子', note: '取得全文后，这里会按方面摘出它说了什么' },
  nothing: { title: '没有可以解读的文字', note: '取得全文或摘要后，这里会按方面摘出它说了什么' },
}

interface InsightProps {
  aspects: Aspects
  readable: ReadableText
  onAgain: () => void
  busy: boolean
}

function Insight({ aspects, readable, onAgain, busy }: InsightProps) {
  const numbered = numberSentences(aspects)
  return (
    <>
      <div className={styles.line}>
        <p className={styles.quiet}>
          <Icon name="shield" size={16} />
          {aspects.engine === 'model' ? 'AI 生成，请核实' : '摘自原文，未经改写'} · {numbered.size} 句
        </p>
        <QuietButton icon="retry" label={busy ? '正在重新生成' : '重新生成'} onPress={onAgain} />
        <QuietButton icon="copy" label="复制解读" onPress={() => void copyInsight(aspects)} />
      </div>
      {aspects.of !== 'full_text' && <Notice>只读到了摘要，结论以全文为准。</Notice>}
      {aspects.notice && <p className={styles.small}>{aspects.notice}</p>}
      {aspects.aspects.map((aspect) => (
        <section key={aspect.aspect} className={styles.aspect}>
          <h3>{aspect.name}</h3>
          <div>
            <Aspect aspect={aspect} numbered={numbered} readable={readable} />
          </div>
        </section>
      ))}
    </>
  )
}

interface AspectProps {
  aspect: AspectSummary
  /** The number of each sentence, which its marker shows. */
  numbered: Map<Sentence, number>
  readable: ReadableText
}

/** Renders the summary of an aspect with markers for its sentences, or without one each sentence with its marker. */

function Aspect({ aspect, numbered, readable }: AspectProps) {
  const requested = useReading((state) => state.requested)
  const { sentences, summary, support } = aspect
  if (sentences.length === 0 && !summary) return <p className={styles.quiet}>文中没有说明</p>
  const chips = sentences.map((sentence) => (
    <CitationMarker
      key={numbered.get(sentence)}
      citations={[
        // A sentence shown in its own words needs no check against the text.
        toCitation(sentence, numbered.get(sentence) ?? 0, readable, summary ? support : 'supported'),
      ]}
      onOpen={() => showLocation(sentence)}
    />
  ))
  if (summary)
    return (
      <p>
        <UnbrokenSentence text={summary}>{chips}</UnbrokenSentence>
      </p>
    )
  return sentences.map((sentence, index) => (
    <p
      key={numbered.get(sentence)}
      lang={langOf(sentence.quote)}
      data-current={requested !== undefined && requested.start !== null && requested.start === sentence.start}
    >
      <UnbrokenSentence text={sentence.quote}>{chips[index]}</UnbrokenSentence>
    </p>
  ))
}

/** Keeps the last character of a sentence and its markers on one line. */
function UnbrokenSentence({ text, children }: { text: string; children: ReactNode }) {
  const trimmed = text.trimEnd()
  const last = [...trimmed].at(-1) ?? ''
  return (
    <>
      {trimmed.slice(0, trimmed.length - last.length)}
      <span className={styles.closed}>
        {last}
        {children}
      </span>
    </>
  )
}

/** Numbers the sentences of all aspects from 1. */
function numberSentences({ aspects }: Aspects): Map<Sentence, number> {
  const allSentences = aspects.flatMap(({ sentences }) => sentences)
  return new Map(allSentences.map((sentence, index) => [sentence, index + 1]))
}

/** Converts a sentence to the citation that its marker shows; the span of an answer (`start`, `end`) does not apply. */
function toCitation(
  { quote, page, boxes, start }: Sentence,
  n: number,
  { paper, document, title }: ReadableText,
  support: Citation['support'] | null,
): Citation {
  return {
    n,
    start: 0,
    end: 0,
    passage_id: `${start}`,
    paper_id: paper?.id ?? null,
    document_id: document?.id ?? null,
    title,
    page,
    boxes,
    quote,
    support: support ?? 'unchecked',
    check: { method: 'quote', located: true, missing: [] },
  }
}

async function copyInsight({ aspects }: Aspects): Promise<void> {
  const parts = aspects
    .filter(({ sentences, summary }) => summary || sentences.length > 0)
    .map(
      ({ name, summary, sentences }) =>
        `${name}\n${summary ?? sentences.map(({ quote }) => quote).join('\n')}`,
    )
  const copied = await copyText(parts.join('\n\n'))
  toast(copied ? '已复制' : '没有复制成功，请手动选择后复制', copied ? {} : { tone: 'bad' })
}
