import { api, type OutputOf } from '@scinav/contract'
import { Input, Select } from 'antd'
import { Suspense, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { LazyMarkdown } from '../../chat/answer/lazy-markdown.ts'
import { PlainAnswer } from '../../chat/answer/plain-answer.tsx'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import operator from '../operator.module.css'
import type { Model } from './models.ts'
import styles from './models-comparison.module.css'

type Comparison = OutputOf<typeof api.modelComparison.compare>
/** The answer of one model. */
type ComparedAnswer = Comparison['answers'][number]

/** Maximum length of a question that the server accepts, in characters. */
const MAX_QUESTION_CHARS = 2_000

/** Renders the comparison of two chat models on one question. Neither the question nor the answers are stored. */
export function ModelsComparison({ models }: { models: readonly Model[] }) {
  const usable = models.filter(({ kind, active, problem }) => kind === 'chat' && active && problem === null)
  const [question, setQuestion] = useState('')
  /** The ids of the two models; `''` for none. */
  const [chosen, setChosen] = useState<readonly [string, string]>([usable[0]?.id ?? '', usable[1]?.id ?? ''])
  const { mutateAsync, data: result, isPending } = useWrite(api.modelComparison.compare)
  if (usable.length < 2)
    return <p className={operator.none}>对比需要两个可用的对话模型，请先在「模型」里添加或启用。</p>
  const [first, second] = chosen
  const options = usable.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <div className={styles.form}>
        <p className={operator.quiet}>
          两个模型依据同样的文献回答同一个问题。用量计入您今天的词元；问题和回答不会保存。
        </p>
        <Input.TextArea
          aria-label="问题"
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={MAX_QUESTION_CHARS}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <div className={styles.line}>
          <Select
            aria-label="第一个模型"
            className={styles.model ?? ''}
            options={options}
            value={first}
            onChange={(id) => setChosen([id, second])}
          />
          <Select
            aria-label="第二个模型"
            className={styles.model ?? ''}
            options={options}
            value={second}
            onChange={(id) => setChosen([first, id])}
          />
          <ActionButton
            name={isPending ? '正在回答' : '对比'}
            primary
            off={isPending || question.trim() === '' || first === second}
            onPress={() => void mutateAsync({ question, model_ids: [...chosen] })}
          />
        </div>
      </div>
      {isPending && <p role="status">两个模型正在回答，最多 90 秒。</p>}
      {!isPending && result && !result.success && <Notice tone="bad">没有对比：{result.message}</Notice>}
      {!isPending && result?.success && <ComparisonResult comparison={result.data} />}
    </>
  )
}

/** Renders the answers side by side, and the evidence that both were given. */
function ComparisonResult({ comparison: { evidence, answers } }: { comparison: Comparison }) {
  if (evidence.length === 0) return <Notice>没有找到依据，没有请模型回答。请换一个问题。</Notice>
  return (
    <>
      <div className={styles.answers}>
        {answers.map((answer) => (
          <section key={answer.model_id} aria-label={answer.name}>
            <h3>{answer.name}</h3>
            <p className={styles.measures}>{describeMeasures(answer)}</p>
            {answer.problem && <Notice tone="bad">{answer.problem}</Notice>}
            {answer.answer && (
              <Suspense fallback={<PlainAnswer text={answer.answer} />}>
                <LazyMarkdown text={answer.answer} citations={answer.citations} onOpen={showEvidence} />
              </Suspense>
            )}
          </section>
        ))}
      </div>
      <section className={styles.evidence} aria-label="依据">
        <h3>同样的 {evidence.length} 段依据</h3>
        <ol>
          {evidence.map(({ passage_id, title, text }) => (
            <li key={passage_id}>
              <details id={evidenceId(passage_id)}>
                <summary>{title}</summary>
                <p>{text}</p>
              </details>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** Returns the id of the element that shows a passage. */
const evidenceId = (passage_id: string) => `compared-${passage_id}`

/** Unfolds the passage of a citation and scrolls to it. */
function showEvidence({ passage_id }: { passage_id: string }): void {
  const details = document.getElementById(evidenceId(passage_id))
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.scrollIntoView({ block: 'nearest' })
}

/** Describes what an answer cost: 「调用 1 次 · 输入 3,120、输出 402 词元 · 首字 0.8 秒 · 共 4.2 秒」. */
function describeMeasures({
  calls,
  prompt_tokens,
  completion_tokens,
  first_word_ms,
  took_ms,
}: ComparedAnswer): string {
  const tokens =
    prompt_tokens === null || completion_tokens === null
      ? '词元数未报告'
      : `输入 ${formatCount(prompt_tokens)}、输出 ${formatCount(completion_tokens)} 词元`
  const firstWord = first_word_ms === null ? '没有写出文字' : `首字 ${seconds(first_word_ms)} 秒`
  return `调用 ${calls} 次 · ${tokens} · ${firstWord} · 共 ${seconds(took_ms)} 秒`
}

/** Formats milliseconds as seconds with one decimal. */
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
